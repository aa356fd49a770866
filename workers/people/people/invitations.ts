import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../../../server/config";
import {
  claimDueInvitation,
  composeInvitation,
  retryInvitation,
} from "../../../server/identity/session/invitation.service";
import { emitPerson } from "../../../server/people/people/change-person.service";
import type { Mailer } from "../../../server/platform/mail/mail";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

export interface InvitationOptions {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  mailer: Pick<Mailer, "deliver">;
  config: Config;
  log: Logger;
}

/** Sends invitations on the employee's first day in the tenant's time zone; their links are valid from then on. */
export function invitationSchedule(options: InvitationOptions): Schedule {
  const { workerDatabase, log } = options;
  return tenantSchedule({
    workerDatabase,
    log,
    name: "invitations",
    everyMs: 600_000,
    work: (tenantId) => sendInvitations(options, tenantId),
  });
}

/** @returns the number of invitations sent; those that failed stay due */
export async function sendInvitations(
  { unitOfWork, mailer, config, log }: Omit<InvitationOptions, "workerDatabase">,
  tenantId: number,
): Promise<number> {
  const unit: UnitOf = (work) => unitOfWork({ tenantId }, work);
  let [sent, afterId] = [0, 0];
  for (;;) {
    const due = await unit(async (tx) => {
      const claimed = await claimDueInvitation(tx, afterId);
      if (claimed) await emitPerson(tx, "user.updated", claimed.id);
      return claimed;
    });
    if (!due) return sent;
    const { id, token } = due;
    afterId = id;
    try {
      const mail = await composeInvitation(config, unit, id, token);
      if (mail) await mailer.deliver(mail);
      sent++;
    } catch (error) {
      log.warn({ err: error, user: id }, "invitation not delivered");
      await unit(async (tx) => {
        await retryInvitation(tx, id);
        await emitPerson(tx, "user.updated", id);
      });
    }
  }
}

type UnitOf = Parameters<typeof composeInvitation>[1];
