import { type PendingStep, rememberPending, type Step } from "./history";

/**
 * Options for a call that can be taken back: its step stands among the others from the moment it is sent. `stepOf` says
 * how, once it is answered; null where nothing has changed.
 */
export const undoable = <Reply, Input>(text: string, stepOf: (reply: Reply, input: Input) => Step | null) => ({
  onMutate: () => rememberPending(text),
  onSettled: (reply: Reply | undefined, _error: unknown, input: Input, land: unknown) =>
    (land as PendingStep["land"] | undefined)?.(reply ? stepOf(reply, input) : null, { offer: true }),
});
