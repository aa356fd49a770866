import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { type SheetCell, minutesOfEntry, type SheetTask } from "../../../../shared/work/time/sheet.rules";
import type { TimeEntry } from "../../../../shared/work/time/time.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./CellEntries.module.css";
import { EntryForm } from "../EntryForm";
import { refetchSheet, refetchSheetAndThrow } from "./useCellSaving";
import { useDurationFormat } from "../timer/useDurationFormat";
import { useEntryActions } from "../useEntryActions";

interface CellEntriesProps {
  task: SheetTask;
  cell: SheetCell;
  dayMinutes: number;
  onDone: () => void;
}

export function CellEntries({ task, cell, dayMinutes, onDone }: CellEntriesProps) {
  const text = useText();
  const { day } = useFormat();
  const { hours } = useDurationFormat();
  const { create, update, remove } = useEntryActions();
  const several = cell.entries.length > 1;
  const [chosen, setChosen] = useState<TimeEntry | "new" | null>(several ? null : (cell.entries[0] ?? "new"));
  // The entry as it is now: it may have been changed in another tab since it was chosen.
  const edited = chosen === "new" ? null : (cell.entries.find((entry) => entry.id === chosen?.id) ?? chosen);
  const done = async () => {
    await refetchSheet();
    onDone();
  };
  return (
    <div className={classes.box}>
      <header className={classes.head}>
        <b>
          <bdi className="clip">{task.title}</bdi>
          <span>{day(cell.date)}</span>
        </b>
        <ActionIcon size={28} onClick={onDone} aria-label={text("action.close")}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      {chosen === null ? (
        <ul className={classes.list}>
          {cell.entries.map((entry) => (
            <li key={entry.id}>
              <UnstyledButton className={classes.entry} onClick={() => setChosen(entry)}>
                <bdi className="clip">{entry.note ?? text("time.noNote")}</bdi>
                <span className="num">{hours(minutesOfEntry(entry))}</span>
              </UnstyledButton>
            </li>
          ))}
          <li>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
              onClick={() => setChosen("new")}
            >
              {text("time.another")}
            </Button>
          </li>
        </ul>
      ) : (
        <EntryForm
          initial={
            edited === null
              ? { date: cell.date, minutes: 0, note: null, version: 0 }
              : { date: cell.date, minutes: minutesOfEntry(edited), note: edited.note, version: edited.version }
          }
          hint={text("time.onThisDay", { length: hours(dayMinutes) })}
          onSave={async (values, submission, version) => {
            if (edited === null) await create(task.id, values, submission);
            else await update(edited.id, version, values).catch(refetchSheetAndThrow);
            await done();
          }}
          onDelete={
            edited === null
              ? undefined
              : async () => {
                  if (await remove(edited)) await done();
                  else await refetchSheet();
                }
          }
        />
      )}
    </div>
  );
}
