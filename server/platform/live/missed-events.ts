import { personOrNull } from "../database/person-json";
import type { Actor as Person, LiveEvent, StreamName } from "../../../shared/kernel/events";
import { eventForFollowers, sourceStreamOf } from "./stream-definitions";
import { replayLimit, type StreamPosition, type SubscribeAck } from "../../../shared/kernel/streams";
import { sql, type Tx } from "../database/unit-of-work";
import { tenantEpochSql } from "../database/epoch";

const selectPositions = sql(
  "stream.positions",
  `SELECT asked.name, COALESCE(s.revision, 0) AS revision, ${tenantEpochSql} AS epoch
   FROM unnest($1::text[]) AS asked (name)
   LEFT JOIN event_stream s ON s.tenant_id = current_tenant() AND s.name = asked.name`,
);

const selectMissedEvents = sql(
  "stream.missed",
  `SELECT asked.stream, e.revision, e.id, e.type, e.at,
          CASE WHEN sum(octet_length(e.data::text)) OVER (ORDER BY asked.stream, e.revision) <= $4 THEN e.data END AS data,
          ${personOrNull("u")} AS actor
   FROM unnest($1::text[], $2::bigint[]) AS asked (stream, since)
   CROSS JOIN LATERAL (
     SELECT * FROM domain_event d
     WHERE d.tenant_id = current_tenant() AND d.stream = asked.stream AND d.revision > asked.since
     ORDER BY d.revision LIMIT $3) AS e
   LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   ORDER BY asked.stream, e.revision`,
);

/**
 * Limit of events read and held in memory for one batch. A range that doesn't fit is answered alone, which always fits because this limit
 * exceeds `replayLimit`.
 */
const maxBatchedEvents = 2_000;
/**
 * Limit of the total characters of events. One event may be a series of bookings with all participants, hundreds of kB; 500 such events
 * took 200 MB and ended the process. Above the limit, the client reads the state again.
 */
const maxCharacters = 4_000_000;

interface Asked {
  at: number;
  stream: StreamName;
  since: number | null;
  epoch: string | null;
  follows: "yes" | "without replay";
  /** Whether a replay fits the limits. */
  hasRoom: boolean;
}

interface Range {
  source: StreamName;
  since: number;
  revision: number;
}

/** Missed events of the streams that each connection may follow. Each stream's log is read once, from the oldest revision requested. */
export async function readMissedEvents(
  tx: Tx,
  requests: readonly Asked[],
): Promise<Map<number, SubscribeAck | "alone">> {
  const answers = new Map<number, SubscribeAck | "alone">();
  if (requests.length === 0) return answers;
  const positions = await streamPositions(
    tx,
    requests.map(({ stream }) => sourceStreamOf(stream)),
  );
  const behind: (Pick<Asked, "at" | "stream"> & { since: number })[] = [];
  const ranges = new Map<StreamName, Range>();
  for (const { at, stream, since, epoch, follows, hasRoom } of requests) {
    const source = sourceStreamOf(stream);
    const present = positions.get(source) as StreamPosition;
    const { revision } = present;
    if (since === null) answers.set(at, { status: "live", ...present });
    else if (follows === "without replay" || (epoch !== null && epoch !== present.epoch))
      answers.set(at, { status: "reset", ...present });
    else if (since === revision) answers.set(at, { status: "live", ...present });
    else if (!hasRoom || since > revision || revision - since > replayLimit)
      answers.set(at, { status: "reset", ...present });
    else if (mergeRange(ranges, { source, since, revision })) behind.push({ at, stream, since });
    else answers.set(at, "alone");
  }
  const events = await eventsOf(tx, [...ranges.values()]);
  for (const { at, stream, since } of behind) {
    const source = sourceStreamOf(stream);
    const present = positions.get(source) as StreamPosition;
    const { revision } = present;
    const later = (events.get(source) ?? []).filter((event) => event.revision > since);
    // The range was removed from the log or is too long, so it can't be replayed. A range that is too long for the batch may fit alone.
    if (later.some(({ data }) => data === null) && requests.length > 1) answers.set(at, "alone");
    else if (later.length !== revision - since || later.some(({ data }) => data === null))
      answers.set(at, { status: "reset", ...present });
    else
      answers.set(at, { status: "replay", ...present, events: later.map((event) => eventForFollowers(stream, event)) });
  }
  return answers;
}

/** Merges a range into the range to read of its stream; false when the total would be too large. */
function mergeRange(ranges: Map<StreamName, Range>, range: Range): boolean {
  const existing = ranges.get(range.source);
  const since = Math.min(existing?.since ?? range.since, range.since);
  const others = [...ranges.values()].reduce(
    (sum, each) => sum + (each === existing ? 0 : each.revision - each.since),
    0,
  );
  if (others + range.revision - since > maxBatchedEvents) return false;
  ranges.set(range.source, { ...range, since });
  return true;
}

/** The revision is 0 while the stream has no event. */
async function streamPositions(tx: Tx, sources: readonly StreamName[]): Promise<Map<StreamName, StreamPosition>> {
  const rows = await tx.rows<StreamPosition & { name: StreamName }>(selectPositions, [[...new Set(sources)]]);
  return new Map(rows.map(({ name, ...position }) => [name, position]));
}

async function eventsOf(tx: Tx, ranges: readonly Range[]): Promise<Map<StreamName, LiveEvent[]>> {
  const events = new Map<StreamName, LiveEvent[]>();
  if (ranges.length === 0) return events;
  const rows = await tx.rows<Omit<LiveEvent, "at" | "actor"> & { stream: StreamName; at: Date; actor: Person | null }>(
    selectMissedEvents,
    [ranges.map(({ source }) => source), ranges.map(({ since }) => since), replayLimit, maxCharacters],
  );
  for (const { stream, ...row } of rows) {
    const ofStream = events.get(stream) ?? [];
    ofStream.push({ ...row, at: row.at.toISOString() });
    events.set(stream, ofStream);
  }
  return events;
}
