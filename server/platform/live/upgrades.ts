import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

const refusal = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** In milliseconds: how long the last messages of a closed connection may take to be sent. */
const sendMs = 500;

/**
 * After an upgrade Node.js drops its error listeners, so that a connection error would be uncaught and end the process. This adds a
 * listener to each upgraded socket and destroys sockets for other paths immediately, which engine.io keeps for a second or longer. Must be
 * called before other listeners are added.
 *
 * @returns a function that ends all upgraded sockets. Closing a WebSocket waits up to 30 seconds for the client's answer, and the server's
 *   end would wait for the slowest client.
 */
export function handleUpgrades(server: Server, path: string): () => void {
  const upgraded = new Set<Socket>();
  server.on("upgrade", ({ url = "" }: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {}); // the socket closes after an error
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    if (!url.startsWith(path)) socket.end(refusal, () => socket.destroy());
  });
  return () => {
    for (const socket of upgraded) socket.destroySoon();
    setTimeout(() => upgraded.forEach((socket) => socket.destroy()), sendMs).unref();
  };
}
