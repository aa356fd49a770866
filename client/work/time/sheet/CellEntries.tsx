import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { type SheetCell, minutesOfEntry, type SheetTask } from "../../../../shared/work/time/sheet.rules";
import type { TimeEntry } from "../../../../shared/work/time/time.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./CellEntries.module.css";
import { EntryForm } from "../EntryForm";
import { refetchSheet } from "./useCellSaving";
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
            chosen === "new"
              ? { date: cell.date, minutes: 0, note: null }
              : { date: cell.date, minutes: minutesOfEntry(chosen), note: chosen.note }
          }
          hint={text("time.onThisDay", { length: hours(dayMinutes) })}
          onSave={async (values, submission) => {
            if (chosen === "new") await create(task.id, values, submission);
            else await update(chosen.id, chosen.version, values);
            await done();
          }}
          onDelete={
            chosen === "new"
              ? undefined
              : async () => {
                  if (await remove(chosen)) await done();
                }
          }
        />
      )}
    </div>
  );
}
