/** socket.io's reconnect delays in ms. It randomizes each by up to 50 percent, so that clients don't all reconnect at once. */
export const reconnectDelays = { reconnectionDelay: 300, reconnectionDelayMax: 1_600 };

/** Number of fast attempts. A restarting server is usually back before they are used up; later attempts are rarer. */
const fastAttempts = 15;
const slowDelayMs = 6_000;

export interface ReconnectManager {
  on(event: "reconnect_attempt", listener: (attempt: number) => void): unknown;
  reconnectionDelayMax(ms: number): unknown;
}

/** Reconnects often for about twenty seconds, then rarely, until the connection is restored. */
export function slowDownReconnects(manager: ReconnectManager): void {
  manager.on("reconnect_attempt", (attempt) => {
    manager.reconnectionDelayMax(attempt < fastAttempts ? reconnectDelays.reconnectionDelayMax : slowDelayMs);
  });
}
