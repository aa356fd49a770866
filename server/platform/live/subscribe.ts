import { parseStream, type StreamName, userStream } from "../../../shared/kernel/events";
import { eventForOutside } from "../../../shared/kernel/outside";
import { sourceOf } from "../../../shared/kernel/parts";
import { Problem } from "../../../shared/kernel/problems";
import type { SubscribeAck } from "../../../shared/kernel/streams";
import { sql, type Tx } from "../database/unit-of-work";
import { outsideRoomOf, roomOf, roomsOf } from "./broadcast";
import type { Check, Checked, Checks } from "./checks";
import { connectedAs } from "./connected-as";
import type { LiveSocket } from "./live";

const revisionOf = sql(
  "stream.revision",
  `SELECT revision FROM event_stream WHERE tenant_id = current_tenant() AND name = $1`,
);

/** The revision a stream is at; 0 when nothing ever happened on it. */
export async function streamRevision(tx: Tx, stream: StreamName): Promise<number> {
  return (await tx.one<{ revision: number }>(revisionOf, [sourceOf(stream)]))?.revision ?? 0;
}

/**
 * Checks, joins, then checks again and reads the log, in a snapshot taken after the join: an event that commits in
 * between comes twice rather than never (the client's sequencer drops the copy), and access lost in between is noticed.
 * `hasRoom`: whether a replay may be sent to them, asked before it is read and again when it is there: others have come meanwhile.
 * @throws Problem 401 when the connection is nobody's any more, or somebody else's: it has to end. Told "forbidden" it would
 *   leave the room of its own person, where it is looked for when the session's end is told.
 */
export async function subscribe(
  checks: Checks,
  socket: LiveSocket,
  message: unknown,
  hasRoom: () => boolean,
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

  if (!socket.rooms.has(room)) {
    if (!mayFollow(await look(checks, socket, stream))) return { status: "forbidden" };
    await socket.join(roomsOf(socket.data, [stream]));
  }
  const checked = await look(checks, socket, stream, { since, hasRoom: hasRoom() });
  if (!mayFollow(checked) || !checked.missed) {
    await socket.leave(room);
    await socket.leave(outsideRoomOf(tenantId, stream));
    return { status: "forbidden" };
  }
  const answer = checked.missed;
  if (answer.status === "replay" && !hasRoom()) return { status: "reset", revision: answer.revision };
  return forReader(socket, answer);
}

async function look(
  checks: Checks,
  { data }: LiveSocket,
  stream: StreamName,
  missed: Pick<Check, "since" | "hasRoom"> = {},
): Promise<Checked> {
  const checked = await checks.ask(data.tenantId, {
    token: data.token,
    connection: data,
    streams: [stream],
    ...missed,
  });
  if (typeof connectedAs(checked.found, data) === "string") throw new Problem("session.required");
  return checked;
}

const mayFollow = ({ following: [follows] }: Checked): boolean => follows === "yes" || follows === "without replay";

function forReader(socket: LiveSocket, answer: SubscribeAck): SubscribeAck {
  if (!socket.data.external || answer.status !== "replay") return answer;
  return { ...answer, events: answer.events.map((event) => eventForOutside(event)) };
}
