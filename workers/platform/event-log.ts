import type { DomainEvents } from "../../shared/kernel/events";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { replayLimit } from "../../shared/kernel/streams";
import { runInTenant } from "./run-in-tenant";
import { type Schedule, tenantSchedule } from "./schedule";

/** The type of events that are needed only to replay list changes, one per reader. All other events are kept as history. */
export const transientEvent = "request_list.changed" satisfies keyof DomainEvents;
/** Days after which these events are deleted; clients that were offline for longer reload their lists. */
const retentionDays = 7;
const batchSize = 1_000;

// Deletes events that are older than $1 days or more than $2 (`replayLimit`) revisions behind, at most $3 rows. Events that are unprocessed
// or parked are kept.
const deleteTransientEvents = `
  DELETE FROM domain_event WHERE tenant_id = current_tenant() AND id IN (
    SELECT e.id FROM domain_event e JOIN event_stream s ON s.tenant_id = e.tenant_id AND s.name = e.stream
    WHERE e.tenant_id = current_tenant() AND e.type = '${transientEvent}' AND e.processed_at IS NOT NULL
      AND (e.at < now() - make_interval(days => $1) OR e.revision <= s.revision - $2)
    ORDER BY e.id LIMIT $3)`;

/**
 * Deletes list events that can no longer be replayed; clients that were offline for longer get `reset`. Runs per tenant in transactions of
 * 1,000 rows, to keep locks short.
 */
export const eventLogSchedule = (workerDatabase: DataSource, log: Logger): Schedule =>
  tenantSchedule({
    name: "event-log",
    everyMs: 3_600_000,
    inactiveToo: true,
    work: (tenantId) => pruneEvents(workerDatabase, tenantId),
    workerDatabase,
    log,
  });

export async function pruneEvents(database: DataSource, tenantId: number, most = batchSize): Promise<number> {
  for (let all = 0; ; ) {
    const [, deletedCount] = await runInTenant(
      database,
      tenantId,
      (runner): Promise<[unknown, number]> => runner.query(deleteTransientEvents, [retentionDays, replayLimit, most]),
    );
    all += deletedCount;
    if (deletedCount < most) return all;
  }
}
