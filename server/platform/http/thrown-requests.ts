import type { Server } from "node:http";
import type { Logger } from "pino";

type Listener = (request: unknown, answer: { destroy(): unknown }, ...more: unknown[]) => void;

/**
 * What is thrown while a request is taken up, before any of its hooks (an address that can't be decoded is answered there), nobody
 * catches: it would end the process, with everybody's requests. It ends this one's connection. To be called once all who
 * listen do, and again when others have come.
 */
export function endThrownRequests(server: Server, log: Pick<Logger, "error">): void {
  for (const event of ["request", "upgrade"]) {
    const listeners = server.listeners(event) as Listener[];
    if (listeners.length === 0) continue; // whoever listens for upgrades gets them
    server.removeAllListeners(event);
    server.on(event, ((request, answer, ...more) => {
      try {
        for (const take of listeners) take(request, answer, ...more);
      } catch (error) {
        log.error({ err: error }, "a request could not be taken up");
        answer.destroy();
      }
    }) satisfies Listener);
  }
}
