import type { IncomingMessage } from "node:http";
import type { LiveServer } from "./live";
import type { SlowReaders } from "./slow-readers";

/** What a connection may say before it is let in: who it is, and that it is there. */
const mostOfStrangers = 20;
/** Twice what a session may say over all of its connections (socket-limits.ts): what isn't a message is counted here alone. */
const mostInWindow = 2_000;
const windowMs = 10_000;
/**
 * Pings are answered below, to those who read. Of a message that never ends each piece is kept, with all that came along with it:
 * programs in between may make pieces, but one of 32 kB (live.ts) comes in two or three.
 */
const protocol = { autoPong: false, maxFragments: 32, maxBufferedChunks: 1_000 };

/** Of engine.io's connections what is used here. */
export interface Connection {
  request: IncomingMessage;
  transport: { writable: boolean; socket?: WebSocketEnd; on(event: "drain", hear: () => void): unknown };
  on(event: "data" | "drain" | "packetCreate" | "close", hear: (about: { data?: unknown }) => void): unknown;
  removeAllListeners(event: "data"): unknown;
}

interface WebSocketEnd {
  bufferedAmount: number;
  pong(data: Buffer): void;
  on(event: "ping" | "pong", hear: (data: Buffer) => void): unknown;
}

/**
 * What a connection may do from its first moment, whoever it is: below the level of messages nobody counts. Each frame costs time and
 * mostly an answer, which waits in memory for whoever doesn't read: a ping of the protocol's, which no browser sends, was
 * answered without end, and so was being refused.
 */
export function limitFrames(io: LiveServer, readers: SlowReaders): void {
  const letIn = new WeakSet<object>();
  io.on("connection", ({ conn }) => void letIn.add(conn));
  // Each time: engine.io makes another one when the server begins to listen.
  io.engine.use((_request: unknown, _answer: unknown, next: () => void) => {
    Object.assign((io.engine as unknown as { ws: { options: object } }).ws.options, protocol);
    next();
  });
  io.engine.on("connection", (conn: Connection) => {
    readers.watch(conn);
    let since = Date.now();
    let heard = 0;
    const hear = () => {
      heard += 1;
      if (letIn.has(conn) && Date.now() - since > windowMs) {
        since = Date.now();
        heard = 1;
      }
      if (heard <= (letIn.has(conn) ? mostInWindow : mostOfStrangers)) return true;
      conn.removeAllListeners("data"); // what came along in the same packet
      conn.request.socket.destroy();
      return false;
    };
    conn.on("data", hear);
    const { socket } = conn.transport;
    socket?.on("ping", (data) => {
      if (hear() && socket.bufferedAmount === 0) socket.pong(data);
    });
    socket?.on("pong", hear); // nobody asks for one
  });
}
