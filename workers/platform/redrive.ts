import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { eventKinds } from "../../shared/event-kinds";
import type { Actor, StreamName } from "../../shared/kernel/events";
import { groupBy } from "../../shared/kernel/group-by";
import { inTenant } from "./in-tenant";
import { eachTenant } from "./schedule";

/** Younger events are on their way through the queue. */
const patienceSeconds = 3;
export const redriveAtOnce = 500;
/**
 * Letters of them, all together: an event may be long, and what waits behind it is found with the next look. Redis ends the connection of a
 * server that has 32 MB unread (`client-output-buffer-limit`), with everybody's events on it, and several workers may find the same.
 */
const mostLetters = 4_000_000;

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

interface RedriveOptions {
  log: Logger;
  /** Those that the worker knows: what waits for a newer one isn't looked at, or it would stand before everything else. */
  kinds?: readonly string[];
  /** Tenants in which it has failed this time: they are added, and what they left doesn't stand before the others' either. */
  failed?: Set<number>;
  /**
   * Tenants that have had their turn: they are added, and have the next when nobody else has anything left. What one of them has missed by
   * the hundred thousand would keep everybody's waiting.
   */
  served?: Set<number>;
}

/**
 * Finds events that the queue never brought: a crash between commit and enqueue, a wiped Redis, a dead worker's locks.
 * Runs them directly. `database` works as `portal_worker`, which may read the log of all tenants.
 * @returns how many it found.
 */
export async function redrive(
  database: DataSource,
  process: (batch: CommittedEvent[]) => Promise<void>,
  { log, kinds = eventKinds, failed = new Set(), served = new Set() }: RedriveOptions,
): Promise<number> {
  let rows = await leftOver(database, kinds, [...failed, ...served]);
  if (rows.length === 0 && served.size > 0) {
    served.clear();
    rows = await leftOver(database, kinds, [...failed]);
  }
  const byTenant = groupBy(rows, (row) => row.tenant_id);
  const tenants = [...byTenant.keys()].map((id) => ({ id }));
  const failing = await eachTenant("redrive", tenants, log, async (tenantId) => {
    const left = byTenant.get(tenantId) ?? [];
    const actors = await actorsOf(database, tenantId, left);
    await process(left.map((row) => committed(row, actors)));
  });
  for (const { id } of tenants) served.add(id);
  for (const id of failing) failed.add(id);
  return rows.length;
}

/** The oldest, of all but some tenants. */
const leftOver = (database: DataSource, kinds: readonly string[], without: readonly number[]): Promise<LeftOver[]> =>
  database.query<LeftOver[]>(
    `WITH found AS (
       SELECT e.tenant_id, e.stream, e.id, e.revision, e.type, e.at, e.data, e.actor_id
       FROM domain_event e
       WHERE e.processed_at IS NULL AND e.parked_at IS NULL AND e.at < now() - make_interval(secs => $1)
         AND e.type = ANY($3) AND e.tenant_id <> ALL($4)
       ORDER BY e.at LIMIT $2
     ), told AS (
       SELECT *, sum(octet_length(data::text)) OVER (ORDER BY at, id) - octet_length(data::text) AS before FROM found
     )
     SELECT tenant_id, stream, id, revision, type, at, data, actor_id FROM told WHERE before < $5 ORDER BY at`,
    [patienceSeconds, redriveAtOnce, kinds, without, mostLetters],
  );

const committed = (row: LeftOver, actors: ReadonlyMap<number, Actor>): CommittedEvent => ({
  tenantId: row.tenant_id,
  stream: row.stream,
  event: {
    id: row.id,
    revision: row.revision,
    type: row.type,
    at: row.at.toISOString(),
    data: row.data,
    actor: row.actor_id === null ? null : (actors.get(row.actor_id) ?? null),
  },
});

/** People are read inside their tenant: the worker's wide view ends at the log. */
async function actorsOf(
  database: DataSource,
  tenantId: number,
  rows: readonly LeftOver[],
): Promise<ReadonlyMap<number, Actor>> {
  const ids = rows.map((row) => row.actor_id).filter((id) => id !== null);
  const people = await inTenant(
    database,
    tenantId,
    (runner): Promise<Actor[]> => runner.query("SELECT id, fullname, image FROM app_user WHERE id = ANY($1)", [ids]),
  );
  return new Map(people.map((person) => [person.id, person]));
}
