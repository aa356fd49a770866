import { type PendingStep, rememberPending, type UndoStep } from "./history";

/**
 * Mutation options of an undoable call: its step is in the history from the time of sending. `stepOf` returns the undo step for the
 * response; null if nothing changed.
 */
export const undoableMutation = <Reply, Input>(
  text: string,
  stepOf: (reply: Reply, input: Input) => UndoStep | null,
) => ({
  onMutate: () => rememberPending(text),
  onSettled: (reply: Reply | undefined, _error: unknown, input: Input, land: unknown) =>
    (land as PendingStep["land"] | undefined)?.(reply ? stepOf(reply, input) : null, { offer: true }),
});
