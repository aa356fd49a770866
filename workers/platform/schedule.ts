import type { Logger } from "pino";
import type { JobQueue } from "../../server/platform/queue";

/** Something that happens by the clock. Safe to run twice and late: a schedule may fire on two workers. */
export interface Schedule {
  name: string;
  every: { everyMs: number } | { cron: string };
  run(): Promise<void>;
}

/** Runs each schedule once per period, whichever worker gets it. */
export async function runSchedules(
  queue: JobQueue<unknown>,
  schedules: readonly Schedule[],
  log: Logger,
): Promise<void> {
  for (const schedule of schedules) await queue.schedule(schedule.name, schedule.every);
  queue.work(
    async (name) => {
      const schedule = schedules.find((candidate) => candidate.name === name);
      if (!schedule) return log.warn({ schedule: name }, "unknown schedule: written by newer or older code");
      await schedule.run();
    },
    { concurrency: 1 },
  );
}
