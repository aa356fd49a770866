import { needsSubscription, type StreamName } from "../../../shared/kernel/events";
import { type AccessChange, externalStreamRoomOf, streamRoomOf, viewersRoomOf } from "./broadcast";
import type { ConnectionChecks } from "./connection-checks";
import { resolveConnectionActor } from "./connection-actor";
import type { LiveServer, LiveSocket } from "./live";
import type { createThrottledLog } from "../throttled-log";

/**
 * Connections checked concurrently. Checks are batched (connection-checks.ts), so that a large room needs few transactions; new connections
 * are checked in between.
 */
const atOnce = 64;

export interface AccessRecheck {
  /** Rechecks the connections in a room whose access may have changed. */
  room(change: AccessChange): Promise<void>;
  /** Rechecks all connections, because access changes may have been missed. */
  everyone(): Promise<void>;
  one(socket: LiveSocket): Promise<void>;
}

/**
 * Runs one task per name at a time and queues at most one more, which starts after the running one: a hundred changes of a room cause two
 * rechecks instead of a hundred.
 */
export function coalesceRuns(): (name: string, run: () => Promise<void>) => Promise<void> {
  const runsByName = new Map<string, { now: Promise<void>; next: Promise<void> | null }>();
  const start = (name: string, run: () => Promise<void>): Promise<void> => {
    const now = run().finally(() => {
      if (runsByName.get(name)?.next === null) runsByName.delete(name);
    });
    runsByName.set(name, { now, next: null });
    return now;
  };
  return (name, run) => {
    const current = runsByName.get(name);
    if (!current) return start(name, run);
    const again = () => start(name, run);
    current.next ??= current.now.then(again, again);
    return current.next;
  };
}

/** Rechecks connections of this process against the policy and removes them from streams that they may no longer follow. */
export function recheckAccess(
  checks: ConnectionChecks,
  io: LiveServer,
  logThrottled: ReturnType<typeof createThrottledLog>,
  presenceChanged: (tenantId: number, stream: StreamName) => void,
): AccessRecheck {
  const runCoalesced = coalesceRuns();

  async function one(socket: LiveSocket, later: boolean): Promise<void> {
    try {
      const lost = await lostStreams(checks, socket, later);
      if (lost === "nobody") socket.emit("revoked", { stream: null });
      if (lost === "nobody" || lost === "another") {
        socket.disconnect(true); // a client with a valid session reconnects with its current access
        return;
      }
      for (const stream of lost) {
        await socket.leave(streamRoomOf(socket.data.tenantId, stream));
        await socket.leave(externalStreamRoomOf(socket.data.tenantId, stream));
        delete socket.data.focus[stream];
        socket.emit("revoked", { stream });
        presenceChanged(socket.data.tenantId, stream);
      }
    } catch (error) {
      logThrottled("warn", "access could not be checked; connection closed", { err: error });
      socket.disconnect(true); // the client reconnects and is checked then
    }
  }

  async function all(ids: Iterable<string>): Promise<void> {
    const queue = [...ids].values(); // copied because rooms change meanwhile
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
      runCoalesced(streamRoomOf(tenantId, stream), () =>
        all(
          [streamRoomOf(tenantId, stream), viewersRoomOf(tenantId, stream)].flatMap((room) => [
            ...(io.of("/").adapter.rooms.get(room) ?? []),
          ]),
        ),
      ),
    everyone: () => runCoalesced("everyone", () => all(io.of("/").sockets.keys())),
  };
}

/** The joined streams that a connection may no longer follow, or the reason why the connection must be closed. */
async function lostStreams(
  checks: ConnectionChecks,
  { data, rooms }: LiveSocket,
  later: boolean,
): Promise<StreamName[] | "nobody" | "another"> {
  const prefix = `${data.tenantId}/`;
  const streams = [...rooms]
    .filter((room) => room.startsWith(prefix))
    .map((room) => room.slice(prefix.length) as StreamName)
    .filter(needsSubscription);
  const { found, following } = await checks.ask(data.tenantId, { token: data.token, connection: data, streams }, later);
  const actor = resolveConnectionActor(found, data);
  return typeof actor === "string" ? actor : streams.filter((_, at) => following[at] === "no");
}
