import { type StreamName, tenantStream, userStream, type DomainEvent } from "../../shared/kernel/events";
import type { Logger } from "pino";
import { registration } from "../../server/platform/features";
import type { AccessChange, Broadcast } from "../../server/platform/live/broadcast";
import { sourceStack } from "../../server/platform/source-stack";
import { type CommittedEvent, sql, type Tx, type UnitOfWork } from "../../server/platform/database/unit-of-work";
import { groupBy } from "../../shared/kernel/group-by";
import type { Consumer } from "./consumer";
import { tenantEpochSql } from "../../server/platform/database/epoch";
import { span } from "../../server/platform/tracing/tracing";

/** Number of failures after which an event is parked; an administrator can retry it. */
const attemptsBeforeParking = 5;

// Claims and marks the events $1 in one statement: if two workers have the same event, the second waits and finds no event to claim. A job
// that was queued before a restore has another epoch $2; its ids may now belong to other events.
const claimEvents = sql(
  "events.claim",
  `UPDATE domain_event SET processed_at = clock_timestamp()
   WHERE tenant_id = current_tenant() AND id = ANY($1) AND processed_at IS NULL AND parked_at IS NULL
     AND COALESCE($2 = ${tenantEpochSql}, true) RETURNING id`,
);
const recordFailure = sql(
  "events.fail",
  `UPDATE domain_event SET attempts = attempts + 1, last_error = left($2, 2000),
          parked_at = CASE WHEN attempts + 1 >= $3 THEN now() END
   WHERE tenant_id = current_tenant() AND id = $1 AND processed_at IS NULL`,
);

const releaseEvents = sql(
  "events.leave",
  "UPDATE domain_event SET processed_at = NULL WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/**
 * Number of recipients after which the remaining events move to the next transaction: 200 articles for 5,000 users would be a million
 * notifications in one transaction and exhaust the memory.
 */
const maxBatchedEvents = 2_000;

export interface EventContext {
  unitOfWork: UnitOfWork;
  broadcast: Broadcast;
  consumers: readonly Consumer[];
  log: Logger;
  /** Event kinds to process; events of other kinds are left to newer workers. Defaults to all kinds in this version. */
  kinds?: readonly string[];
}

/**
 * Sends a batch of committed events to sockets and consumers. Safe to repeat, in any order and in several workers: clients drop repeated
 * events, and consumers run only for claimed events.
 * @throws Error if the database is unavailable; redrive finds the events again
 */
export async function processEvents(context: EventContext, batch: readonly CommittedEvent[]): Promise<void> {
  await fanOut(context.broadcast, batch);
  for (const events of groupBy(batch, (item) => `${item.tenantId}/${item.epoch}`).values()) {
    await consumeAll(context, (events[0] as CommittedEvent).tenantId, events);
  }
}

/**
 * Runs the consumers for all events of a tenant's epoch in one transaction or, after a failure, in one transaction per event. Event kinds that only newer
 * servers emit stay unmarked, so that the redrive of a newer worker finds them.
 */
export async function consumeAll(
  context: EventContext,
  tenantId: number,
  batch: readonly CommittedEvent[],
): Promise<void> {
  const { kinds = registration.filling.eventKinds } = context;
  const events = batch.filter(({ event }) => kinds.includes(event.type));
  if (events.length === 0) return;
  await batchSpan("consume", events, async () => {
    try {
      await consume(context, tenantId, events);
    } catch (error) {
      if (events.length > 1)
        context.log.warn({ err: error, events: events.length }, "batch failed; processing events individually");
      for (const event of events) await consumeAlone(context, tenantId, event);
    }
  });
}

/** Several traced changes can share a batch; its span belongs to the first of their traces. */
function batchSpan(name: string, batch: readonly CommittedEvent[], run: () => Promise<void>): Promise<void> {
  const trace = batch.find((item) => item.trace !== undefined)?.trace;
  return span(name, { events: batch.length }, run, trace ?? null);
}

/**
 * Sends one socket frame per stream and batch. Resolves when this process has sent them, because events may be marked as processed only
 * after that.
 */
export function fanOut(broadcast: Broadcast, batch: readonly CommittedEvent[]): Promise<void> {
  return batchSpan("fan-out", batch, () => emitAll(broadcast, batch));
}

async function emitAll(broadcast: Broadcast, batch: readonly CommittedEvent[]): Promise<void> {
  for (const events of groupBy(batch, (item) => `${item.tenantId}/${item.stream}/${item.epoch}`).values()) {
    const { tenantId, stream, epoch } = events[0] as CommittedEvent;
    broadcast.events(tenantId, { stream, epoch, events: events.map((item) => item.event) });
  }
  for (const change of accessChangedBy(batch)) broadcast.accessChanged(change);
  await broadcast.flushed();
}

async function consume(context: EventContext, tenantId: number, events: readonly CommittedEvent[]): Promise<void> {
  let remaining = events;
  while (remaining.length > 0) {
    remaining = await context.unitOfWork({ tenantId }, async (tx) => {
      const claimed = new Set(
        (
          await tx.rows<{ id: number }>(claimEvents, [
            remaining.map((item) => item.event.id),
            remaining[0]?.epoch ?? null,
          ])
        ).map((row) => row.id),
      );
      const rest = await runConsumers(
        tx,
        context.consumers,
        remaining.filter(({ event }) => claimed.has(event.id)),
      );
      if (rest.length > 0) await tx.rows(releaseEvents, [rest.map(({ event }) => event.id)]);
      return rest;
    });
  }
}

/**
 * Prepares all events together, then consumes them sequentially, each as its own actor.
 * @returns the events left to the next transaction because of the limit of recipients
 */
export async function runConsumers(
  tx: Tx,
  consumers: readonly Consumer[],
  events: readonly CommittedEvent[],
): Promise<readonly CommittedEvent[]> {
  const handledBy = (consumer: Consumer) =>
    events.map(({ event }) => event as DomainEvent).filter(({ type }) => consumer.events.includes(type));
  for (const consumer of consumers) {
    const handled = consumer.prepare ? handledBy(consumer) : [];
    if (handled.length > 0) await consumer.prepare?.(tx, handled);
  }
  for (const [at, { stream, event }] of events.entries()) {
    if (at > 0 && tx.eventCount >= maxBatchedEvents) return events.slice(at);
    tx.actor = event.actor;
    for (const consumer of consumers) {
      if (consumer.events.includes(event.type as never))
        await consumer.consume(tx, event as DomainEvent, stream as StreamName);
    }
  }
  return [];
}

async function consumeAlone(context: EventContext, tenantId: number, item: CommittedEvent): Promise<void> {
  try {
    await consume(context, tenantId, [item]);
  } catch (error) {
    context.log.error({ err: error, event: item.event.id, type: item.event.type, tenant: tenantId }, "event failed");
    const reason = error instanceof Error ? sourceStack(error) : String(error);
    await context.unitOfWork({ tenantId }, (tx) =>
      tx.rows(recordFailure, [item.event.id, reason, attemptsBeforeParking]),
    );
  }
}

/** Connections that must recheck their access after these events. The events only select candidates; the policy decides. */
export function accessChangedBy(batch: readonly CommittedEvent[]): AccessChange[] {
  const changes = new Map<string, AccessChange>();
  const add = (tenantId: number, stream: StreamName) => changes.set(`${tenantId}/${stream}`, { tenantId, stream });
  // Events of older versions may lack the user. An exception here would block the tenant's events forever, because only errors of consumers
  // park an event; so all connections of the tenant recheck.
  const addPerson = (tenantId: number, id: number | undefined) =>
    add(tenantId, typeof id === "number" ? userStream(id) : tenantStream(tenantId));
  for (const { tenantId, stream, event } of batch) {
    switch (event.type) {
      // A member was removed or has another role.
      case "member.removed":
      case "member.updated":
        addPerson(tenantId, (event.data as { user?: { id: number } } | null)?.user?.id);
        break;
      // If a group was removed, any viewer of the board may have had access through it.
      case "group.removed":
      case "project.deleted":
        add(tenantId, stream);
        break;
      // The user's department or location may have changed, which determines access to news.
      case "user.updated":
        addPerson(tenantId, (event.data as { id?: number } | null)?.id);
        break;
      // The audience of an article, or the members of a group or department, may have changed.
      case "news.updated":
      case "news.withdrawn":
      case "news.deleted":
        add(tenantId, stream);
        break;
      case "group.updated":
      case "department.updated":
      case "department.deleted":
        add(tenantId, tenantStream(tenantId));
        break;
      // A session ended, an account or role changed, or a tenant was deactivated.
      case "session.ended":
      case "user.access_changed":
      case "tenant.updated":
        add(tenantId, stream);
        break;
    }
  }
  return [...changes.values()];
}
