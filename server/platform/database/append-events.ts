import { groupBy } from "../../../shared/kernel/group-by";
import type { Actor, StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { CommittedEvent, Statement } from "./unit-of-work";

export interface PendingEvent {
  stream: StreamName;
  actor: Actor | null;
  type: string;
  data: unknown;
}

const toOne: Statement = {
  name: "outbox.append",
  text: `WITH stream AS (
     INSERT INTO event_stream (tenant_id, name, revision) VALUES (current_tenant(), $1, $2)
     ON CONFLICT (tenant_id, name) DO UPDATE SET revision = event_stream.revision + $2
     RETURNING revision
   )
   INSERT INTO domain_event (tenant_id, stream, revision, type, actor_id, data)
   SELECT current_tenant(), $1, stream.revision - $2 + item.place, item.event->>'type', (item.event->>'actor')::bigint,
          item.event->'data'
   FROM stream, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS item (event, place)
   RETURNING id, revision, at`,
};

// News for fifty people is one statement, not fifty. The streams are locked in the order of their names: else two
// transactions with the same two streams would wait for each other.
const toMany: Statement = {
  name: "outbox.appendToMany",
  text: `WITH wanted AS (
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
   RETURNING id, stream, revision, at`,
};

/**
 * What one transaction may tell, in events and in letters. Everything is held at once, and written down in one text: a series of
 * two hundred dates with two hundred people, each of whom is told of all, came to a gigabyte, and ended the process.
 */
export const mostEvents = 200_000;
const mostLetters = 64_000_000;

interface Writer {
  readonly tenantId: number;
  rows<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

/** Where an event has come to stand. */
export interface WrittenEvent {
  id: number;
  revision: number;
  at: Date;
}

type WrittenToMany = WrittenEvent & { stream: StreamName };

/** Events in the order in which they are written, and the text that says so. */
export interface ToAppend {
  streams: StreamName[];
  own: (readonly PendingEvent[])[];
  json: string;
}

/** Nothing is sent yet. @throws Problem 422 for more than one transaction may tell. */
export function textOfEvents(pending: readonly PendingEvent[], most = mostLetters): ToAppend {
  // By stream: a thousand people who are told at once have a thousand of them.
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

/** Writes events at the ends of their streams, in one statement however many streams there are. By stream, in order. */
export async function appendEvents(tx: Writer, { streams, own, json }: ToAppend): Promise<CommittedEvent[]> {
  const [only] = streams;
  if (only === undefined) return [];
  const amounts = own.map((events) => events.length);
  const rows =
    streams.length === 1
      ? await tx.rows<WrittenEvent>(toOne, [only, amounts[0], json])
      : await tx.rows<WrittenToMany>(toMany, [streams, amounts, json]);
  const writtenTo = groupBy<WrittenEvent | WrittenToMany, StreamName>(rows, (row) =>
    "stream" in row ? row.stream : only,
  );
  return streams.flatMap((stream, n) => {
    const emitted = own[n] ?? [];
    const written = writtenTo.get(stream) ?? [];
    written.sort((a, b) => a.revision - b.revision);
    return written.map(({ id, revision, at }, index) => {
      const { type, actor, data } = emitted[index] as PendingEvent;
      return { tenantId: tx.tenantId, stream, event: { revision, id, type, actor, at: at.toISOString(), data } };
    });
  });
}
