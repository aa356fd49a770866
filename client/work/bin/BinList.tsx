import { Button } from "@mantine/core";
import { IconBookmark, IconCircleCheck, IconLayoutColumns, IconTemplate } from "@tabler/icons-react";
import { useState } from "react";
import {
  type BinEntry,
  purgeDeletedColumn,
  purgeDeletedTask,
  purgeDeletedTemplate,
  purgeDeletedView,
  restoreDeletedColumn,
  restoreDeletedTask,
  restoreDeletedTemplate,
  restoreDeletedView,
} from "../../../shared/work/bin/bin.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { BinRow, PurgeDialog } from "./BinRow";
import classes from "./bin.module.css";

interface BinListProps {
  entries: readonly BinEntry[];
  total: number;
  isLoadingMore: boolean;
  onLoadMore: (() => void) | undefined;
}

export function BinList({ entries, total, isLoadingMore, onLoadMore }: BinListProps) {
  const text = useText();
  const { number } = useFormat();
  const [purged, setPurged] = useState<BinEntry | null>(null);
  if (entries.length === 0) return null;
  return (
    <Panel title={text("bin.records")} count={number(total)}>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <BinEntryRow key={entry.id} entry={entry} onPurge={() => setPurged(entry)} />
        ))}
      </ul>
      {onLoadMore && (
        <Button
          className={classes.more}
          size="xs"
          variant="subtle"
          color="gray"
          loading={isLoadingMore}
          onClick={onLoadMore}
        >
          {text("work.more")}
        </Button>
      )}
      {purged && <PurgeEntryDialog entry={purged} onClose={() => setPurged(null)} />}
    </Panel>
  );
}

const kindIcons = { task: IconCircleCheck, column: IconLayoutColumns, view: IconBookmark, template: IconTemplate };

const titleOf = ({ key, title }: BinEntry): string => (key === null ? title : `${key} ${title}`);

function BinEntryRow({ entry, onPurge }: { entry: BinEntry; onPurge: () => void }) {
  const text = useText();
  const onSuccess = ({ message }: { message?: string | undefined }) => toast.done(message ?? "");
  const restore = {
    task: useAction(restoreDeletedTask, { onSuccess }),
    column: useAction(restoreDeletedColumn, { onSuccess }),
    view: useAction(restoreDeletedView, { onSuccess }),
    template: useAction(restoreDeletedTemplate, { onSuccess }),
  }[entry.kind];
  const Icon = kindIcons[entry.kind];
  return (
    <BinRow
      icon={<Icon size={16} stroke={1.75} aria-hidden />}
      name={titleOf(entry)}
      kind={text(`bin.kind.${entry.kind}`)}
      deletion={entry}
      isRestoring={restore.isPending}
      onRestore={() => restore.mutate({ params: { id: entry.record_id } })}
      onPurge={onPurge}
    />
  );
}

function PurgeEntryDialog({ entry, onClose }: { entry: BinEntry; onClose: () => void }) {
  const purge = {
    task: useAction(purgeDeletedTask, { onSuccess: onClose }),
    column: useAction(purgeDeletedColumn, { onSuccess: onClose }),
    view: useAction(purgeDeletedView, { onSuccess: onClose }),
    template: useAction(purgeDeletedTemplate, { onSuccess: onClose }),
  }[entry.kind];
  return (
    <PurgeDialog
      name={titleOf(entry)}
      isPending={purge.isPending}
      onConfirm={() => purge.mutate({ params: { id: entry.record_id } })}
      onClose={onClose}
    />
  );
}
