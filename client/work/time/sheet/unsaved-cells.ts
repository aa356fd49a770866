import { OverlayQueue } from "../../../platform/pending/overlay";
import { unsentChanges } from "../../../platform/pending/pending";

/** Values of cells being saved, by `<task> <day>`. */
export const cellQueue = new OverlayQueue<{ minutes: number; saving: boolean }>("time");

/** Cells with a refused or unreadable value; the week can't be submitted before they are corrected. */
const invalidCells = new Set<string>();

export function markInvalid(cell: string): () => void {
  invalidCells.add(cell);
  return () => invalidCells.delete(cell);
}

/**
 * Waits for pending cells of these days.
 * @returns true if one of them can't be saved
 */
export async function hasInvalidCells(from: string, to: string): Promise<boolean> {
  const isWithin = (cell: string) => cell.slice(-10) >= from && cell.slice(-10) <= to;
  const saving = unsentChanges(cellQueue.changes.value).filter(({ change }) => isWithin(String(change.about)));
  const refused = await Promise.all(
    saving.map(({ id }) =>
      cellQueue.outcomeOf(id).then(
        () => false,
        () => true,
      ),
    ),
  );
  return refused.includes(true) || [...invalidCells].some(isWithin);
}
