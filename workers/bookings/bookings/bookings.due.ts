import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import {
  releaseBatchSize,
  releaseNoShows,
  reminderBatchSize,
  remindOfBookings,
} from "../../../server/bookings/bookings/bookings-due.service";
import { moveBatchSize, notifyOfMoves } from "../../../server/bookings/bookings/change/pending-moves.service";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Runs every minute: sends reminders of upcoming bookings, and releases rooms without check-in. */
export function bookingSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "bookings",
    everyMs: 60_000,
    work: async (tenantId, now) => {
      await runInBatches(releaseBatchSize, () => unitOfWork({ tenantId }, (tx) => releaseNoShows(tx, now)));
      await runInBatches(moveBatchSize, () => unitOfWork({ tenantId }, notifyOfMoves));
      await runInBatches(reminderBatchSize, () => unitOfWork({ tenantId }, (tx) => remindOfBookings(tx, now)));
    },
  });
}
