import { groupBy } from "../../../shared/kernel/group-by";
import type { Actor, StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { sql } from "./statements";
import type { CommittedEvent, Tx } from "./unit-of-work";
import { tenantEpochSql } from "./epoch";

export interface PendingEvent {
  stream: StreamName;
  actor: Actor | null;
  type: string;
  data: unknown;
}

const appendToStream = sql(
  "outbox.append",
  `WITH stream AS (
     INSERT INTO event_stream (tenant_id, name, revision) VALUES (current_tenant(), $1, $2)
     ON CONFLICT (tenant_id, name) DO UPDATE SET revision = event_stream.revision + $2
     RETURNING revision
   )
   INSERT INTO domain_event (tenant_id, stream, revision, type, actor_id, data)
   SELECT current_tenant(), $1, stream.revision - $2 + item.place, item.event->>'type', (item.event->>'actor')::bigint,
          item.event->'data'
   FROM stream, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS item (event, place)
   RETURNING id, revision, at, ${tenantEpochSql} AS epoch`,
);

// Appends to many streams in one statement. Streams are locked in the order of their names, because otherwise two transactions with the
// same two streams could deadlock.
const appendToStreams = sql(
  "outbox.appendToMany",
  `WITH wanted AS (
     SELECT * FROM unnest($1::text[], $2::int[]) AS w (name, amount)
   ), stream AS (
     INSERT INTO event_stream (tenant_id, name, revision)
     SELECT current_tenant(), name, amount FROM wanted ORDER BY name COLLATE "C"
     ON CONFLICT (tenant_id, name) DO UPDATE SET revision = event_stream.revision + EXCLUDED.revision
     RETURNING name, revision
   )
   INSERT INTO domain_event (tenant_id, stream, revision, type, actor_id, data)
   SELECT current_tenant(), stream.name, stream.revision - wanted.amount + (item.event->>'place')::int,
          item.event->>'type', (item.event->>'actor')::bigint, item.event->'data'
   FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS item (event, nth)
   JOIN stream ON stream.name = item.event->>'stream' JOIN wanted ON wanted.name = stream.name
   ORDER BY stream.name COLLATE "C", item.nth
   RETURNING id, stream, revision, at, ${tenantEpochSql} AS epoch`,
);

/**
 * Limits per transaction, in events and characters. All events are held in memory and serialized to one text: a series of 200 dates with
 * 200 participants each would need a gigabyte and end the process.
 */
export const maxEvents = 200_000;
const maxCharacters = 64_000_000;

type Writer = Pick<Tx, "tenantId" | "rows">;

export interface WrittenEvent {
  id: number;
  revision: number;
  at: Date;
  epoch: string;
}

type WrittenToMany = WrittenEvent & { stream: StreamName };

export interface SerializedEvents {
  streams: StreamName[];
  own: (readonly PendingEvent[])[];
  json: string;
}

/** Serializes pending events without sending them. @throws Problem 422 when they exceed the limit per transaction. */
export function serializeEvents(pending: readonly PendingEvent[], most = maxCharacters): SerializedEvents {
  // Grouped once: a notification to a thousand users has a thousand streams.
  const byStream = groupBy(pending, (event) => event.stream);
  const streams = [...byStream.keys()].sort();
  const own = streams.map((stream) => byStream.get(stream) ?? []);
  const items: string[] = [];
  let letters = 0;
  for (const events of own) {
    for (const [at, { stream, type, actor, data }] of events.entries()) {
      const item = JSON.stringify({ stream, place: at + 1, type, actor: actor?.id ?? null, data });
      letters += item.length;
      if (letters > most) throw new Problem("request.tooMuch");
      items.push(item);
    }
  }
  return { streams, own, json: `[${items.join(",")}]` };
}

/**
 * Appends events to their streams in one statement.
 * @returns the committed events by stream, in order.
 */
export async function appendEvents(tx: Writer, { streams, own, json }: SerializedEvents): Promise<CommittedEvent[]> {
  const [only] = streams;
  if (only === undefined) return [];
  const amounts = own.map((events) => events.length);
  const rows =
    streams.length === 1
      ? await tx.rows<WrittenEvent>(appendToStream, [only, amounts[0], json])
      : await tx.rows<WrittenToMany>(appendToStreams, [streams, amounts, json]);
  const writtenTo = groupBy<WrittenEvent | WrittenToMany, StreamName>(rows, (row) =>
    "stream" in row ? row.stream : only,
  );
  return streams.flatMap((stream, n) => {
    const emitted = own[n] ?? [];
    const revisions = writtenTo.get(stream) ?? [];
    revisions.sort((a, b) => a.revision - b.revision);
    return revisions.map(({ id, revision, at, epoch }, index) => {
      const { type, actor, data } = emitted[index] as PendingEvent;
      return { tenantId: tx.tenantId, stream, epoch, event: { revision, id, type, actor, at: at.toISOString(), data } };
    });
  });
}
