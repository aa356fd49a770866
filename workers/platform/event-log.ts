import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { DomainEvents } from "../../shared/domain-events";
import { replayLimit } from "../../shared/kernel/streams";
import { inTenant } from "./in-tenant";
import { type Schedule, tenantSchedule } from "./schedule";

/**
 * Events that nobody reads but screens that catch up: rows of lists, told to each reader. Everything else in the log is
 * history, and stays.
 */
export const passingEvent = "request_list.changed" satisfies keyof DomainEvents;
/** Whoever was away for longer reads again. */
const keptDays = 7;
const atOnce = 1_000;

// Nothing further back than `replayLimit` is ever sent to anybody. What waits to be processed, or is parked, stays.
const prune = `
  DELETE FROM domain_event WHERE tenant_id = current_tenant() AND id IN (
    SELECT e.id FROM domain_event e JOIN event_stream s ON s.tenant_id = e.tenant_id AND s.name = e.stream
    WHERE e.tenant_id = current_tenant() AND e.type = '${passingEvent}' AND e.processed_at IS NOT NULL
      AND (e.at < now() - make_interval(days => $1) OR e.revision <= s.revision - $2)
    ORDER BY e.id LIMIT $3)`;

/**
 * Takes passing events out of the log once no screen can ask for them, or none will: the few that were away for longer are
 * answered `reset` and read again. Tenant by tenant, in transactions of a thousand, so that nobody waits.
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

/** @returns how many went. */
export async function pruneEvents(database: DataSource, tenantId: number, most = atOnce): Promise<number> {
  for (let all = 0; ; ) {
    const [, gone] = await inTenant(
      database,
      tenantId,
      (runner): Promise<[unknown, number]> => runner.query(prune, [keptDays, replayLimit, most]),
    );
    all += gone;
    if (gone < most) return all;
  }
}
