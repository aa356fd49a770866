import type { FastifyInstance } from "fastify";
import { isAskedFor, type StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { type AccessChange, outsideRoomOf, roomOf, viewersRoomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";
import { createRareLog } from "../rarely";
import { findActor, preconditionOf } from "../session";
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
      if (lost === "other side") {
        socket.disconnect(true); // it comes back by itself, and hears what it may hear now
        return;
      }
      if (lost === null) {
        socket.emit("revoked", { stream: null });
        socket.disconnect(true);
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

/**
 * The streams a connection has asked for and may no longer see; null when it may not be connected at all; `other side` when the
 * person was made one from outside, or isn't any more.
 */
async function lostStreams(
  app: FastifyInstance,
  policy: StreamPolicy,
  socket: LiveSocket,
): Promise<StreamName[] | "other side" | null> {
  const { tenantId, token } = socket.data;
  const prefix = `${tenantId}/`;
  const streams = [...socket.rooms]
    .filter((room) => room.startsWith(prefix))
    .map((room) => room.slice(prefix.length) as StreamName)
    .filter(isAskedFor);
  return app.platform.socketWork({ tenantId, readOnly: true }, async (tx) => {
    const found = await findActor(tx, token).catch((error) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    if (!found || preconditionOf(found.actor)) return null;
    if (found.actor.external !== socket.data.external) return "other side";
    // It comes back as whom it sees the product now.
    if (found.actor.id !== socket.data.person.id || !found.actor.viewing !== !socket.data.viewing) return "other side";
    const lost: StreamName[] = [];
    const { actor } = found;
    for (const stream of streams) if (actor.planExpired || !(await policy(tx, actor, stream))) lost.push(stream);
    return lost;
  });
}
