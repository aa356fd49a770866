import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CalendarMethod } from "../../../server/bookings/bookings/calendar/ics";
import { invitationToken } from "../../../server/bookings/bookings/participants/invitation.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { tenantAddress } from "../../../server/platform/http/origin";
import { emailAddressIn } from "../../../server/platform/mail/mail";
import type { Config } from "../../../server/config";
import type { WorkerDependencies } from "../../platform/features";
import { runPerTenant } from "../../platform/run-per-tenant";
import { calendarMail, mailGroupOf, isOnCalendar, calendarMethodOf } from "./calendar-mails.compose";
import * as statements from "./calendar-mails.sql";
import type { ClaimedInvitation, DueInvitation } from "./calendar-mails.sql";
import { queryRows, sharedSql } from "../../../server/platform/database/statements";

export type CalendarMailing = Pick<WorkerDependencies, "unitOfWork" | "workerDatabase" | "mailer" | "log"> & {
  config: Pick<Config, "publicUrl" | "port" | "mailFrom">;
};

/** Seconds until the next attempt; after the last attempt the email is dropped. */
const retryDelays = [20, 60, 300, 1_200, 3_600, 10_800, 43_200];

const selectTenantsWithDueMails = sharedSql(
  "calendarMails.tenantsDue",
  `SELECT DISTINCT tenant_id AS id FROM booking_invitation
         WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())`,
);

/**
 * Emails calendar updates of bookings, concurrently for several tenants so that a slow mail server or a large tenant does not delay others.
 * Safe in several workers and after a crash: rows are leased, and a repeated email has the same Message-ID.
 * @returns the number of claimed invitations
 */
export const sendCalendarMails = (mailing: CalendarMailing): Promise<number> =>
  runPerTenant<{ id: number }>({
    name: "calendar mails",
    log: mailing.log,
    due: () => queryRows<{ id: number }>(mailing.workerDatabase, selectTenantsWithDueMails),
    keyOf: ({ id }) => String(id),
    work: ({ id }) => sendOf(mailing, id),
  });

async function sendOf(mailing: CalendarMailing, tenantId: number): Promise<number> {
  const lease = randomUUID();
  const work = <Result>(run: (tx: Tx) => Promise<Result>) => mailing.unitOfWork({ tenantId }, run);
  const claimed = await work((tx) => tx.rows<ClaimedInvitation>(statements.claimInvitations, [lease]));
  if (claimed.length === 0) return 0;
  const { dues, address } = await work(async (tx) => ({
    dues: await tx.rows<DueInvitation>(statements.dueInvitationsById, [claimed.map(({ id }) => id)]),
    address: await tenantAddress(tx, mailing.config),
  }));
  const now = new Date();
  const groups = new Map<string, Group>();
  for (const due of dues) {
    const method = calendarMethodOf(due, now);
    if (!method) continue;
    const key = mailGroupOf(due, method);
    groups.set(key, { method, dues: [...(groups.get(key)?.dues ?? []), due] });
  }
  const toTell = new Set([...groups.values()].flatMap((group) => group.dues.map((due) => due.invitation_id)));
  const nothing = claimed.filter(({ id }) => !toTell.has(id));
  await work((tx) => tx.rows(statements.finishInvitations, [lease, JSON.stringify(nothing)]));
  for (const group of groups.values()) {
    const whole = await work((tx) => wholeSeries(tx, group, now));
    const outcome = await send(mailing, tenantId, { ...group, whole }, { ...address, now });
    await work((tx) => settle(tx, lease, group, outcome));
    await setImmediate(); // lets other events run, as composing a long series is slow
  }
  return claimed.length;
}

interface Group {
  method: CalendarMethod;
  dues: readonly DueInvitation[];
}

async function wholeSeries(tx: Tx, { dues }: Group, now: Date): Promise<DueInvitation[]> {
  const [first] = dues as [DueInvitation, ...DueInvitation[]];
  if (!first.series?.one_event) return [];
  const email = first.user_id === null ? first.email : null;
  const dates = await tx.rows<DueInvitation>(statements.seriesDatesFor, [first.series.id, first.user_id, email]);
  return dates.filter((each) => isOnCalendar(each, now));
}

type Outcome = "sent" | "refused" | "later";

async function send(
  mailing: CalendarMailing,
  tenantId: number,
  { method, dues, whole }: Group & { whole: readonly DueInvitation[] },
  { origin, domain, now }: { origin: string; domain: string; now: Date },
): Promise<Outcome> {
  const [first] = dues as [DueInvitation, ...DueInvitation[]];
  const link = { id: first.invitation_id, series: dues.length > 1 };
  try {
    const token = first.user_id === null ? await invitationToken(mailing.workerDatabase, tenantId, link) : null;
    await mailing.mailer.deliver(
      calendarMail(
        method,
        dues,
        {
          origin,
          host: domain,
          tenantId,
          now,
          token,
          from: emailAddressIn(mailing.config.mailFrom),
        },
        whole,
      ),
    );
    return "sent";
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    mailing.log.warn({ code, responseCode, invitation: first.invitation_id }, "calendar mail not delivered");
    // Permanent rejections of an address (RFC 5321, codes 550 to 559) are not retried.
    return responseCode && responseCode >= 550 && responseCode < 560 ? "refused" : "later";
  }
}

async function settle(tx: Tx, lease: string, { method, dues }: Group, outcome: Outcome): Promise<void> {
  const wait = retryDelays[Math.max(...dues.map(({ attempts }) => attempts)) - 1];
  if (outcome === "later" && wait !== undefined) {
    await tx.rows(statements.postponeInvitations, [lease, dues.map(({ invitation_id }) => invitation_id), wait]);
    return;
  }
  const sent = dues.map(({ invitation_id: id, revision, calendar_sequence: sequence }) =>
    outcome === "sent" ? { id, revision, sequence, method } : { id, revision },
  );
  await tx.rows(statements.finishInvitations, [lease, JSON.stringify(sent)]);
}
