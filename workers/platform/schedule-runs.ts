import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { queryRows, sharedSql } from "../../server/platform/database/statements";
import type { Schedule } from "./schedule";

const upsertScheduleRun = sharedSql(
  "scheduleRuns.record",
  `INSERT INTO schedule_run AS r (name, begun_at, ended_at, every_seconds, error)
   VALUES ($1, now() - make_interval(secs => $2), now(), $3, $4)
   ON CONFLICT (name) DO UPDATE
   SET begun_at = EXCLUDED.begun_at, ended_at = EXCLUDED.ended_at, every_seconds = EXCLUDED.every_seconds, error = EXCLUDED.error
   RETURNING r.name`,
);

/** Records each run with its outcome for the operator's page. A failure to record it doesn't affect the schedule. */
export function recordRuns(schedule: Schedule, workerDatabase: DataSource, log: Logger): Schedule {
  const everySeconds = "everyMs" in schedule.every ? Math.round(schedule.every.everyMs / 1_000) : null;
  return {
    ...schedule,
    async run() {
      const begun = performance.now();
      const ended = (error: string | null) =>
        queryRows(workerDatabase, upsertScheduleRun, [
          schedule.name,
          (performance.now() - begun) / 1_000,
          everySeconds,
          error,
        ]).catch((failure) => log.warn({ err: failure, schedule: schedule.name }, "run not recorded"));
      try {
        await schedule.run();
      } catch (error) {
        await ended((error as Error).message.split("\n")[0] ?? "");
        throw error;
      }
      await ended(null);
    },
  };
}
