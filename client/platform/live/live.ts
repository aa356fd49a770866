import { protocolVersion } from "../../../shared/kernel/streams";
import { LiveConnection } from "./live-connection";
import type { Live, LiveSocket } from "./live.types";
import { reconnecting, triesLessLater } from "./reconnecting";

/**
 * The live connection of this page. socket.io comes with the first sign-in, not with the login screen. WebSocket only:
 * long polling would need sticky servers and hides half-open connections for longer.
 */
export const live: Live = new LiveConnection(async (token) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    path: "/socket.io",
    transports: ["websocket"],
    auth: { token, protocol: protocolVersion },
    autoConnect: false,
    forceNew: true,
    ...reconnecting,
  });
  triesLessLater(socket.io);
  return socket as unknown as LiveSocket;
});
