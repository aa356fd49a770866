import { parseStream, type StreamName, userStream } from "../../../shared/kernel/events";
import { eventForExternal } from "../../../shared/kernel/external-view";
import { sourceStreamOf } from "./stream-definitions";
import { Problem } from "../../../shared/kernel/problems";
import type { StreamPosition, SubscribeAck } from "../../../shared/kernel/streams";
import { sql, type Tx } from "../database/unit-of-work";
import { externalStreamRoomOf, streamRoomOf, joinedRoomsOf } from "./broadcast";
import type { ConnectionCheck, CheckResult, ConnectionChecks } from "./connection-checks";
import { resolveConnectionActor } from "./connection-actor";
import type { LiveSocket } from "./live";
import { tenantEpochSql } from "../database/epoch";

const selectPosition = sql(
  "stream.position",
  `SELECT COALESCE((SELECT revision FROM event_stream WHERE tenant_id = current_tenant() AND name = $1), 0) AS revision,
     ${tenantEpochSql} AS epoch`,
);

/** The current position of a stream; its revision is 0 while it has no event. */
export async function streamPosition(tx: Tx, stream: StreamName): Promise<StreamPosition> {
  return (await tx.one<StreamPosition>(selectPosition, [sourceStreamOf(stream)])) as StreamPosition;
}

/**
 * Checks access, joins the room, then checks again and reads the log in a snapshot taken after the join. An event committed in between
 * arrives twice rather than never (the client's sequencer drops the copy), and access lost in between is noticed. `hasRoom` returns whether
 * a replay fits the limits; it is called before the replay is read and again afterwards, since other replays may have been sent meanwhile.
 * @throws Problem 401 when the connection's session has ended or changed; the connection must then be closed. With "forbidden" it would
 *   leave its own user's room, through which the end of a session is sent.
 */
export async function subscribeToStream(
  checks: ConnectionChecks,
  socket: LiveSocket,
  message: unknown,
  hasRoom: () => boolean,
): Promise<SubscribeAck> {
  const request = (message ?? {}) as { stream?: unknown; since?: unknown; epoch?: unknown };
  const since = (request.since ?? null) as number | null;
  if (!parseStream(request.stream) || (since !== null && !(Number.isSafeInteger(since) && since >= 0))) {
    return { status: "forbidden" };
  }
  const stream = request.stream as StreamName;
  const epoch = typeof request.epoch === "string" ? request.epoch : null;
  const { tenantId, viewing, person } = socket.data;
  // Personal events are sent only to the user; connections that view as that user receive none.
  if (viewing && stream === userStream(person.id)) return { status: "live", revision: since ?? 0, epoch: epoch ?? "" };
  const room = streamRoomOf(tenantId, stream);

  if (!socket.rooms.has(room)) {
    if (!mayFollow(await runCheck(checks, socket, stream))) return { status: "forbidden" };
    await socket.join(joinedRoomsOf(socket.data, [stream]));
  }
  const checked = await runCheck(checks, socket, stream, { since, epoch, hasRoom: hasRoom() });
  if (!mayFollow(checked) || !checked.missed) {
    await socket.leave(room);
    await socket.leave(externalStreamRoomOf(tenantId, stream));
    return { status: "forbidden" };
  }
  const answer = checked.missed;
  if (answer.status === "replay" && !hasRoom())
    return { status: "reset", revision: answer.revision, epoch: answer.epoch };
  return redactForReader(socket, stream, answer);
}

async function runCheck(
  checks: ConnectionChecks,
  { data }: LiveSocket,
  stream: StreamName,
  missed: Pick<ConnectionCheck, "since" | "epoch" | "hasRoom"> = {},
): Promise<CheckResult> {
  const checked = await checks.ask(data.tenantId, {
    token: data.token,
    connection: data,
    streams: [stream],
    ...missed,
  });
  if (typeof resolveConnectionActor(checked.found, data) === "string") throw new Problem("session.required");
  return checked;
}

const mayFollow = ({ following: [follows] }: CheckResult): boolean => follows === "yes" || follows === "without replay";

function redactForReader(socket: LiveSocket, stream: StreamName, answer: SubscribeAck): SubscribeAck {
  if (!socket.data.external || answer.status !== "replay") return answer;
  return { ...answer, events: answer.events.map((event) => eventForExternal(event, stream)) };
}
