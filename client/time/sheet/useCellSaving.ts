import { deleteTimeEntry } from "../../../shared/time/time.contract";
import { readTimeSheet } from "../../../shared/time/sheet.contract";
import type { Cell, SheetTask } from "../../../shared/time/sheet.rules";
import { call } from "../../platform/api";
import { keyOf, queryClient } from "../../platform/query";
import { useEntryActions } from "../useEntryActions";

/** The sheet is read again before what was typed gives way to it: nothing flickers back to what it was. */
export const sheetIsTrue = () => queryClient.invalidateQueries({ queryKey: keyOf(readTimeSheet) });

/** Makes a cell hold so many minutes; none deletes what is there. Throws what the server refuses. */
export function useCellSaving(task: SheetTask, { date, entries }: Cell): (minutes: number) => Promise<void> {
  const { create, update } = useEntryActions();
  return async (minutes) => {
    const [entry] = entries;
    const length = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
    if (!entry) {
      if (minutes === 0) return;
      await create(task.id, { date, ...length });
    } else if (minutes === 0) await call(deleteTimeEntry, { params: { id: entry.id } });
    else await update(entry.id, entry.version, { date, ...length, note: entry.note });
    await sheetIsTrue();
  };
}
