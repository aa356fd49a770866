import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { JobQueue } from "../../server/platform/queue";

/** Something that happens by the clock. Safe to run twice and late: a schedule may fire on two workers. */
export interface Schedule {
  name: string;
  every: { everyMs: number } | { cron: string };
  run(): Promise<void>;
}

interface TenantWork {
  name: string;
  everyMs: number;
  /** Safe to run twice and late, as every schedule. */
  work: (tenantId: number) => Promise<unknown>;
  workerDatabase: DataSource;
  log: Logger;
}

/** Something that happens by the clock in each tenant by itself: where it fails in one, the others' goes on. */
export const tenantSchedule = ({ name, everyMs, work, workerDatabase, log }: TenantWork): Schedule => ({
  name,
  every: { everyMs },
  async run() {
    const tenants = await workerDatabase.query<{ id: number }[]>("SELECT id FROM tenant WHERE active");
    await eachTenant(name, tenants, log, work);
  },
});

/** One after the other; where it fails in one, it is logged, and the others' goes on. */
export async function eachTenant(
  name: string,
  tenants: readonly { id: number }[],
  log: Logger,
  work: (tenantId: number) => Promise<unknown>,
): Promise<void> {
  for (const { id } of tenants) {
    try {
      await work(id);
    } catch (error) {
      log.warn({ err: error, tenant: id }, name);
    }
  }
}

/** A queue that was wiped has forgotten its schedules as well. */
const remindEveryMs = 600_000;

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
  return () => clearInterval(timer);
}
