import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isLoopback, networkOf } from "../addresses";

/** An office of a thousand people in the morning, each with a socket and what else a browser keeps open for a minute. */
export const mostOfAddress = 5_000;

/**
 * Connections are file handles: who asks for nothing on them, and comes again when they end, would have all of them, and nobody
 * else would get in. Behind a proxy all have its address, and it's the proxy that knows whose they are.
 */
export function limitConnections(server: Server): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isLoopback(remoteAddress)) return; // gone already; or this computer
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > mostOfAddress) return void socket.destroy();
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
