/** A change of the user that the server's state doesn't include yet. */
export interface PendingState {
  /** Sent as the idempotency key with every attempt. */
  id: string;
  /**
   * `waiting`: to be sent; `sent`: without a response; `done`: accepted, but the server's state doesn't show it yet; `refused`: kept with
   * the reason until dismissed.
   */
  state: "waiting" | "sent" | "done" | "refused";
  attempts: number;
  refusal: Refusal | null;
}

export interface Refusal {
  code: string;
  /** Message of the field that the server refused, or of the whole call. */
  message: string;
  /** Path of the refused field in the input. */
  field?: string;
}

export const newPendingState = { state: "waiting", attempts: 0, refusal: null } as const;

const isUnsent = ({ state }: PendingState) => state === "waiting" || state === "sent";

/** Changes are sent sequentially in the order made, because later ones may depend on earlier ones. */
export function nextPending<P extends PendingState>(pendingChanges: readonly P[]): P | undefined {
  return pendingChanges.find(isUnsent);
}

export function unsentChanges<P extends PendingState>(pendingChanges: readonly P[]): P[] {
  return pendingChanges.filter(isUnsent);
}

export function withdrawableChanges<P extends PendingState>(pendingChanges: readonly P[], ids: readonly string[]): P[] {
  return pendingChanges.filter((pending) => pending.state === "waiting" && ids.includes(pending.id));
}

export function markSent<P extends PendingState>(pendingChanges: readonly P[], id: string): P[] {
  return pendingChanges.map((pending) =>
    pending.id === id ? { ...pending, state: "sent", attempts: pending.attempts + 1 } : pending,
  );
}

export function markUnsent<P extends PendingState>(pendingChanges: readonly P[], id: string): P[] {
  return pendingChanges.map((pending) =>
    pending.id === id && pending.state === "sent" ? { ...pending, state: "waiting" } : pending,
  );
}

/** Marks a change as accepted and updates later ones with its result, such as a new version. */
export function acknowledgeChange<P extends PendingState>(
  pendingChanges: readonly P[],
  id: string,
  accepted: (done: P) => P,
  rebase: (later: P, done: P) => P = (later) => later,
): P[] {
  const done = pendingChanges.find((pending) => pending.id === id);
  if (!done) return [...pendingChanges];
  return pendingChanges.map((pending) => {
    if (pending === done) return { ...accepted(pending), state: "done" };
    return pending.state === "waiting" ? rebase(pending, done) : pending;
  });
}

/** Removes accepted changes, which a reread state already includes. */
export function dropAcceptedChanges<P extends PendingState>(pendingChanges: readonly P[]): P[] {
  return pendingChanges.filter((pending) => pending.state !== "done");
}
