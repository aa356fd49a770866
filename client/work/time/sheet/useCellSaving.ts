import { readTimeSheet } from "../../../../shared/work/time/sheet.contract";
import { listWeeks } from "../../../../shared/work/time/week.contract";
import type { SheetCell, SheetTask } from "../../../../shared/work/time/sheet.rules";
import { deleteTimeEntry, type TimeEntry } from "../../../../shared/work/time/time.contract";
import { call } from "../../../platform/api";
import { useFormat } from "../../../platform/intl/useText";
import { useOverlay } from "../../../platform/pending/overlay";
import { ProblemError } from "../../../platform/problem-error";
import { refetch } from "../../../platform/query";
import { ignoreMissing } from "../ignore-missing";
import { useEntryActions } from "../useEntryActions";
import { cellQueue } from "./unsaved-cells";

/** The weeks are refetched as well: no event arrives for a project that isn't shown yet. */
export const refetchSheet = () => refetch(readTimeSheet, listWeeks);

/** After a refused save: the sheet then has the entry's current version, so that the next save isn't refused again. */
export async function refetchSheetAndThrow(error: unknown): Promise<never> {
  if (error instanceof ProblemError) await refetchSheet();
  throw error;
}

type SavedEntry = Pick<TimeEntry, "id" | "version" | "note"> | null;

/** Entries of cells as the last save left them, for another save that was requested before; null for a deleted one. */
const savedEntries = new Map<string, SavedEntry>();

/** A cell with the user's pending value, and the function that sets its minutes; zero deletes its entry. */
export function useCellSaving(task: SheetTask, { date, entries, minutes }: SheetCell) {
  const { day } = useFormat();
  const { create, update } = useEntryActions();
  const about = `${task.id} ${date}`;
  const cellState = useOverlay(cellQueue, about, { minutes, saving: false });

  const write = async (entry: SavedEntry, newMinutes: number, idempotencyKey: string): Promise<SavedEntry> => {
    const values = { date, hours: Math.floor(newMinutes / 60), minutes: newMinutes % 60 };
    if (entry && newMinutes === 0) {
      await call(deleteTimeEntry, { params: { id: entry.id } }).catch(ignoreMissing);
      return null;
    }
    if (entry) {
      const saved = update(entry.id, entry.version, { ...values, note: entry.note });
      return (await saved.catch(refetchSheetAndThrow)).data;
    }
    return newMinutes > 0 ? (await create(task.id, values, { idempotencyKey })).data : null;
  };

  /** @throws ProblemError */
  const save = (newMinutes: number): Promise<unknown> => {
    const [entry = null] = entries;
    const send = async (idempotencyKey: string): Promise<void> => {
      const latest = savedEntries.get(about);
      savedEntries.set(about, await write(latest === undefined ? entry : latest, newMinutes, idempotencyKey));
      await refetchSheet(); // before the pending value is dropped, so that the old one doesn't flash
    };
    const saved = cellQueue.lay(
      { about, apply: () => ({ minutes: newMinutes, saving: true }), isVisible: () => true, send },
      { label: `${task.key} ${day(date)}` },
    );
    const forget = () => {
      if (!cellQueue.changes.value.some(({ change }) => change.about === about)) savedEntries.delete(about);
    };
    void saved.then(forget, forget);
    return saved;
  };
  return { ...cellState, save };
}
