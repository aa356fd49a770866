import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { participantAnswers } from "../../shared/bookings/bookings.schema";
import { invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";
import { concerns } from "./bookings.present";
import { bookingRow } from "./bookings.read";

/**
 * Mails that one person sends to people outside by inviting them, in a day: an assistant doesn't get there, and nobody sends
 * the organisation's name with words of their own to the whole world. Each process counts for itself
 * (docs/decisions/0025-limits-are-each-process-own.md).
 */
const daySeconds = 86_400;
const mails = new RateLimiterMemory({ points: 1_000, duration: daySeconds });

/** @throws Problem 429 with when there is room again. */
async function spendMails(tx: Tx, actor: Pick<Actor, "id">, count: number): Promise<void> {
  if (count === 0) return;
  await mails.consume(`${tx.tenantId}/${actor.id}`, count).catch((spent: RateLimiterRes) => {
    throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)) });
  });
}

const colleagues = sql(
  "guests.colleagues",
  "SELECT email FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external AND lower(email) = ANY($1)",
);

/** Addresses of people outside, each once. @throws Problem 422 for one of the organisation: they are invited as people. */
export async function requireOutside(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(emails)];
  if (wanted.length === 0) return wanted;
  if ((await tx.rows(colleagues, [wanted])).length > 0) throw invalid("guests", "field.guestIsColleague");
  return wanted;
}

/** $1 bookings, $2 addresses. Who was told that they aren't invited any more is asked anew. */
const invite = sql(
  "guests.invite",
  `INSERT INTO booking_invitation AS i (tenant_id, booking_id, email, due_at)
   SELECT current_tenant(), b, e, now() + interval '20 seconds' FROM unnest($1::bigint[]) AS b CROSS JOIN unnest($2::text[]) AS e
   ON CONFLICT (tenant_id, booking_id, email) DO UPDATE SET withdrawn_at = NULL, answer = NULL, answered_at = NULL,
     due_at = EXCLUDED.due_at, revision = i.revision + 1, attempts = 0
   WHERE i.withdrawn_at IS NOT NULL`,
);

/** Dates of a series are one mail. @throws Problem 429 for who has invited a thousand in a day. */
export async function inviteGuests(
  tx: Tx,
  actor: Pick<Actor, "id">,
  bookings: readonly number[],
  emails: readonly string[],
): Promise<void> {
  await spendMails(tx, actor, emails.length);
  if (emails.length > 0) await tx.rows(invite, [bookings, emails]);
}

const withdraw = sql(
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

const present = sql(
  "guests.present",
  `SELECT DISTINCT email FROM booking_invitation
   WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND email IS NOT NULL AND withdrawn_at IS NULL`,
);

/**
 * Makes these the guests from outside; undefined leaves them, and they are told of what changed. The bookings are locked.
 * @throws Problem 422; 429 as for inviting.
 */
export async function setGuests(
  tx: Tx,
  actor: Pick<Actor, "id">,
  bookings: readonly number[],
  emails?: readonly string[],
): Promise<void> {
  if (!emails) return spendMails(tx, actor, (await tx.rows(present, [bookings])).length);
  const wanted = await requireOutside(tx, emails);
  await tx.rows(withdraw, [bookings, wanted]);
  await inviteGuests(tx, actor, bookings, wanted);
}

const ofBooking = sql(
  "guests.ofBooking",
  `SELECT email, answer FROM booking_invitation
   WHERE tenant_id = current_tenant() AND booking_id = $1 AND email IS NOT NULL AND withdrawn_at IS NULL ORDER BY email`,
);

interface Guest {
  email: string;
  answer: (typeof participantAnswers)[number] | null;
}

/** @throws Problem 404; 403 for whom the booking doesn't concern: addresses of people outside aren't for everybody. */
export async function guestsOf(tx: Tx, actor: Actor, id: number): Promise<Guest[]> {
  const row = await bookingRow(tx, id);
  const looksAfter = actor.permissions.has("reservation-approve") && !row.private;
  if (!looksAfter && !concernsReader(actor, (reader) => concerns(row, reader))) throw new Problem("booking.notYours");
  return tx.rows<Guest>(ofBooking, [id]);
}
