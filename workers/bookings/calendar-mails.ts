import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CalendarMethod } from "../../server/bookings/ics.service";
import { invitationToken } from "../../server/bookings/invitation.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { tenantAddress } from "../../server/platform/http/origin";
import { addressIn } from "../../server/platform/mail/mail";
import type { Config } from "../../server/config";
import type { DeliveryOffice } from "../notifications/deliveries";
import { besideEachOther } from "../platform/beside";
import { calendarMail, groupOf, methodOf } from "./calendar-mails.compose";
import * as statements from "./calendar-mails.sql";
import type { Claimed, Due } from "./calendar-mails.sql";

/** What sending needs; the address of the product comes from the settings alone. */
export type CalendarMailing = Pick<DeliveryOffice, "unitOfWork" | "workerDatabase" | "mailer" | "log"> & {
  config: Pick<Config, "publicUrl" | "port" | "mailFrom">;
};

/** Seconds until the next attempt, after each; then it is given up. */
const patience = [20, 60, 300, 1_200, 3_600, 10_800, 43_200];

/**
 * Tells calendars by mail what has become of bookings, of all tenants beside each other: one that has hundreds waiting, or a mail server
 * that takes its time with them, keeps nobody else's waiting. Safe to run in several workers at once, and again
 * after one was killed: a row is held by one worker, and what is sent again is the same mail.
 * @returns how many invitations were taken.
 */
export const sendCalendarMails = (mailing: CalendarMailing): Promise<number> =>
  besideEachOther<{ id: number }>({
    name: "calendar mails",
    log: mailing.log,
    due: () =>
      mailing.workerDatabase.query(
        `SELECT DISTINCT tenant_id AS id FROM booking_invitation
         WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())`,
      ),
    keyOf: ({ id }) => String(id),
    work: ({ id }) => sendOf(mailing, id),
  });

async function sendOf(mailing: CalendarMailing, tenantId: number): Promise<number> {
  const lease = randomUUID();
  const work = <Result>(run: (tx: Tx) => Promise<Result>) => mailing.unitOfWork({ tenantId }, run);
  const claimed = await work((tx) => tx.rows<Claimed>(statements.claim, [lease]));
  if (claimed.length === 0) return 0;
  const { dues, address } = await work(async (tx) => ({
    dues: await tx.rows<Due>(statements.dueById, [claimed.map(({ id }) => id)]),
    address: await tenantAddress(tx, mailing.config),
  }));
  const now = new Date();
  const groups = new Map<string, Group>();
  for (const due of dues) {
    const method = methodOf(due, now);
    if (!method) continue;
    const key = groupOf(due, method);
    groups.set(key, { method, dues: [...(groups.get(key)?.dues ?? []), due] });
  }
  const toTell = new Set([...groups.values()].flatMap((group) => group.dues.map((due) => due.invitation_id)));
  const nothing = claimed.filter(({ id }) => !toTell.has(id));
  await work((tx) => tx.rows(statements.finish, [lease, JSON.stringify(nothing)]));
  for (const group of groups.values()) {
    const outcome = await send(mailing, tenantId, group, { ...address, now });
    await work((tx) => settle(tx, lease, group, outcome));
    await setImmediate(); // one of a long series takes a while to write
  }
  return claimed.length;
}

/** What goes out as one mail. */
interface Group {
  method: CalendarMethod;
  dues: readonly Due[];
}

type Outcome = "sent" | "refused" | "later";

async function send(
  mailing: CalendarMailing,
  tenantId: number,
  { method, dues }: Group,
  { origin, domain, now }: { origin: string; domain: string; now: Date },
): Promise<Outcome> {
  const [first] = dues as [Due, ...Due[]];
  const link = { id: first.invitation_id, series: dues.length > 1 };
  try {
    const token = first.user_id === null ? await invitationToken(mailing.workerDatabase, tenantId, link) : null;
    await mailing.mailer.deliver(
      calendarMail(method, dues, {
        origin,
        host: domain,
        tenantId,
        now,
        token,
        from: addressIn(mailing.config.mailFrom),
      }),
    );
    return "sent";
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    mailing.log.warn({ code, responseCode, invitation: first.invitation_id }, "calendar mail not delivered");
    // What the mail server will never take (RFC 5321, 5xx to an address) isn't tried again.
    return responseCode && responseCode >= 550 && responseCode < 560 ? "refused" : "later";
  }
}

async function settle(tx: Tx, lease: string, { method, dues }: Group, outcome: Outcome): Promise<void> {
  const wait = patience[Math.max(...dues.map(({ attempts }) => attempts)) - 1];
  if (outcome === "later" && wait !== undefined) {
    await tx.rows(statements.postpone, [lease, dues.map(({ invitation_id }) => invitation_id), wait]);
    return;
  }
  const told = dues.map(({ invitation_id: id, revision, calendar_sequence: sequence }) =>
    outcome === "sent" ? { id, revision, sequence, method } : { id, revision },
  );
  await tx.rows(statements.finish, [lease, JSON.stringify(told)]);
}
