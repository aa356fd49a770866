import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { DataSource } from "typeorm";
import type { Invitation } from "../../../../shared/bookings/bookings/guests.contract";
import { Problem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { loadOrCreateSecret } from "../../../platform/secrets";
import { notifyOfAnswer } from "../answer-notifications.service";
import { calendarTables } from "../calendar/ics";
import { lockBookings, updateBookingVersions } from "../bookings.sql";
import { emitBookings } from "../bookings-events.service";

const linkSecret = (database: DataSource) =>
  loadOrCreateSecret(database, "invitation-links", () => randomBytes(32).toString("base64url"));

interface Link {
  id: number;
  series: boolean;
}

const signature = (secret: string, tenantId: number, { id, series }: Link) =>
  createHmac("sha256", secret)
    .update(`invitation ${tenantId} ${id} ${series ? "series" : "one"}`)
    .digest();

/** Token in an invitation mail. It only permits answering this invitation, or its series, for this address. */
export async function invitationToken(database: DataSource, tenantId: number, link: Link): Promise<string> {
  const signed = signature(await linkSecret(database), tenantId, link).toString("base64url");
  return `${link.id}.${link.series ? "series" : "one"}.${signed}`;
}

/** @throws Problem 404 for any invalid token, without a reason. */
async function readToken(database: DataSource, tenantId: number, token: string): Promise<Link> {
  const [id = "", scope = "", given = "", ...more] = token.split(".");
  const isWellFormed = /^[1-9]\d{0,14}$/.test(id) && ["one", "series"].includes(scope) && more.length === 0;
  const link = { id: isWellFormed ? Number(id) : 0, series: scope === "series" };
  const expected = signature(await linkSecret(database), tenantId, link);
  const signed = Buffer.from(given, "base64url");
  if (!isWellFormed || signed.length !== expected.length || !timingSafeEqual(signed, expected))
    throw new Problem("notFound");
  return link;
}

interface Row extends Omit<Invitation, "start_date" | "end_date" | "dates" | "cancelled" | "open"> {
  booking_id: number;
  status: string;
  starts_at: Date;
  ends_at: Date;
}

const selectInvitation = sql(
  "invitation.byId",
  `SELECT i.booking_id, t.name AS organization, i.email, b.title, b.note, COALESCE(r.name || ', ' || h.name, b.to_place) AS place,
     u.fullname AS requester, b.starts_at, b.ends_at, COALESCE(h.time_zone, t.time_zone) AS time_zone, i.answer, b.status
   FROM ${calendarTables}
   JOIN booking_invitation i ON i.tenant_id = b.tenant_id AND i.booking_id = b.id
   JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   JOIN tenant t ON t.id = b.tenant_id
   WHERE b.tenant_id = current_tenant() AND i.id = $1 AND i.email IS NOT NULL AND i.withdrawn_at IS NULL`,
  { notNull: ["email"] },
);

const presentInvitation = ({ booking_id, status, starts_at, ends_at, ...row }: Row, dates: number): Invitation => {
  const cancelled = status === "cancelled" || status === "rejected";
  const open = !cancelled && dates > 0;
  return { ...row, dates, start_date: starts_at.toISOString(), end_date: ends_at.toISOString(), cancelled, open };
};

// Invitations that an answer through link $1 applies to, the next date first. The own date of a series link may have ended or been cancelled,
// or the guest removed from it, while others are upcoming. $2 whether the link covers the series, $3 now.
const selectOpenInvitations = sql(
  "invitation.open",
  `SELECT j.id, j.booking_id FROM booking_invitation i
   JOIN booking b ON b.tenant_id = i.tenant_id AND b.id = i.booking_id
   JOIN booking o ON o.tenant_id = b.tenant_id AND (o.id = b.id OR ($2 AND o.series_id = b.series_id))
     AND o.ends_at > $3 AND o.status IN ('pending', 'approved')
   JOIN booking_invitation j ON j.tenant_id = o.tenant_id AND j.booking_id = o.id AND j.email = i.email AND j.withdrawn_at IS NULL
   WHERE i.tenant_id = current_tenant() AND i.id = $1 ORDER BY o.starts_at, o.id`,
);

const readOpenInvitations = (tx: Tx, { id, series }: Link) =>
  tx.rows<{ id: number; booking_id: number }>(selectOpenInvitations, [id, series, new Date()]);

/**
 * Reads the invitation that a link shows: the next open date or, without one, the link's own date.
 * @throws Problem 404 when the guest isn't invited any more.
 */
async function readLinkedInvitation(tx: Tx, link: Link) {
  const openInvitations = await readOpenInvitations(tx, link);
  const row = await tx.one<Row>(selectInvitation, [openInvitations[0]?.id ?? link.id]);
  if (!row) throw new Problem("notFound");
  return { row, openInvitations };
}

/** @throws Problem 404 for an invalid token and for a withdrawn invitation. */
export async function readInvitation(tx: Tx, database: DataSource, token: string): Promise<Invitation> {
  const { row, openInvitations } = await readLinkedInvitation(tx, await readToken(database, tx.tenantId, token));
  return presentInvitation(row, openInvitations.length);
}

const updateGuestAnswer = sql(
  "invitation.answer",
  `UPDATE booking_invitation SET answer = $2, answered_at = now()
   WHERE tenant_id = current_tenant() AND id = ANY($1) AND answer IS DISTINCT FROM $2 RETURNING booking_id`,
);

/** @throws Problem 404 for an invalid token or a withdrawn invitation; 409 when all dates have ended or were cancelled. */
export async function answerInvitation(
  tx: Tx,
  database: DataSource,
  token: string,
  answered: NonNullable<Invitation["answer"]>,
): Promise<Invitation> {
  const link = await readToken(database, tx.tenantId, token);
  const before = await readOpenInvitations(tx, link);
  await tx.rows(lockBookings, [before.map(({ booking_id }) => booking_id)]);
  // Re-read under lock: a date may have been cancelled, or the guest uninvited, while this call waited for the lock.
  const { row, openInvitations } = await readLinkedInvitation(tx, link);
  if (!presentInvitation(row, openInvitations.length).open) throw new Problem("booking.past");
  const openIds = openInvitations.map(({ id }) => id);
  const updated = await tx.rows<{ booking_id: number }>(updateGuestAnswer, [openIds, answered]);
  const ids = updated.map(({ booking_id }) => booking_id);
  if (ids.length > 0) {
    await tx.rows(updateBookingVersions, [ids]);
    const [first] = await emitBookings(tx, "booking.answered", ids);
    if (first) await notifyOfAnswer(tx, { email: row.email }, answered, first);
  }
  return presentInvitation({ ...row, answer: answered }, openInvitations.length);
}
