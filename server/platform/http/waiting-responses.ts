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
    open.add(response);
    response.once("close", () => open.delete(response));
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
