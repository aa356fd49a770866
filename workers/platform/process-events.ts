import type { Logger } from "pino";
import type { Broadcast } from "../../server/platform/live/broadcast";
import { sourceStack } from "../../server/platform/source-stack";
import { type CommittedEvent, sql, type Tx, type UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { DomainEvent } from "../../shared/domain-events";
import { eventKinds } from "../../shared/event-kinds";
import type { StreamName } from "../../shared/kernel/events";
import { groupBy } from "../../shared/kernel/group-by";
import { accessChangedBy } from "./access";
import type { Consumer } from "./consumer";

/** After so many failures an event is parked: an administrator sees it and can run it again. */
const attemptsBeforeParking = 5;

// Claimed by the same statement that marks it: of two workers with the same event the second waits and finds nothing.
const claim = sql(
  "events.claim",
  `UPDATE domain_event SET processed_at = clock_timestamp()
   WHERE tenant_id = current_tenant() AND id = ANY($1) AND processed_at IS NULL AND parked_at IS NULL RETURNING id`,
);
const fail = sql(
  "events.fail",
  `UPDATE domain_event SET attempts = attempts + 1, last_error = left($2, 2000),
          parked_at = CASE WHEN attempts + 1 >= $3 THEN now() END
   WHERE tenant_id = current_tenant() AND id = $1 AND processed_at IS NULL`,
);

/** What was claimed with others, and isn't reached by this transaction any more. */
const leave = sql(
  "events.leave",
  "UPDATE domain_event SET processed_at = NULL WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/**
 * Once a transaction tells so much, what comes after goes through the next one: two hundred articles that five thousand people are
 * told of were two million events in one, and the end of the process, again and again.
 */
const mostToldTogether = 2_000;

export interface Workshop {
  unitOfWork: UnitOfWork;
  broadcast: Broadcast;
  consumers: readonly Consumer[];
  log: Logger;
  /** Of which events it does the work; others are left to newer workers. Absent: all that this code knows. */
  kinds?: readonly string[];
}

/**
 * Brings a batch of committed events to the sockets and through the consumers. Safe to run twice, in any order, by
 * several workers: sockets drop what they have seen, consumers run for claimed events only.
 * @throws when the database can't be reached; redrive finds the events again.
 */
export async function processEvents(workshop: Workshop, batch: readonly CommittedEvent[]): Promise<void> {
  await fanOut(workshop.broadcast, batch);
  for (const [tenantId, events] of groupBy(batch, (item) => item.tenantId)) {
    await consumeAll(workshop, tenantId, events);
  }
}

/**
 * Through the consumers, together; where that fails, one by one. What a newer server has told and this worker doesn't know
 * stays unmarked: a newer worker finds it by redrive, and does what it asks for.
 */
export async function consumeAll(
  workshop: Workshop,
  tenantId: number,
  batch: readonly CommittedEvent[],
): Promise<void> {
  const { kinds = eventKinds } = workshop;
  const events = batch.filter(({ event }) => kinds.includes(event.type));
  if (events.length === 0) return;
  try {
    await consume(workshop, tenantId, events);
  } catch (error) {
    if (events.length > 1) workshop.log.warn({ err: error, events: events.length }, "batch failed; trying one by one");
    for (const event of events) await consumeAlone(workshop, tenantId, event);
  }
}

/** One frame per room and batch. Resolves once it has left this process: only then may it be marked as processed. */
export async function fanOut(broadcast: Broadcast, batch: readonly CommittedEvent[]): Promise<void> {
  for (const events of groupBy(batch, (item) => `${item.tenantId}/${item.stream}`).values()) {
    const { tenantId, stream } = events[0] as CommittedEvent;
    broadcast.events(tenantId, { stream, events: events.map((item) => item.event) });
  }
  for (const change of accessChangedBy(batch)) broadcast.accessChanged(change);
  await broadcast.flushed();
}

async function consume(workshop: Workshop, tenantId: number, events: readonly CommittedEvent[]): Promise<void> {
  let left = events;
  while (left.length > 0) {
    left = await workshop.unitOfWork({ tenantId }, async (tx) => {
      const claimed = new Set(
        (await tx.rows<{ id: number }>(claim, [left.map((item) => item.event.id)])).map((row) => row.id),
      );
      const rest = await runConsumers(
        tx,
        workshop.consumers,
        left.filter(({ event }) => claimed.has(event.id)),
      );
      if (rest.length > 0) await tx.rows(leave, [rest.map(({ event }) => event.id)]);
      return rest;
    });
  }
}

/**
 * What they need is read for all events at once; then one event after the other, as its own actor.
 * @returns those that are left to the next transaction, since this one tells enough.
 */
export async function runConsumers(
  tx: Tx,
  consumers: readonly Consumer[],
  events: readonly CommittedEvent[],
): Promise<readonly CommittedEvent[]> {
  const wantedBy = (consumer: Consumer) =>
    events.map(({ event }) => event as DomainEvent).filter(({ type }) => consumer.events.includes(type));
  for (const consumer of consumers) {
    const wanted = consumer.prepare ? wantedBy(consumer) : [];
    if (wanted.length > 0) await consumer.prepare?.(tx, wanted);
  }
  for (const [at, { stream, event }] of events.entries()) {
    if (at > 0 && tx.told >= mostToldTogether) return events.slice(at);
    tx.actor = event.actor;
    for (const consumer of consumers) {
      if (consumer.events.includes(event.type as never))
        await consumer.consume(tx, event as DomainEvent, stream as StreamName);
    }
  }
  return [];
}

async function consumeAlone(workshop: Workshop, tenantId: number, item: CommittedEvent): Promise<void> {
  try {
    await consume(workshop, tenantId, [item]);
  } catch (error) {
    workshop.log.error({ err: error, event: item.event.id, type: item.event.type, tenant: tenantId }, "event failed");
    const reason = error instanceof Error ? sourceStack(error) : String(error);
    await workshop.unitOfWork({ tenantId }, (tx) => tx.rows(fail, [item.event.id, reason, attemptsBeforeParking]));
  }
}
