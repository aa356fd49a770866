import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseCrumbs } from "./pieces";

type Asked = [request: IncomingMessage, response: ServerResponse];
type Line = [event: string | symbol, ...Asked][];

/** What Node.js tells of a request: that it is there, or that it expects something that Node.js doesn't know (`Expect: tea`). */
const events: ReadonlySet<string | symbol> = new Set(["request", "checkExpectation"]);

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
 * It stands before whoever listens, also those who come later: sockets take over what listens before them. Two kinds Node.js
 * would answer by itself, past the line, and thousands of them in one packet: 64 kB of them stood for 8 MB behind an answer that
 * nobody reads. So those that expect something stand in line, too, and those that name no host are as others: whoever
 * takes them up refuses them (host.ts).
 */
export function takeRequestsInTurn(server: Server): void {
  Object.assign(server, { requireHostHeader: false });
  server.on("checkExpectation", (_, response) => response.writeHead(417).end());
  const lines = new WeakMap<Socket, Line>();
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;

  function begin(socket: Socket, line: Line, [event, request, response]: Line[number]): void {
    response.setMaxListeners(mostListeners);
    response.once("close", () => {
      const next = line.shift();
      // Without the connection it is nobody's any more: that one was closed, or ends with the answer before.
      if (next && next[2].socket === socket && !socket.destroyed) begin(socket, line, next);
      else lines.delete(socket);
    });
    emit(event, request, response);
  }

  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (!events.has(event)) return emit(event, ...args);
    const [request, response] = args as Asked;
    const { socket } = request;
    const line = lines.get(socket);
    if (socket.destroyed) return true; // what else was in the packet
    refuseCrumbs(request);
    if (line && line.length >= mostWaiting) socket.destroy();
    else if (line) line.push([event, request, response]);
    else {
      const first: Line = [];
      lines.set(socket, first);
      begin(socket, first, [event, request, response]);
    }
    return true;
  };
}
