import type { UndoStep } from "./history";

/** The undo step of a deletion that moved records to the bin. Redo deletes them again. */
export const deletionStep = (
  text: string,
  calls: { restore: () => Promise<unknown>; remove: () => Promise<unknown> },
): UndoStep => ({
  text,
  undo: async () => {
    await calls.restore();
    return {
      text,
      undo: async () => {
        await calls.remove();
        return deletionStep(text, calls);
      },
    };
  },
});

/** The undo step of a final deletion: undo creates the record again, which then has another id. */
export function recreationStep(
  text: string,
  id: number,
  calls: { create: () => Promise<{ data: { id: number } }>; remove: (id: number) => Promise<unknown> },
): UndoStep {
  let currentId = id;
  return deletionStep(text, {
    restore: async () => {
      currentId = (await calls.create()).data.id;
    },
    remove: () => calls.remove(currentId),
  });
}
