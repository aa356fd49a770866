import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { limits } from "./limits";

/**
 * Pings are answered below, and only to clients that read. Fragments of unfinished messages are buffered: proxies may fragment messages,
 * but the longest message arrives in two or three fragments.
 */
const protocol = { autoPong: false, maxFragments: 32, maxBufferedChunks: 1_000 };

/** Network sockets of admitted connections. */
const admitted = new WeakSet<Duplex>();

/** Allows the frames of an admitted connection instead of the few that admission needs. */
export const admitFrames = (request: IncomingMessage): void => void admitted.add(request.socket);

/**
 * Limits frames from the start of a connection, below the level of messages. Each frame costs time and usually a reply, which is buffered
 * for clients that don't read. Without this limit, any number of protocol pings and rejected messages would be answered.
 */
export class FrameLimitedServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...protocol });
  }

  override handleUpgrade(
    request: InstanceType<typeof IncomingMessage>,
    socket: Duplex,
    head: Buffer,
    callback: (client: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (client, upgraded) => {
      countFrames(client, socket);
      callback(client, upgraded);
    });
  }
}

function countFrames(client: WebSocket, socket: Duplex): void {
  const { frames, framesBeforeAdmission, windowSeconds } = limits.sockets;
  let since = Date.now();
  let received = 0;
  const count = (): boolean => {
    received += 1;
    if (admitted.has(socket) && Date.now() - since > windowSeconds * 1_000) {
      since = Date.now();
      received = 1;
    }
    if (received < (admitted.has(socket) ? frames : framesBeforeAdmission)) return true;
    client.removeAllListeners("message"); // ignores further frames of the same packet
    socket.destroy();
    return false;
  };
  client.on("message", count);
  client.on("ping", (data) => {
    if (count() && client.bufferedAmount === 0) client.pong(data);
  });
  client.on("pong", count); // never requested
}
