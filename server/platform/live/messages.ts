import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { createRareLog } from "../rarely";

/** Which stream a message is about; null when it names none. Until then it is anything at all: what isn't text can't be made one. */
export function streamOf(message: unknown): StreamName | null {
  const stream = (message as { stream?: unknown } | null | undefined)?.stream;
  return parseStream(stream) ? (stream as StreamName) : null;
}

/**
 * For handlers of a connection's messages: one that throws ends this connection. Nobody else would catch it, and it would end the
 * process, with everybody's connections.
 */
export const guardedFor =
  (socket: { disconnect(close: true): unknown }, rarely: ReturnType<typeof createRareLog>) =>
  <Sent extends unknown[]>(run: (...sent: Sent) => void) =>
  (...sent: Sent): void => {
    try {
      run(...sent);
    } catch (error) {
      rarely("error", "a message could not be taken", { err: error });
      socket.disconnect(true);
    }
  };
