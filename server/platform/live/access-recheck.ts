import { isAskedFor, type StreamName } from "../../../shared/kernel/events";
import { type AccessChange, outsideRoomOf, roomOf, viewersRoomOf } from "./broadcast";
import type { Checks } from "./checks";
import { connectedAs } from "./connected-as";
import type { LiveServer, LiveSocket } from "./live";
import type { createRareLog } from "../rarely";

/** Asked together (checks.ts), so that a large room is some transactions; those who come have their turn in between. */
const atOnce = 64;

export interface AccessRecheck {
  /** Access may have changed for those in a room. */
  room(change: AccessChange): Promise<void>;
  /** Changes may have passed unheard. */
  everyone(): Promise<void>;
  one(socket: LiveSocket): Promise<void>;
}

/**
 * One run of each name at a time and one more behind it: whatever is asked for while one is under way is answered by the next,
 * which begins after it was asked. A hundred changes of one room are two looks at it rather than a hundred.
 */
export function runsOfEach(): (name: string, run: () => Promise<void>) => Promise<void> {
  const under = new Map<string, { now: Promise<void>; next: Promise<void> | null }>();
  const start = (name: string, run: () => Promise<void>): Promise<void> => {
    const now = run().finally(() => {
      if (under.get(name)?.next === null) under.delete(name);
    });
    under.set(name, { now, next: null });
    return now;
  };
  return (name, run) => {
    const known = under.get(name);
    if (!known) return start(name, run);
    const again = () => start(name, run);
    known.next ??= known.now.then(again, again);
    return known.next;
  };
}

/** Connections of this process ask the policy again, and leave what they may no longer see. */
export function recheckAccess(
  checks: Checks,
  io: LiveServer,
  rarely: ReturnType<typeof createRareLog>,
  presenceChanged: (tenantId: number, stream: StreamName) => void,
): AccessRecheck {
  const runs = runsOfEach();

  async function one(socket: LiveSocket, later: boolean): Promise<void> {
    try {
      const lost = await lostStreams(checks, socket, later);
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
        if (socket) await one(socket, true);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  return {
    one: (socket) => one(socket, false),
    room: ({ tenantId, stream }) =>
      runs(roomOf(tenantId, stream), () =>
        all(
          [roomOf(tenantId, stream), viewersRoomOf(tenantId, stream)].flatMap((room) => [
            ...(io.of("/").adapter.rooms.get(room) ?? []),
          ]),
        ),
      ),
    everyone: () => runs("everyone", () => all(io.of("/").sockets.keys())),
  };
}

/** The streams a connection has asked for and may no longer see; why not, when it can't go on at all. */
async function lostStreams(
  checks: Checks,
  { data, rooms }: LiveSocket,
  later: boolean,
): Promise<StreamName[] | "nobody" | "another"> {
  const prefix = `${data.tenantId}/`;
  const streams = [...rooms]
    .filter((room) => room.startsWith(prefix))
    .map((room) => room.slice(prefix.length) as StreamName)
    .filter(isAskedFor);
  const { found, following } = await checks.ask(data.tenantId, { token: data.token, connection: data, streams }, later);
  const actor = connectedAs(found, data);
  return typeof actor === "string" ? actor : streams.filter((_, at) => following[at] === "no");
}
