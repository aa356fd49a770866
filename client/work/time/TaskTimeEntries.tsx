import { ActionIcon, Popover } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { TimeEntry } from "../../../shared/work/time/time.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { useDuration } from "../../ui/fields/useDuration";
import { EntryForm } from "./EntryForm";
import classes from "./TaskTimeEntries.module.css";
import { useEntryActions } from "./useEntryActions";
import tones from "../../ui/layout/tones.module.css";

export function TaskTimeEntries({ entries }: { entries: readonly TimeEntry[] }) {
  const text = useText();
  if (entries.length === 0) return <p className={tones.quiet}>{text("time.none")}</p>;
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function EntryRow({ entry }: { entry: TimeEntry }) {
  const text = useText();
  const { day } = useFormat();
  const duration = useDuration();
  const { remove } = useEntryActions();
  const minutes = entry.hours * 60 + entry.minutes;
  const entryText = `${day(entry.date)}, ${duration(minutes)}`;
  return (
    <li className={classes.row}>
      <Avatar person={entry.user} hasVisibleName />
      <span className={classes.words}>
        <span>
          <bdi className={classes.name}>{entry.user.fullname}</bdi>{" "}
          <span className={classes.day}>{day(entry.date)}</span>
        </span>
        {entry.note && <bdi className={classes.note}>{entry.note}</bdi>}
      </span>
      <span className={classes.length}>{duration(minutes)}</span>
      {entry.can.edit && (
        <span className={classes.actions}>
          <EditEntry entry={entry} label={text("time.edit", { what: entryText })} />
          <ActionIcon
            size={28}
            aria-label={text("time.delete", { what: entryText })}
            onClick={() => void remove(entry)}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

function EditEntry({ entry, label }: { entry: TimeEntry; label: string }) {
  const [opened, setOpened] = useState(false);
  const { update } = useEntryActions();
  const { date, note } = entry;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={28} aria-label={label} onClick={() => setOpened(!opened)}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {opened && (
          <EntryForm
            initial={{ date, minutes: entry.hours * 60 + entry.minutes, note, version: entry.version }}
            withDate
            onSave={async (values, _submission, version) => {
              await update(entry.id, version, values);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
