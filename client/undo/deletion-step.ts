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
