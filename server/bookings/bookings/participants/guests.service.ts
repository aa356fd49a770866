import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { participantAnswers } from "../../../../shared/bookings/bookings/bookings.schema";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { concernsReader } from "../../../platform/viewing";
import { isConcernedByBooking } from "../bookings.present";
import { loadBookingRow } from "../bookings.read";

/**
 * Daily limit of invitation mails per user to external addresses: above an assistant's real use, but it prevents sending spam in the
 * tenant's name. Counted per process.
 */
const mails = new RateLimiterMemory({ points: 1_000, duration: elapsedDaySeconds });

async function consumeMailQuota(tx: Tx, actor: Pick<Actor, "id">, count: number): Promise<void> {
  if (count === 0) return;
  await mails.consume(`${tx.tenantId}/${actor.id}`, count).catch((spent: RateLimiterRes) => {
    throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)) });
  });
}

const selectColleagues = sql(
  "guests.colleagues",
  "SELECT email FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external AND lower(email) = ANY($1)",
);

/** Deduplicates external addresses. @throws Problem 422 for a user's address: users are invited as participants. */
export async function requireExternalAddresses(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const addresses = [...new Set(emails)];
  if (addresses.length === 0) return addresses;
  if ((await tx.rows(selectColleagues, [addresses])).length > 0)
    throw invalidFieldProblem("guests", "field.guestIsColleague");
  return addresses;
}

/** Invites addresses $2 to bookings $1. A withdrawn invitation is renewed without its previous answer. */
const insertInvitations = sql(
  "guests.invite",
  `INSERT INTO booking_invitation AS i (tenant_id, booking_id, email, due_at)
   SELECT current_tenant(), b, e, now() + interval '20 seconds' FROM unnest($1::bigint[]) AS b CROSS JOIN unnest($2::text[]) AS e
   ON CONFLICT (tenant_id, booking_id, email) DO UPDATE SET withdrawn_at = NULL, answer = NULL, answered_at = NULL,
     due_at = EXCLUDED.due_at, revision = i.revision + 1, attempts = 0
   WHERE i.withdrawn_at IS NOT NULL`,
);

/**
 * Invites guests. For a series, each guest gets one mail with all dates.
 * @throws Problem 429 above a thousand mails per day.
 */
export async function inviteGuests(
  tx: Tx,
  actor: Pick<Actor, "id">,
  bookings: readonly number[],
  emails: readonly string[],
): Promise<void> {
  await consumeMailQuota(tx, actor, emails.length);
  if (emails.length > 0) await tx.rows(insertInvitations, [bookings, emails]);
}

const withdrawInvitations = sql(
  "guests.withdraw",
  `WITH gone AS (
     UPDATE booking_invitation SET withdrawn_at = now(), due_at = now() + interval '20 seconds', revision = revision + 1,
       attempts = 0
     WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND email IS NOT NULL AND NOT email = ANY($2)
       AND withdrawn_at IS NULL
     RETURNING booking_id)
   UPDATE booking SET calendar_sequence = calendar_sequence + 1
   WHERE tenant_id = current_tenant() AND id IN (SELECT booking_id FROM gone)`,
);

const selectGuestAddresses = sql(
  "guests.present",
  `SELECT DISTINCT email FROM booking_invitation
   WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND email IS NOT NULL AND withdrawn_at IS NULL`,
  { notNull: ["email"] },
);

/**
 * Sets the external guests; undefined keeps them and notifies them of the change. Individually edited dates (`apart`) only gain and lose
 * the guests that `row` gains and loses. The caller holds the locks of all rows.
 * @throws Problem 422; 429 as for inviting.
 */
export async function setGuests(
  tx: Tx,
  actor: Pick<Actor, "id">,
  row: { id: number },
  changes: readonly { id: number }[],
  emails?: readonly string[],
  apart: readonly { id: number }[] = [],
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const guestsOn = async (bookings: readonly number[]) =>
    (await tx.rows<{ email: string }>(selectGuestAddresses, [bookings])).map(({ email }) => email);
  if (!emails) return consumeMailQuota(tx, actor, (await guestsOn(ids)).length);
  const addresses = await requireExternalAddresses(tx, emails);
  const before = apart.length > 0 ? await guestsOn([row.id]) : [];
  const alike = ids.filter((id) => !apart.some((each) => each.id === id));
  await tx.rows(withdrawInvitations, [alike, addresses]);
  for (const { id } of apart) {
    const own = (await guestsOn([id])).filter((email) => addresses.includes(email) || !before.includes(email));
    await tx.rows(withdrawInvitations, [[id], own]);
  }
  const added = addresses.filter((email) => !before.includes(email));
  await inviteGuests(tx, actor, alike, addresses);
  if (apart.length > 0) await tx.rows(insertInvitations, [apart.map(({ id }) => id), added]);
}

const selectGuests = sql(
  "guests.ofBooking",
  `SELECT email, answer FROM booking_invitation
   WHERE tenant_id = current_tenant() AND booking_id = $1 AND email IS NOT NULL AND withdrawn_at IS NULL ORDER BY email`,
  { notNull: ["email"] },
);

interface Guest {
  email: string;
  answer: (typeof participantAnswers)[number] | null;
}

/** @throws Problem 404; 403 unless the actor is requester or participant, or manages bookings: guests' addresses are not public. */
export async function readGuestsOf(tx: Tx, actor: Actor, id: number): Promise<Guest[]> {
  const row = await loadBookingRow(tx, id);
  const looksAfter = actor.permissions.has("reservation-approve") && !row.private;
  if (!looksAfter && !concernsReader(actor, (reader) => isConcernedByBooking(row, reader)))
    throw new Problem("booking.notYours");
  return tx.rows<Guest>(selectGuests, [id]);
}
