import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import {
  releasedAtOnce,
  releaseUnvisited,
  remindedAtOnce,
  remindOfBookings,
} from "../../server/bookings/bookings-due.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { inPortions, type Schedule, tenantSchedule } from "../platform/schedule";

/** Every minute: what begins soon is told, and a room that nobody came to is free again. */
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
      await inPortions(releasedAtOnce, () => unitOfWork({ tenantId }, (tx) => releaseUnvisited(tx, now)));
      await inPortions(remindedAtOnce, () => unitOfWork({ tenantId }, (tx) => remindOfBookings(tx, now)));
    },
  });
}
