/**
 * How a lost connection is made anew, in socket.io's words. It takes up to half more or less of each delay, so that not everybody
 * comes at once.
 */
export const reconnecting = { reconnectionDelay: 300, reconnectionDelayMax: 1_600 };

/** A server that is started anew is back by then; one that isn't is left alone more. */
const oftenUntilAttempt = 15;
const seldomMs = 6_000;

/** What socket.io's manager has of it. */
export interface Reconnects {
  on(event: "reconnect_attempt", listener: (attempt: number) => void): unknown;
  reconnectionDelayMax(ms: number): unknown;
}

/** Tries often for some twenty seconds, and seldom from then on, until the connection is there again. */
export function triesLessLater(manager: Reconnects): void {
  manager.on("reconnect_attempt", (attempt) => {
    manager.reconnectionDelayMax(attempt < oftenUntilAttempt ? reconnecting.reconnectionDelayMax : seldomMs);
  });
}
