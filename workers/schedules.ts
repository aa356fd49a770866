import type { CommittedEvent } from "../server/platform/database/unit-of-work";
import { analyticsSchedule } from "./insights/analytics/analytics.schedule";
import { reportSchedule } from "./insights/analytics/reports";
import { publishDecisions } from "./approvals/approvals/decisions";
import { delegationSchedule } from "./approvals/approvals/delegations";
import { waitingSchedule } from "./approvals/approvals/waiting";
import type { OrphanedFiles } from "./work/attachments/orphaned-files";
import type { Previews } from "./work/attachments/previews";
import { bookingSchedule } from "./bookings/bookings/bookings.due";
import { sendCalendarMails } from "./bookings/bookings/calendar-mails";
import { employmentSchedule } from "./people/employment/employment-changes";
import type { Exporter } from "./insights/exports/exports";
import type { Archiver } from "./requests/finance/archive";
import { allowanceSchedule } from "./requests/leave/allowances";
import { standInSchedule } from "./requests/leave/stand-ins";
import { type DeliverySender, sendDueDeliveries } from "./communication/notifications/deliveries";
import { notificationSchedule } from "./communication/notifications/notifications.delivery";
import { invitationSchedule } from "./people/people/invitations";
import { expirySchedule } from "./bookings/resources/expiry-reminders";
import { eventLogSchedule } from "./platform/event-log";
import { housekeepingSchedule } from "./platform/housekeeping";
import { redriveLostEvents, redriveBatchSize } from "./platform/redrive";
import type { Schedule } from "./platform/schedule";
import { applyPayments, paymentSchedules } from "./billing/subscription/payments";
import { closingSchedule } from "./administration/tenants/closing";
import type { WorkOptions } from "./work";
import { newsSchedule } from "./communication/news/news.consumers";

interface ScheduleOwners {
  previews: Pick<Previews, "schedule">;
  loose: Pick<OrphanedFiles, "schedule">;
  archiver: Pick<Archiver, "schedule">;
  exporter: Pick<Exporter, "schedule">;
  office: DeliverySender;
}

type ClockOptions = Pick<WorkOptions, "unitOfWork" | "workerDatabase" | "config" | "log">;

/** Schedules triggered through the queue, once per period in one worker. A failure in one tenant does not affect the others. */
export const createSchedules = (options: ClockOptions, makers: ScheduleOwners): Schedule[] => [
  housekeepingSchedule(options.workerDatabase, options.log),
  eventLogSchedule(options.workerDatabase, options.log),
  notificationSchedule(options),
  makers.loose.schedule(options.workerDatabase),
  makers.previews.schedule(options.workerDatabase),
  allowanceSchedule(options),
  standInSchedule(options),
  employmentSchedule(options),
  invitationSchedule({ ...options, mailer: makers.office.mailer }),
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

interface Loop {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

const deliverEveryMs = 1_000;
const redriveEveryMs = 2_000;

interface LoopOptions {
  office: DeliverySender;
  /** Processes events that the queue did not deliver. */
  overlooked(batch: CommittedEvent[]): Promise<void>;
}

export const createLoops = (options: ClockOptions, { office, overlooked }: LoopOptions): Loop[] => [
  { name: "deliveries", everyMs: deliverEveryMs, run: async () => void (await sendDueDeliveries(office)) },
  {
    name: "calendar mails",
    everyMs: deliverEveryMs,
    run: async () => void (await sendCalendarMails({ ...office, config: options.config })),
  },
  { name: "decisions", everyMs: deliverEveryMs, run: async () => void (await publishDecisions(options)) },
  { name: "payments", everyMs: deliverEveryMs, run: async () => void (await applyPayments(options)) },
  { name: "redrive", everyMs: redriveEveryMs, run: redriveAll(options, overlooked) },
];

function redriveAll({ workerDatabase, log }: ClockOptions, overlooked: LoopOptions["overlooked"]): () => Promise<void> {
  const served = new Set<number>();
  return async () => {
    const failed = new Set<number>();
    let found: number;
    do {
      found = await redriveLostEvents(workerDatabase, overlooked, { log, failed, served });
      if (found > 0) log.info({ events: found }, "redriven");
    } while (found === redriveBatchSize); // after a long outage there are more; events that always fail are parked
  };
}
