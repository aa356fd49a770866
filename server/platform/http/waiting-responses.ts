import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Several requests may come at once on one connection, and are answered in their order. When it breaks off, Node.js tells that
 * to the answer which is being written alone: those that wait behind it would never end, and what is given back or done at a
 * call's end (its place in line, mails) never would be.
 */
export function endWaitingResponses(server: Server): void {
  const ofSocket = new WeakMap<Socket, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    const open = ofSocket.get(socket) ?? new Set<ServerResponse>();
    if (!ofSocket.has(socket)) {
      ofSocket.set(socket, open);
      socket.once("close", () => endAll(open));
    }
    // Without a listener of its own on each answer: they have ten already.
    for (const earlier of open) if (earlier.closed || earlier.writableFinished) open.delete(earlier);
    open.add(response);
  });
}

/** As Node.js does it for the one that has the connection. */
function endAll(open: ReadonlySet<ServerResponse>): void {
  for (const response of open) {
    if (response.socket !== null || response.closed) continue;
    response.destroyed = true;
    response.emit("close");
  }
}
