import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { JobQueue } from "../../server/platform/queue/queue";
import { SlowTenants } from "./slow-tenants";

/** Something that happens by the clock. Safe to run twice and late: a schedule may fire on two workers. */
export interface Schedule {
  name: string;
  every: { everyMs: number } | { cron: string };
  run(): Promise<void>;
}

interface TenantWork {
  name: string;
  everyMs: number;
  /** Also in tenants that are switched off. */
  inactiveToo?: true;
  /** Safe to run twice and late, as every schedule. `now` is the database's: workers' clocks may differ. */
  work: (tenantId: number, now: Date) => Promise<unknown>;
  workerDatabase: DataSource;
  log: Logger;
}

/**
 * Something that happens by the clock in each tenant by itself: where it fails in one, the others' goes on, and where it takes
 * long in one, too.
 */
export const tenantSchedule = ({ name, everyMs, inactiveToo, work, workerDatabase, log }: TenantWork): Schedule => ({
  name,
  every: { everyMs },
  async run() {
    const tenants = await workerDatabase.query<{ id: number; now: Date }[]>(
      `SELECT id, now() AS now FROM tenant ${inactiveToo ? "" : "WHERE active"}`,
    );
    const began = performance.now();
    const nowOf = ({ now }: { now: Date }) => new Date(now.getTime() + performance.now() - began);
    const slow = slowTenantsOf(workerDatabase);
    await eachTenant(name, tenants, log, (id) =>
      slow.inTurn(name, id, log, () => work(id, nowOf(tenants[0] as { now: Date }))),
    );
  },
});

/** Of each database, as a process has one; tests have several. */
const slowTenants = new WeakMap<DataSource, SlowTenants>();

export function slowTenantsOf(workerDatabase: DataSource): SlowTenants {
  const slow = slowTenants.get(workerDatabase) ?? new SlowTenants();
  slowTenants.set(workerDatabase, slow);
  return slow;
}

/** Again and again, each time in a transaction of its own, until there is less than a whole portion. @returns how many in all. */
export async function inPortions(portion: number, work: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await work();
    all += done;
    if (done < portion) return all;
  }
}

/**
 * One after the other; where it fails in one, it is logged, and the others' goes on. Whatever is done for several tenants goes
 * through here.
 * @returns those in which it failed.
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

/** A queue that was wiped has forgotten its schedules as well. */
const remindEveryMs = 60_000;
/** A clock that was put right is noticed so soon. */
const lookAtClockEveryMs = 1_000;
const jumpMs = 5_000;

/** Runs when the clock has jumped: it no longer goes along with the time since the start. @returns how to stop looking. */
export function whenClockJumps(run: () => void): () => void {
  const offset = () => Date.now() - performance.now();
  let known = offset();
  const timer = setInterval(() => {
    const now = offset();
    if (Math.abs(now - known) < jumpMs) return;
    known = now;
    run();
  }, lookAtClockEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs each schedule once per period, whichever worker gets it. @returns how to stop reminding the queue. */
export function runSchedules(queue: JobQueue<unknown>, schedules: readonly Schedule[], log: Logger): () => void {
  const remind = () =>
    Promise.all(schedules.map(({ name, every }) => queue.schedule(name, every))).catch((error) =>
      log.warn({ err: error }, "schedules"),
    );
  void remind(); // nobody waits: a queue that is away must not keep the rest from starting
  queue.work(
    async (name) => {
      const schedule = schedules.find((candidate) => candidate.name === name);
      if (!schedule) return log.warn({ schedule: name }, "unknown schedule: written by newer or older code");
      await schedule.run();
    },
    { concurrency: 1 },
  );
  const timer = setInterval(() => void remind(), remindEveryMs);
  // Put right after it ran ahead, it would leave all schedules in the future that it came from.
  const stopLooking = whenClockJumps(() => void remind());
  return () => {
    clearInterval(timer);
    stopLooking();
  };
}
