import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { JobQueue } from "../../server/platform/queue/queue";
import { SlowTenants } from "./slow-tenants";
import { queryRows, sharedSql } from "../../server/platform/database/statements";

/** Scheduled work. It must be safe to run twice or late, as it may run in two workers. */
export interface Schedule {
  name: string;
  every: { everyMs: number } | { cron: string };
  /** Also run when a worker starts, so that work that is overdue after a downtime doesn't wait for the queue. */
  runsAtStart?: boolean;
  run: () => Promise<void>;
}

interface TenantWork {
  name: string;
  everyMs: number;
  inactiveToo?: true;
  runsAtStart?: boolean;
  /** Must be safe to run twice or late. `now` is the time of the database, as the clocks of workers may differ. */
  work: (tenantId: number, now: Date) => Promise<unknown>;
  workerDatabase: DataSource;
  log: Logger;
}

const selectTenants = "SELECT id, now() AS now FROM tenant";
const selectEveryTenant = sharedSql("schedule.everyTenant", selectTenants);
const selectActiveTenants = sharedSql("schedule.activeTenants", `${selectTenants} WHERE active`);

/** Scheduled work per tenant; a failing or slow tenant does not affect other tenants. */
export const tenantSchedule = ({
  name,
  everyMs,
  inactiveToo,
  runsAtStart,
  work,
  workerDatabase,
  log,
}: TenantWork): Schedule => ({
  name,
  every: { everyMs },
  ...(runsAtStart && { runsAtStart }),
  async run() {
    const tenants = await queryRows<{ id: number; now: Date }>(
      workerDatabase,
      inactiveToo ? selectEveryTenant : selectActiveTenants,
    );
    const began = performance.now();
    const nowOf = ({ now }: { now: Date }) => new Date(now.getTime() + performance.now() - began);
    const slow = slowTenantsOf(workerDatabase);
    await eachTenant(name, tenants, log, (id) =>
      slow.inTurn(name, id, log, () => work(id, nowOf(tenants[0] as { now: Date }))),
    );
  },
});

/** Tracked per database connection pool, of which tests have several. */
const slowTenants = new WeakMap<DataSource, SlowTenants>();

export function slowTenantsOf(workerDatabase: DataSource): SlowTenants {
  const slow = slowTenants.get(workerDatabase) ?? new SlowTenants();
  slowTenants.set(workerDatabase, slow);
  return slow;
}

export async function runInBatches(portion: number, work: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await work();
    all += done;
    if (done < portion) return all;
  }
}

/**
 * Runs work for the tenants sequentially; a failure is logged and does not affect others. All work across tenants must use this function.
 * @returns the ids of the tenants that failed
 */
export async function eachTenant(
  name: string,
  tenants: readonly { id: number }[],
  log: Logger,
  work: (tenantId: number) => Promise<unknown>,
): Promise<number[]> {
  const failed: number[] = [];
  for (const { id } of tenants) {
    try {
      await work(id);
    } catch (error) {
      failed.push(id);
      log.warn({ err: error, tenant: id }, name);
    }
  }
  return failed;
}

/** Schedules are registered again at this interval (ms), in case the queue was wiped. */
const reregisterIntervalMs = 60_000;
/** Interval in ms for detecting clock corrections. */
const clockCheckIntervalMs = 1_000;
const jumpMs = 5_000;

/** Calls `run` when the system clock jumps relative to the monotonic clock. @returns a function that ends the detection. */
export function onClockJump(run: () => void): () => void {
  const offset = () => Date.now() - performance.now();
  let lastOffset = offset();
  const timer = setInterval(() => {
    const now = offset();
    if (Math.abs(now - lastOffset) < jumpMs) return;
    lastOffset = now;
    run();
  }, clockCheckIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export function runSchedules(queue: JobQueue<unknown>, schedules: readonly Schedule[], log: Logger): () => void {
  const register = () =>
    Promise.all(schedules.map(({ name, every }) => queue.schedule(name, every))).catch((error) =>
      log.warn({ err: error }, "schedules"),
    );
  void register(); // not awaited: an unavailable queue must not block startup
  queue.work(
    async (name) => {
      const schedule = schedules.find((candidate) => candidate.name === name);
      if (!schedule) return log.warn({ schedule: name }, "unknown schedule from another version");
      await schedule.run();
    },
    { concurrency: 1 },
  );
  const timer = setInterval(() => void register(), reregisterIntervalMs);
  // After the correction of a clock that was fast, the next runs would otherwise stay registered in the future.
  const stopLooking = onClockJump(() => void register());
  return () => {
    clearInterval(timer);
    stopLooking();
  };
}
