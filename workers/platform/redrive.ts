import { registration } from "../../server/platform/features";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import type { Actor, StreamName } from "../../shared/kernel/events";
import { groupBy } from "../../shared/kernel/group-by";
import type { Loop, WorkerContext } from "./features";
import { runInTenant } from "./run-in-tenant";
import { eachTenant } from "./schedule";
import { queryRows, sharedSql } from "../../server/platform/database/statements";

/** Events younger than this may still be in the queue. */
const redriveAfterSeconds = 3;
export const redriveBatchSize = 500;
/**
 * Maximum number of characters per batch, because events can be long. Redis closes a server's connection at 32 MB of unread data
 * (`client-output-buffer-limit`), and several workers may find the same events.
 */
const maxCharacters = 4_000_000;

interface UnprocessedEvent {
  tenant_id: number;
  epoch: string;
  stream: StreamName;
  id: number;
  revision: number;
  type: string;
  at: Date;
  data: unknown;
  actor_id: number | null;
}

/** Processes events that the queue did not deliver. */
export type ProcessUnprocessed = (batch: CommittedEvent[]) => Promise<void>;

interface RedriveOptions {
  log: Logger;
  /** Event kinds to query. Kinds for newer workers are excluded, as their events would block other events. */
  kinds?: readonly string[];
  /** Collects the ids of tenants that failed in this run, so that their events do not block those of other tenants. */
  failed?: Set<number>;
  /**
   * Collects the ids of tenants already processed in this run. They continue after all other tenants, so that a large backlog delays no
   * other tenant.
   */
  served?: Set<number>;
}

/**
 * Finds and processes events that the queue lost through a crash between commit and enqueue, a wiped Redis, or locks of a dead worker.
 * `database` connects as `portal_worker`, which can read the event log of all tenants.
 * @returns the number of events found
 */
export async function redriveLostEvents(
  database: DataSource,
  process: ProcessUnprocessed,
  { log, kinds = registration.filling.eventKinds, failed = new Set(), served = new Set() }: RedriveOptions,
): Promise<number> {
  let rows = await readUnprocessedEvents(database, kinds, [...failed, ...served]);
  if (rows.length === 0 && served.size > 0) {
    served.clear();
    rows = await readUnprocessedEvents(database, kinds, [...failed]);
  }
  const byTenant = groupBy(rows, (row) => row.tenant_id);
  const tenants = [...byTenant.keys()].map((id) => ({ id }));
  const failing = await eachTenant("redrive", tenants, log, async (tenantId) => {
    const events = byTenant.get(tenantId) ?? [];
    const actors = await actorsOf(database, tenantId, events);
    await process(events.map((row) => committed(row, actors)));
  });
  for (const { id } of tenants) served.add(id);
  for (const id of failing) failed.add(id);
  return rows.length;
}

export function redriveLoop({ workerDatabase, log }: WorkerContext, process: ProcessUnprocessed): Loop {
  const served = new Set<number>();
  return {
    name: "redrive",
    everyMs: 2_000,
    async run() {
      const failed = new Set<number>();
      let found: number;
      do {
        found = await redriveLostEvents(workerDatabase, process, { log, failed, served });
        if (found > 0) log.info({ events: found }, "redriven");
      } while (found === redriveBatchSize); // after a long outage there are more; events that always fail are parked
    },
  };
}

const selectUnprocessedEvents = sharedSql(
  "redrive.undelivered",
  `WITH found AS (
       SELECT e.tenant_id, t.epoch, e.stream, e.id, e.revision, e.type, e.at, e.data, e.actor_id
       FROM domain_event e JOIN tenant t ON t.id = e.tenant_id
       WHERE e.processed_at IS NULL AND e.parked_at IS NULL AND e.at < now() - make_interval(secs => $1)
         AND e.type = ANY($3) AND e.tenant_id <> ALL($4)
       ORDER BY e.at LIMIT $2
     ), told AS (
       SELECT *, sum(octet_length(data::text)) OVER (ORDER BY at, id) - octet_length(data::text) AS before FROM found
     )
     SELECT tenant_id, epoch, stream, id, revision, type, at, data, actor_id FROM told WHERE before < $5 ORDER BY at`,
);

const readUnprocessedEvents = (
  database: DataSource,
  kinds: readonly string[],
  without: readonly number[],
): Promise<UnprocessedEvent[]> =>
  queryRows<UnprocessedEvent>(database, selectUnprocessedEvents, [
    redriveAfterSeconds,
    redriveBatchSize,
    kinds,
    without,
    maxCharacters,
  ]);

const committed = (row: UnprocessedEvent, actors: ReadonlyMap<number, Actor>): CommittedEvent => ({
  tenantId: row.tenant_id,
  epoch: row.epoch,
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

const selectActors = sharedSql("redrive.actors", "SELECT id, fullname, image FROM app_user WHERE id = ANY($1)");

/** Reads the actors within their tenant, because `portal_worker` can read only the event log across tenants. */
async function actorsOf(
  database: DataSource,
  tenantId: number,
  rows: readonly UnprocessedEvent[],
): Promise<ReadonlyMap<number, Actor>> {
  const ids = rows.map((row) => row.actor_id).filter((id) => id !== null);
  const people = await runInTenant(
    database,
    tenantId,
    (runner): Promise<Actor[]> => queryRows<Actor>(runner, selectActors, [ids]),
  );
  return new Map(people.map((person) => [person.id, person]));
}
