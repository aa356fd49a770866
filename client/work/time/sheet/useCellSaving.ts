import { readTimeSheet } from "../../../../shared/work/time/sheet.contract";
import type { SheetCell, SheetTask } from "../../../../shared/work/time/sheet.rules";
import { deleteTimeEntry } from "../../../../shared/work/time/time.contract";
import { call } from "../../../platform/api";
import { useFormat } from "../../../platform/intl/useText";
import { useOverlay } from "../../../platform/pending/overlay";
import { refetch } from "../../../platform/query";
import { useEntryActions } from "../useEntryActions";
import { cellQueue } from "./unsaved-cells";

export const refetchSheet = () => refetch(readTimeSheet);

/** A cell with the user's pending value, and the function that sets its minutes; zero deletes its entry. */
export function useCellSaving(task: SheetTask, { date, entries, minutes }: SheetCell) {
  const { day } = useFormat();
  const { create, update } = useEntryActions();
  const about = `${task.id} ${date}`;
  const cellState = useOverlay(cellQueue, about, { minutes, saving: false });

  /** @throws ProblemError */
  const save = (newMinutes: number): Promise<unknown> => {
    const [entry] = entries;
    const values = { date, hours: Math.floor(newMinutes / 60), minutes: newMinutes % 60 };
    const send = async (idempotencyKey: string): Promise<void> => {
      if (entry && newMinutes === 0) await call(deleteTimeEntry, { params: { id: entry.id } });
      else if (entry) await update(entry.id, entry.version, { ...values, note: entry.note });
      else if (newMinutes > 0) await create(task.id, values, { idempotencyKey });
      await refetchSheet(); // before the pending value is dropped, so that the old one doesn't flash
    };
    return cellQueue.lay(
      { about, apply: () => ({ minutes: newMinutes, saving: true }), isVisible: () => true, send },
      { label: `${task.key} ${day(date)}` },
    );
  };
  return { ...cellState, save };
}
