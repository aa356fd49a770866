import type { FastifyInstance } from "fastify";
import { isAskedFor, type StreamName } from "../../../shared/kernel/events";
import { type AccessChange, outsideRoomOf, roomOf, viewersRoomOf } from "./broadcast";
import { connectedAs } from "./connected-as";
import type { LiveServer, LiveSocket } from "./live";
import { createRareLog } from "../rarely";
import type { StreamPolicy } from "./subscribe";

/** Enough to be quick in a large room, few enough to leave connections for those who come. */
const atOnce = 3;

export interface AccessRecheck {
  /** Access may have changed for those in a room. */
  room(change: AccessChange): Promise<void>;
  /** Changes may have passed unheard. */
  everyone(): Promise<void>;
  one(socket: LiveSocket): Promise<void>;
}

/** Connections of this process ask the policy again, and leave what they may no longer see. */
export function recheckAccess(
  app: FastifyInstance,
  io: LiveServer,
  policy: StreamPolicy,
  presenceChanged: (tenantId: number, stream: StreamName) => void,
): AccessRecheck {
  const rarely = createRareLog(app.platform.log);
  async function one(socket: LiveSocket): Promise<void> {
    try {
      const lost = await lostStreams(app, policy, socket);
      if (lost === "nobody") socket.emit("revoked", { stream: null });
      if (lost === "nobody" || lost === "another") {
        socket.disconnect(true); // whoever is somebody comes back by itself, and hears what they may hear now
        return;
      }
      for (const stream of lost) {
        await socket.leave(roomOf(socket.data.tenantId, stream));
        await socket.leave(outsideRoomOf(socket.data.tenantId, stream));
        delete socket.data.focus[stream];
        socket.emit("revoked", { stream });
        presenceChanged(socket.data.tenantId, stream);
      }
    } catch (error) {
      rarely("warn", "access could not be checked; connection closed", { err: error });
      socket.disconnect(true); // it comes back by itself, and is asked then
    }
  }

  async function all(ids: Iterable<string>): Promise<void> {
    const queue = [...ids].values(); // rooms change while we work
    const worker = async () => {
      for (const id of queue) {
        const socket = io.of("/").sockets.get(id);
        if (socket) await one(socket);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  return {
    one,
    room: ({ tenantId, stream }) =>
      all(
        [roomOf(tenantId, stream), viewersRoomOf(tenantId, stream)].flatMap((room) => [
          ...(io.of("/").adapter.rooms.get(room) ?? []),
        ]),
      ),
    everyone: () => all(io.of("/").sockets.keys()),
  };
}

/** The streams a connection has asked for and may no longer see; why not, when it can't go on at all. */
async function lostStreams(
  app: FastifyInstance,
  policy: StreamPolicy,
  socket: LiveSocket,
): Promise<StreamName[] | "nobody" | "another"> {
  const { tenantId } = socket.data;
  const prefix = `${tenantId}/`;
  const streams = [...socket.rooms]
    .filter((room) => room.startsWith(prefix))
    .map((room) => room.slice(prefix.length) as StreamName)
    .filter(isAskedFor);
  return app.platform.socketWork({ tenantId, readOnly: true }, async (tx) => {
    const actor = await connectedAs(tx, socket.data);
    if (typeof actor === "string") return actor;
    const lost: StreamName[] = [];
    for (const stream of streams) if (actor.planExpired || !(await policy(tx, actor, stream))) lost.push(stream);
    return lost;
  });
}
