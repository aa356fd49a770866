import type { Config } from "../../server/config";
import { createMailer } from "../../server/platform/mail/mail";
import { addressOf } from "../../server/platform/http/origin";
import { createPushSender } from "../../server/platform/mail/push";
import { type Schedule, tenantSchedule } from "../platform/schedule";
import type { DeliveryOffice } from "./deliveries";
import { makeDigests } from "./digests";
import { remind } from "./reminders";

type Workshop = Pick<DeliveryOffice, "unitOfWork" | "workerDatabase" | "log">;

/** Reminders and digests, each at its person's hour. It may run often, late, and twice: each has a key of its own. */
export function notificationSchedule({ unitOfWork, workerDatabase, log }: Workshop): Schedule {
  return tenantSchedule({
    name: "reminders-and-digests",
    everyMs: 60_000,
    work: async (tenantId, now) => {
      await remind(unitOfWork, tenantId, now);
      await makeDigests(unitOfWork, tenantId, now);
    },
    workerDatabase,
    log,
  });
}

/** Where deliveries go out, and how to close it. */
export function openDeliveryOffice(config: Config, workshop: Workshop): DeliveryOffice & { close(): Promise<void> } {
  const mailer = createMailer(config, workshop.log);
  const push = createPushSender(workshop.workerDatabase, config);
  return {
    ...workshop,
    mailer,
    push,
    originFor: (domains) => addressOf(config, domains).origin,
    close: () => mailer.close(),
  };
}
