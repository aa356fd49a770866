import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseCrumbs } from "./pieces";

type Asked = [request: IncomingMessage, response: ServerResponse];

/** No browser and no proxy sends a second request before the first is answered; programs that do send few. */
const mostWaiting = 50;

/** Ten listen to the end of an answer that is streamed before anybody here does, and Node.js warns from the eleventh on. */
const mostListeners = 20;

/**
 * Several requests may come at once on one connection. They are taken up one after the other, each once the one before is answered
 * and read: were they all begun, whoever reads none of the answers would hold as many open files, places in line and transactions
 * as they have sent lines, for as long as they like. What breaks off behind another is never begun. With more than a few
 * waiting the connection ends.
 *
 * It stands before whoever listens, also those who come later: sockets take over what listens before them.
 */
export function takeRequestsInTurn(server: Server): void {
  const lines = new WeakMap<Socket, Asked[]>();
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;

  function begin(socket: Socket, line: Asked[], [request, response]: Asked): void {
    response.setMaxListeners(mostListeners);
    response.once("close", () => {
      const next = line.shift();
      // Without the connection it is nobody's any more: that one was closed, or ends with the answer before.
      if (next && next[1].socket === socket && !socket.destroyed) begin(socket, line, next);
      else lines.delete(socket);
    });
    emit("request", request, response);
  }

  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== "request") return emit(event, ...args);
    const asked = args as Asked;
    const [request] = asked;
    const { socket } = request;
    const line = lines.get(socket);
    if (socket.destroyed) return true; // what else was in the packet
    refuseCrumbs(request);
    if (line && line.length >= mostWaiting) socket.destroy();
    else if (line) line.push(asked);
    else {
      const first: Asked[] = [];
      lines.set(socket, first);
      begin(socket, first, asked);
    }
    return true;
  };
}
