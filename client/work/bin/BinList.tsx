import { ActionIcon, Button } from "@mantine/core";
import { IconCircleCheck, IconLayoutColumns, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import {
  type BinEntry,
  purgeDeletedColumn,
  purgeDeletedTask,
  restoreDeletedColumn,
  restoreDeletedTask,
} from "../../../shared/work/bin/bin.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import tones from "../../ui/layout/tones.module.css";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
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
          <BinRow key={entry.id} entry={entry} onPurge={() => setPurged(entry)} />
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
      {purged && <PurgeDialog entry={purged} onClose={() => setPurged(null)} />}
    </Panel>
  );
}

const titleOf = ({ key, title }: BinEntry): string => (key === null ? title : `${key} ${title}`);

function BinRow({ entry, onPurge }: { entry: BinEntry; onPurge: () => void }) {
  const text = useText();
  const { day } = useFormat();
  const onSuccess = ({ message }: { message?: string | undefined }) => toast.done(message ?? "");
  const restore = {
    task: useAction(restoreDeletedTask, { onSuccess }),
    column: useAction(restoreDeletedColumn, { onSuccess }),
  }[entry.kind];
  const { kind, record_id, deleted_by, deleted_at, purge_at } = entry;
  const title = titleOf(entry);
  const deletionDay = day(new Date(deleted_at), "medium");
  const Icon = kind === "task" ? IconCircleCheck : IconLayoutColumns;
  return (
    <li className={classes.row}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.name}>
        <bdi>{title}</bdi>
        <small className={tones.quiet}>
          {[
            text(`bin.kind.${kind}`),
            deleted_by
              ? text("bin.deletedBy", { name: deleted_by.fullname, day: deletionDay })
              : text("bin.deletedOn", { day: deletionDay }),
            text("bin.daysLeft", { count: Math.max(0, Math.ceil((Date.parse(purge_at) - Date.now()) / elapsedDayMs)) }),
          ].join(" · ")}
        </small>
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={text("bin.restoreNamed", { title })}
        loading={restore.isPending}
        onClick={() => restore.mutate({ params: { id: record_id } })}
      >
        {text("task.restore")}
      </Button>
      <ActionIcon aria-label={text("bin.purgeNamed", { title })} title={text("task.deleteForGood")} onClick={onPurge}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function PurgeDialog({ entry, onClose }: { entry: BinEntry; onClose: () => void }) {
  const text = useText();
  const purge = {
    task: useAction(purgeDeletedTask, { onSuccess: onClose }),
    column: useAction(purgeDeletedColumn, { onSuccess: onClose }),
  }[entry.kind];
  return (
    <ConfirmDialog
      opened
      title={text("bin.purgeTitle", { title: titleOf(entry) })}
      confirmLabel={text("task.deleteForGood")}
      pending={purge.isPending}
      onConfirm={() => purge.mutate({ params: { id: entry.record_id } })}
      onClose={onClose}
    >
      {text("bin.purgeWhy")}
    </ConfirmDialog>
  );
}
