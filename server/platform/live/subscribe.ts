import type { FastifyInstance } from "fastify";
import {
  type Actor as Person,
  type LiveEvent,
  parseStream,
  type StreamName,
  userStream,
} from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { replayLimit, type SubscribeAck } from "../../../shared/kernel/streams";
import { eventForPart, sourceOf } from "../../../shared/kernel/parts";
import { eventForOutside } from "../../../shared/kernel/outside";
import { outsideRoomOf, roomOf, roomsOf } from "./broadcast";
import { connectedAs } from "./connected-as";
import type { LiveSocket, SocketData } from "./live";
import type { Actor } from "../session";
import { sql, type Tx } from "../database/unit-of-work";

/** Whether the actor may now follow a stream that isn't theirs by itself: a project's, the directory's. */
export type StreamPolicy = (tx: Tx, actor: Actor, stream: StreamName) => Promise<boolean>;

const revisionOf = sql(
  "stream.revision",
  `SELECT revision FROM event_stream WHERE tenant_id = current_tenant() AND name = $1`,
);

const missedEvents = sql(
  "stream.missed",
  `SELECT e.revision, e.id, e.type, e.at, e.data,
          CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor
   FROM domain_event e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.stream = $1 AND e.revision > $2
   ORDER BY e.revision LIMIT $3`,
);

/** The revision a stream is at; 0 when nothing ever happened on it. */
export async function streamRevision(tx: Tx, stream: StreamName): Promise<number> {
  return (await tx.one<{ revision: number }>(revisionOf, [sourceOf(stream)]))?.revision ?? 0;
}

/**
 * Checks, joins, then checks again and reads the log, in a snapshot taken after the join: an event that commits in
 * between comes twice rather than never (the client's sequencer drops the copy), and access lost in between is noticed.
 * @throws Problem 401 when the connection is nobody's any more, or somebody else's: it has to end. Told "forbidden" it would
 *   leave the room of its own person, where it is looked for when the session's end is told.
 */
export async function subscribe(
  app: FastifyInstance,
  policy: StreamPolicy,
  socket: LiveSocket,
  message: unknown,
): Promise<SubscribeAck> {
  const request = (message ?? {}) as { stream?: unknown; since?: unknown };
  const since = (request.since ?? null) as number | null;
  if (!parseStream(request.stream) || (since !== null && !(Number.isSafeInteger(since) && since >= 0))) {
    return { status: "forbidden" };
  }
  const stream = request.stream as StreamName;
  const { tenantId, viewing, person } = socket.data;
  // What is told to a person is told to them alone: whoever looks through their eyes hears nothing there.
  if (viewing && stream === userStream(person.id)) return { status: "live", revision: since ?? 0 };
  const room = roomOf(tenantId, stream);
  const inSnapshot = <Result>(work: (tx: Tx) => Promise<Result>) =>
    app.platform.socketWork({ tenantId, readOnly: true }, work);

  if (!socket.rooms.has(room)) {
    if ((await inSnapshot((tx) => followingOf(tx, policy, socket.data, stream))) === "no")
      return { status: "forbidden" };
    await socket.join(roomsOf(socket.data, [stream]));
  }
  const answer = await inSnapshot(async (tx): Promise<SubscribeAck> => {
    const following = await followingOf(tx, policy, socket.data, stream);
    if (following === "no") return { status: "forbidden" };
    if (following === "without replay" && since !== null) {
      return { status: "reset", revision: await streamRevision(tx, stream) };
    }
    return forReader(socket, await replay(tx, stream, since));
  });
  if (answer.status === "forbidden") {
    await socket.leave(room);
    await socket.leave(outsideRoomOf(tenantId, stream));
  }
  return answer;
}

function forReader(socket: LiveSocket, answer: SubscribeAck): SubscribeAck {
  if (!socket.data.external || answer.status !== "replay") return answer;
  return { ...answer, events: answer.events.map((event) => eventForOutside(event)) };
}

type Following = "no" | "yes" | "without replay";

/**
 * As calls have it: with an expired plan there are no projects, and nothing is told of what happened. The screens go on
 * listening to their own streams, to hear that the plan was renewed.
 */
async function followingOf(tx: Tx, policy: StreamPolicy, data: SocketData, stream: StreamName): Promise<Following> {
  const actor = await connectedAs(tx, data);
  if (typeof actor === "string") throw new Problem("session.required");
  const parsed = parseStream(stream);
  if (!parsed) return "no";
  const own = actor.planExpired ? "without replay" : "yes";
  if (parsed.kind === "user") return parsed.id === actor.id && !actor.viewing ? own : "no";
  if (parsed.kind === "tenant") return parsed.id === actor.tenantId ? own : "no";
  return !actor.planExpired && (await policy(tx, actor, stream)) ? "yes" : "no";
}

async function replay(tx: Tx, stream: StreamName, since: number | null): Promise<SubscribeAck> {
  const revision = await streamRevision(tx, stream);
  if (since === null || since === revision) return { status: "live", revision };
  if (since > revision || revision - since > replayLimit) return { status: "reset", revision };
  const rows = await tx.rows<Omit<LiveEvent, "at" | "actor"> & { at: Date; actor: Person | null }>(missedEvents, [
    sourceOf(stream),
    since,
    replayLimit,
  ]);
  // Cut from the log: what is missing can't be replayed.
  if (rows.length !== revision - since) return { status: "reset", revision };
  const events = rows.map((row) => eventForPart(stream, { ...row, at: row.at.toISOString() }));
  return { status: "replay", revision, events };
}
