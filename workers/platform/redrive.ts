import type { DataSource } from "typeorm";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { eventKinds } from "../../shared/event-kinds";
import type { Actor, StreamName } from "../../shared/kernel/events";
import { inTenant } from "./in-tenant";

/** Younger events are on their way through the queue. */
const patienceSeconds = 3;
export const redriveAtOnce = 500;

interface LeftOver {
  tenant_id: number;
  stream: StreamName;
  id: number;
  revision: number;
  type: string;
  at: Date;
  data: unknown;
  actor_id: number | null;
}

/**
 * Finds events that the queue never brought: a crash between commit and enqueue, a wiped Redis, a dead worker's locks.
 * Runs them directly. `database` works as `portal_worker`, which may read the log of all tenants. `kinds` are those that
 * the worker knows: what waits for a newer one isn't looked at, or it would stand before everything else.
 * @returns how many it found.
 */
export async function redrive(
  database: DataSource,
  process: (batch: CommittedEvent[]) => Promise<void>,
  kinds: readonly string[] = eventKinds,
): Promise<number> {
  const rows = await database.query<LeftOver[]>(
    `SELECT e.tenant_id, e.stream, e.id, e.revision, e.type, e.at, e.data, e.actor_id
     FROM domain_event e
     WHERE e.processed_at IS NULL AND e.parked_at IS NULL AND e.at < now() - make_interval(secs => $1)
       AND e.type = ANY($3)
     ORDER BY e.at LIMIT $2`,
    [patienceSeconds, redriveAtOnce, kinds],
  );
  if (rows.length === 0) return 0;
  const actors = await actorsOf(database, rows);
  await process(
    rows.map((row) => ({
      tenantId: row.tenant_id,
      stream: row.stream,
      event: {
        id: row.id,
        revision: row.revision,
        type: row.type,
        at: row.at.toISOString(),
        data: row.data,
        actor: row.actor_id === null ? null : (actors.get(`${row.tenant_id}/${row.actor_id}`) ?? null),
      },
    })),
  );
  return rows.length;
}

/** People are read tenant by tenant: the worker's wide view ends at the log. */
async function actorsOf(
  database: DataSource,
  rows: readonly { tenant_id: number; actor_id: number | null }[],
): Promise<Map<string, Actor>> {
  const actors = new Map<string, Actor>();
  for (const tenantId of new Set(rows.map((row) => row.tenant_id))) {
    const ids = rows.filter((row) => row.tenant_id === tenantId && row.actor_id !== null).map((row) => row.actor_id);
    const people = await inTenant(
      database,
      tenantId,
      (runner): Promise<Actor[]> => runner.query("SELECT id, fullname, image FROM app_user WHERE id = ANY($1)", [ids]),
    );
    for (const person of people) actors.set(`${tenantId}/${person.id}`, person);
  }
  return actors;
}
