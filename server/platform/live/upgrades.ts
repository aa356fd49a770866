import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

const refusal = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Node.js hands the connection of a request that wants another protocol over, and hears nothing of it any more: not that it broke
 * off either, which would end the process, unheard. So each is heard here, and those that aren't for our sockets end at once
 * (engine.io keeps them for a second, and for good where something was answered on them before). To be called before anybody
 * else listens.
 */
export function hearUpgrades(server: Server, path: string): void {
  server.on("upgrade", ({ url = "" }: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {}); // it is closed with that
    if (!url.startsWith(path)) socket.end(refusal, () => socket.destroy());
  });
}
