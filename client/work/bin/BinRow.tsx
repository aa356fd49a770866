import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BinEntry } from "../../../shared/work/bin/bin.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { JoinedTexts } from "../../ui/JoinedTexts";
import tones from "../../ui/layout/tones.module.css";
import classes from "./bin.module.css";
import { daysLeft } from "./days-left";

interface BinRowProps {
  icon: ReactNode;
  name: string;
  kind: string | null;
  deletion: Pick<BinEntry, "deleted_at" | "deleted_by" | "purge_at">;
  isRestoring: boolean;
  onRestore: () => void;
  /** Undefined for records that only the schedule deletes for good. */
  onPurge?: () => void;
}

/** A deleted record with who deleted it and when, and the days that are left to restore it. */
export function BinRow({ icon, name, kind, deletion, isRestoring, onRestore, onPurge }: BinRowProps) {
  const text = useText();
  const { day } = useFormat();
  const today = useOrganizationToday();
  const { time_zone: zone } = useCurrentUser().tenant;
  const { deleted_by, deleted_at, purge_at } = deletion;
  const deletionDay = day(new Date(deleted_at), "medium");
  const facts = [
    kind,
    deleted_by
      ? text("bin.deletedBy", { name: deleted_by.fullname, day: deletionDay })
      : text("bin.deletedOn", { day: deletionDay }),
    text("bin.daysLeft", { count: daysLeft(today, purge_at, zone) }),
  ];
  return (
    <li className={classes.row}>
      {icon}
      <span className={classes.name}>
        <bdi>{name}</bdi>
        <small className={tones.quiet}>
          <JoinedTexts texts={facts} />
        </small>
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={text("bin.restoreNamed", { title: name })}
        loading={isRestoring}
        onClick={onRestore}
      >
        {text("task.restore")}
      </Button>
      {onPurge && (
        <ActionIcon
          aria-label={text("bin.purgeNamed", { title: name })}
          title={text("task.deleteForGood")}
          onClick={onPurge}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

interface PurgeDialogProps {
  name: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function PurgeDialog({ name, isPending, onConfirm, onClose }: PurgeDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      opened
      title={text("bin.purgeTitle", { title: name })}
      confirmLabel={text("task.deleteForGood")}
      pending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {text("bin.purgeWhy")}
    </ConfirmDialog>
  );
}
