import type { WorkerFeature } from "../../platform/features";
import { bookingConsumers } from "./bookings.consumers";
import { bookingSchedule } from "./bookings.due";
import { sendCalendarMails } from "./calendar-mails";

export const bookingsFeature: WorkerFeature = {
  consumers: bookingConsumers,
  schedules: (context) => [bookingSchedule(context)],
  loops: (context) => [
    { name: "calendar mails", everyMs: 1_000, run: async () => void (await sendCalendarMails(context)) },
  ],
};
