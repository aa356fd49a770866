import type { Config } from "../../../server/config";
import { createMailer } from "../../../server/platform/mail/mail";
import { chooseTenantAddress } from "../../../server/platform/http/origin";
import { createPushSender } from "../../../server/communication/notifications/push";
import { type Schedule, tenantSchedule } from "../../platform/schedule";
import type { DeliverySender } from "./deliveries";
import { createDigests } from "./digests";
import { remindOfTasks } from "./reminders";

type NotificationContext = Pick<DeliverySender, "unitOfWork" | "workerDatabase" | "log">;

/** Sends reminders and digests at the local time of each user. Unique keys make repeated and late runs safe. */
export function notificationSchedule({ unitOfWork, workerDatabase, log }: NotificationContext): Schedule {
  return tenantSchedule({
    name: "reminders-and-digests",
    everyMs: 60_000,
    work: async (tenantId, now) => {
      await remindOfTasks(unitOfWork, tenantId, now);
      await createDigests(unitOfWork, tenantId, now);
    },
    workerDatabase,
    log,
  });
}

export function createDeliverySender(
  config: Config,
  workshop: NotificationContext,
): DeliverySender & { close(): Promise<void> } {
  const mailer = createMailer(config, workshop.log);
  const push = createPushSender(workshop.workerDatabase, config);
  return {
    ...workshop,
    mailer,
    push,
    originFor: (domains) => chooseTenantAddress(config, domains).origin,
    close: () => mailer.close(),
  };
}
