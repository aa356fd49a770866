import { protocolVersion } from "../../../shared/kernel/streams";
import { LiveConnection } from "./live-connection";
import type { LiveClient, LiveSocket } from "./live.types";
import { reconnectDelays, slowDownReconnects } from "./reconnect-backoff";

/**
 * The live connection of this page. socket.io loads at sign-in rather than with the login screen. WebSocket only: long polling would need
 * sticky sessions and detects half-open connections later.
 */
export const liveClient: LiveClient = new LiveConnection(async (token) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    path: "/socket.io",
    transports: ["websocket"],
    auth: { token, protocol: protocolVersion },
    autoConnect: false,
    forceNew: true,
    ...reconnectDelays,
  });
  slowDownReconnects(socket.io);
  return socket as unknown as LiveSocket;
});
