import {
  releaseBatchSize,
  releaseNoShows,
  reminderBatchSize,
  remindOfBookings,
} from "../../../server/bookings/bookings/bookings-due.service";
import { moveBatchSize, notifyOfMoves } from "../../../server/bookings/bookings/change/pending-moves.service";
import type { TenantWorkContext } from "../../platform/features";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Runs every minute: sends reminders of upcoming bookings, and releases rooms without check-in. */
export function bookingSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
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
