import type { CommittedEvent } from "../server/platform/database/unit-of-work";
import { analyticsSchedule } from "./analytics/analytics.schedule";
import { reportSchedule } from "./analytics/reports";
import { tellDecisions } from "./approvals/decisions";
import { delegationSchedule } from "./approvals/delegations";
import { waitingSchedule } from "./approvals/waiting";
import type { LooseFiles } from "./attachments/loose-files";
import type { Previews } from "./attachments/previews";
import { bookingSchedule } from "./bookings/bookings.due";
import { sendCalendarMails } from "./bookings/calendar-mails";
import { employmentSchedule } from "./employment/employment-changes";
import type { Exporter } from "./exports/exports";
import type { Archiver } from "./finance/archive";
import { allowanceSchedule } from "./leave/allowances";
import { newsSchedule } from "./news/news.schedule";
import { type DeliveryOffice, sendDue } from "./notifications/deliveries";
import { notificationSchedule } from "./notifications/notifications.work";
import { expirySchedule } from "./places/expiry";
import { eventLogSchedule } from "./platform/event-log";
import { housekeeping } from "./platform/housekeeping";
import { redrive, redriveAtOnce } from "./platform/redrive";
import type { Schedule } from "./platform/schedule";
import { applyPayments, paymentSchedules } from "./subscription/payments";
import { closingSchedule } from "./tenants/closing";
import type { WorkOptions } from "./work";

/** A schedule that belongs to something that also does work at once. */
interface Makers {
  previews: Pick<Previews, "schedule">;
  loose: Pick<LooseFiles, "schedule">;
  archiver: Pick<Archiver, "schedule">;
  exporter: Pick<Exporter, "schedule">;
  office: DeliveryOffice;
}

type ClockOptions = Pick<WorkOptions, "unitOfWork" | "workerDatabase" | "config" | "log">;

/** What is brought by the queue, once per period in one of the workers. All go over tenants: one that fails stops no other. */
export const schedulesOf = (options: ClockOptions, makers: Makers): Schedule[] => [
  housekeeping(options.workerDatabase, options.log),
  eventLogSchedule(options.workerDatabase, options.log),
  notificationSchedule(options),
  makers.loose.schedule(options.workerDatabase),
  makers.previews.schedule(options.workerDatabase),
  allowanceSchedule(options),
  employmentSchedule(options),
  delegationSchedule(options),
  makers.archiver.schedule,
  makers.exporter.schedule,
  closingSchedule(options),
  waitingSchedule(options),
  analyticsSchedule(options),
  reportSchedule(makers.office),
  newsSchedule(options),
  ...paymentSchedules(options),
  bookingSchedule(options),
  expirySchedule(options),
];

/** What every worker does again and again, at once after its start. */
interface Turn {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

const deliverEveryMs = 1_000;
const redriveEveryMs = 2_000;

interface TurnNeeds {
  office: DeliveryOffice;
  /** Events that the queue never brought. */
  overlooked(batch: CommittedEvent[]): Promise<void>;
}

export const turnsOf = (options: ClockOptions, { office, overlooked }: TurnNeeds): Turn[] => [
  { name: "deliveries", everyMs: deliverEveryMs, run: async () => void (await sendDue(office)) },
  {
    name: "calendar mails",
    everyMs: deliverEveryMs,
    run: async () => void (await sendCalendarMails({ ...office, config: options.config })),
  },
  { name: "decisions", everyMs: deliverEveryMs, run: async () => void (await tellDecisions(options)) },
  { name: "payments", everyMs: deliverEveryMs, run: async () => void (await applyPayments(options)) },
  { name: "redrive", everyMs: redriveEveryMs, run: redriveAll(options, overlooked) },
];

function redriveAll({ workerDatabase, log }: ClockOptions, overlooked: TurnNeeds["overlooked"]): () => Promise<void> {
  const served = new Set<number>();
  return async () => {
    const failed = new Set<number>();
    let found: number;
    do {
      found = await redrive(workerDatabase, overlooked, { log, failed, served });
      if (found > 0) log.info({ events: found }, "redriven");
    } while (found === redriveAtOnce); // after a long outage there is more; what always fails is parked on the way
  };
}
