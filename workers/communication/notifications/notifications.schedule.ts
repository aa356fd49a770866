import { type Schedule, tenantSchedule } from "../../platform/schedule";
import type { WorkerDependencies } from "../../platform/features";
import { createDigests } from "./digests";
import { remindOfTasks } from "./reminders";

type NotificationContext = Pick<WorkerDependencies, "unitOfWork" | "workerDatabase" | "log">;

/** Sends reminders and digests at the local time of each user. Unique keys make repeated and late runs safe. */
export function notificationSchedule({ unitOfWork, workerDatabase, log }: NotificationContext): Schedule {
  return tenantSchedule({
    name: "reminders-and-digests",
    everyMs: 60_000,
    runsAtStart: true,
    work: async (tenantId, now) => {
      await remindOfTasks(unitOfWork, tenantId, now);
      await createDigests(unitOfWork, tenantId, now);
    },
    workerDatabase,
    log,
  });
}
