import type { Actor as Person, LiveEvent, StreamName } from "../../../shared/kernel/events";
import { eventForFollowers, sourceOf } from "../../../shared/kernel/parts";
import { replayLimit, type SubscribeAck } from "../../../shared/kernel/streams";
import { sql, type Tx } from "../database/unit-of-work";

const revisionsOf = sql(
  "stream.revisions",
  `SELECT name, revision FROM event_stream WHERE tenant_id = current_tenant() AND name = ANY($1)`,
);

const missedEvents = sql(
  "stream.missed",
  `SELECT asked.stream, e.revision, e.id, e.type, e.at,
          CASE WHEN sum(octet_length(e.data::text)) OVER (ORDER BY asked.stream, e.revision) <= $4 THEN e.data END AS data,
          CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor
   FROM unnest($1::text[], $2::bigint[]) AS asked (stream, since)
   CROSS JOIN LATERAL (
     SELECT * FROM domain_event d
     WHERE d.tenant_id = current_tenant() AND d.stream = asked.stream AND d.revision > asked.since
     ORDER BY d.revision LIMIT $3) AS e
   LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   ORDER BY asked.stream, e.revision`,
);

/**
 * Events that are read and held at once for one batch. Who has missed more than fits is answered alone, in which case it always
 * does: it is more than `replayLimit`.
 */
const mostTogether = 2_000;
/**
 * Letters of them, all together. One event may be a series of bookings with everybody who comes, hundreds of thousands: five hundred
 * such were 200 MB, which ended the process. Beyond it a fresh read is the shorter way.
 */
const mostLetters = 4_000_000;

interface Asked {
  /** What its answer is kept by. */
  at: number;
  stream: StreamName;
  since: number | null;
  follows: "yes" | "without replay";
  /** Whether what they have missed may be read for them. */
  hasRoom: boolean;
}

interface Range {
  source: StreamName;
  since: number;
  revision: number;
}

/** What each has missed of a stream that they may follow. The log of a stream is read once, from where the one furthest behind is. */
export async function missedBy(tx: Tx, asked: readonly Asked[]): Promise<Map<number, SubscribeAck | "alone">> {
  const answers = new Map<number, SubscribeAck | "alone">();
  if (asked.length === 0) return answers;
  const revisions = await streamRevisions(
    tx,
    asked.map(({ stream }) => sourceOf(stream)),
  );
  const behind: (Pick<Asked, "at" | "stream"> & { since: number })[] = [];
  const ranges = new Map<StreamName, Range>();
  for (const { at, stream, since, follows, hasRoom } of asked) {
    const source = sourceOf(stream);
    const revision = revisions.get(source) ?? 0; // nothing ever happened on it
    if (since === null) answers.set(at, { status: "live", revision });
    else if (follows === "without replay") answers.set(at, { status: "reset", revision });
    else if (since === revision) answers.set(at, { status: "live", revision });
    else if (!hasRoom || since > revision || revision - since > replayLimit)
      answers.set(at, { status: "reset", revision });
    else if (fits(ranges, { source, since, revision })) behind.push({ at, stream, since });
    else answers.set(at, "alone");
  }
  const events = await eventsOf(tx, [...ranges.values()]);
  for (const { at, stream, since } of behind) {
    const source = sourceOf(stream);
    const revision = revisions.get(source) ?? 0;
    const later = (events.get(source) ?? []).filter((event) => event.revision > since);
    // Cut from the log, or too long: what is missing can't be replayed. Too long together with others', it may be by itself.
    if (later.some(({ data }) => data === null) && asked.length > 1) answers.set(at, "alone");
    else if (later.length !== revision - since || later.some(({ data }) => data === null))
      answers.set(at, { status: "reset", revision });
    else
      answers.set(at, { status: "replay", revision, events: later.map((event) => eventForFollowers(stream, event)) });
  }
  return answers;
}

/** Takes a range in, as part of what is read of its stream anyway; not when it would be too much together. */
function fits(ranges: Map<StreamName, Range>, range: Range): boolean {
  const known = ranges.get(range.source);
  const since = Math.min(known?.since ?? range.since, range.since);
  const others = [...ranges.values()].reduce((sum, each) => sum + (each === known ? 0 : each.revision - each.since), 0);
  if (others + range.revision - since > mostTogether) return false;
  ranges.set(range.source, { ...range, since });
  return true;
}

async function streamRevisions(tx: Tx, sources: readonly StreamName[]): Promise<Map<StreamName, number>> {
  const rows = await tx.rows<{ name: StreamName; revision: number }>(revisionsOf, [[...new Set(sources)]]);
  return new Map(rows.map(({ name, revision }) => [name, revision]));
}

async function eventsOf(tx: Tx, ranges: readonly Range[]): Promise<Map<StreamName, LiveEvent[]>> {
  const events = new Map<StreamName, LiveEvent[]>();
  if (ranges.length === 0) return events;
  const rows = await tx.rows<Omit<LiveEvent, "at" | "actor"> & { stream: StreamName; at: Date; actor: Person | null }>(
    missedEvents,
    [ranges.map(({ source }) => source), ranges.map(({ since }) => since), replayLimit, mostLetters],
  );
  for (const { stream, ...row } of rows) {
    const ofStream = events.get(stream) ?? [];
    ofStream.push({ ...row, at: row.at.toISOString() });
    events.set(stream, ofStream);
  }
  return events;
}
