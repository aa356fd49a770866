import { decisionHeldMs } from "../../../../shared/approvals/approvals/approvals.undo.rules";
import { notifyUsers } from "../../../communication/notifications/notify.service";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { bookingRowPath } from "../bookings-due.service";
import { bookingNotificationValues } from "../notification-values";
import type { BookingRow } from "../bookings.present";
import { selectBookingsById } from "../bookings.sql";

interface PendingMove {
  starts_at: string;
  ends_at: string;
  bookable_id: number | null;
  /** Whether the date was already edited apart from its series. Missing in moves of earlier versions. */
  series_changed?: boolean;
  /** Last calendar sequence number that was sent. */
  sequence: number;
  actor: number;
}

// Stores the time and resource before the first of several moves. $1 booking, $2 time and resource, $3 undo period in milliseconds.
const updatePendingMove = sql(
  "heldMoves.hold",
  `UPDATE booking SET held_move = COALESCE(held_move, $2::jsonb || jsonb_build_object('sequence', calendar_sequence - 1)),
     held_until = now() + $3::int * interval '1 millisecond'
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING held_move`,
  { notNull: ["held_move"] },
);
export const clearPendingMove = sql(
  "heldMoves.drop",
  `UPDATE booking SET held_move = NULL, held_until = NULL
   WHERE tenant_id = current_tenant() AND id = ANY($1) AND held_until IS NOT NULL`,
);
// Suppresses calendar mails when the booking is back in the state that the recipients received last.
const cancelCalendarMails = sql(
  "heldMoves.calm",
  `UPDATE booking_invitation i SET due_at = NULL, told_sequence = b.calendar_sequence FROM booking b
   WHERE b.tenant_id = current_tenant() AND b.id = $1 AND i.tenant_id = b.tenant_id AND i.booking_id = b.id
     AND i.told_method = 'REQUEST' AND i.told_sequence = $2`,
);

const markAsUneditedDate = sql(
  "heldMoves.rejoinSeries",
  "UPDATE booking SET series_changed = false WHERE tenant_id = current_tenant() AND id = $1",
);

const sharedColumns =
  `car_type seats from_place to_place purpose driver_needed room_id title note private equipment_ids`.split(" ");
const valuesOf = (alias: string) => sharedColumns.map((column) => `${alias}.${column}`).join(", ");
const localTimesOf = (alias: string) =>
  ["starts_at", "ends_at"].map((at) => `${alias}.${at} AT TIME ZONE s.time_zone - ${alias}.series_date`).join(", ");
const participantsOf = (alias: string) =>
  `ARRAY(SELECT p.user_id FROM booking_participant p WHERE p.tenant_id = ${alias}.tenant_id AND p.booking_id = ${alias}.id ORDER BY 1)`;
const guestsOf = (alias: string) =>
  `ARRAY(SELECT i.email FROM booking_invitation i WHERE i.tenant_id = ${alias}.tenant_id AND i.booking_id = ${alias}.id
     AND i.email IS NOT NULL AND i.withdrawn_at IS NULL ORDER BY 1)`;

// $1 booking. Its own values equal those of the series if another date, which wasn't edited individually, has the same ones.
const rejoinEqualDate = sql(
  "heldMoves.rejoinEqual",
  `UPDATE booking b SET series_changed = false FROM booking_series s
   WHERE b.tenant_id = current_tenant() AND b.id = $1 AND b.series_changed AND s.tenant_id = b.tenant_id AND s.id = b.series_id
     AND EXISTS (SELECT FROM booking o
       WHERE o.tenant_id = b.tenant_id AND o.series_id = b.series_id AND o.id <> b.id AND NOT o.series_changed
         AND o.status IN ('pending', 'approved')
         AND (${valuesOf("o")}, ${localTimesOf("o")}) IS NOT DISTINCT FROM (${valuesOf("b")}, ${localTimesOf("b")})
         AND ${participantsOf("o")} = ${participantsOf("b")} AND ${guestsOf("o")} = ${guestsOf("b")})`,
);

const isMovedBack = (row: BookingRow, pendingMove: PendingMove): boolean =>
  row.starts_at.getTime() === Date.parse(pendingMove.starts_at) &&
  row.ends_at.getTime() === Date.parse(pendingMove.ends_at) &&
  row.bookable_id === pendingMove.bookable_id;

/**
 * Holds the notification of a move while it can be undone. When the booking is moved back, nothing is sent, and a date of a series again
 * follows the changes of the series.
 */
export async function storePendingMove(tx: Tx, actor: { id: number }, before: BookingRow): Promise<void> {
  const { starts_at, ends_at, bookable_id, series_changed } = before;
  const move = { starts_at, ends_at, bookable_id, series_changed, actor: actor.id };
  const row = await tx.one<{ held_move: PendingMove }>(updatePendingMove, [
    before.id,
    JSON.stringify(move),
    decisionHeldMs,
  ]);
  const [now] = await tx.rows<BookingRow>(selectBookingsById, [[before.id]]);
  // An undo after the notification has no stored state to compare with.
  if (before.series_changed && row?.held_move.series_changed) await tx.rows(rejoinEqualDate, [before.id]);
  if (!row || !now || !isMovedBack(now, row.held_move)) return;
  await tx.rows(cancelCalendarMails, [before.id, row.held_move.sequence]);
  await tx.rows(clearPendingMove, [[before.id]]);
  if (row.held_move.series_changed === false) await tx.rows(markAsUneditedDate, [before.id]);
}

export const moveBatchSize = 20;

const claimDueMoves = sql(
  "heldMoves.due",
  `WITH due AS (
     SELECT b.id, b.held_move FROM booking b WHERE b.tenant_id = current_tenant() AND b.held_until <= now()
     ORDER BY b.held_until, b.id LIMIT ${moveBatchSize} FOR UPDATE
   ), gone AS (
     UPDATE booking b SET held_move = NULL, held_until = NULL FROM due WHERE b.tenant_id = current_tenant() AND b.id = due.id
   )
   SELECT due.id, due.held_move, u.id AS actor, u.fullname, u.image FROM due
     JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = (due.held_move ->> 'actor')::bigint`,
  { notNull: ["held_move"] },
);

interface Due {
  id: number;
  held_move: PendingMove;
  actor: number;
  fullname: string;
  image: string | null;
}

/**
 * Sends notifications of moves whose undo period has ended, in the transaction that ends it.
 * @returns their number.
 */
export async function notifyOfMoves(tx: Tx): Promise<number> {
  const moves = await tx.rows<Due>(claimDueMoves);
  const rows = await tx.rows<BookingRow>(selectBookingsById, [moves.map(({ id }) => id)]);
  for (const { id, actor, fullname, image } of moves) {
    const row = rows.find((each) => each.id === id);
    if (!row || (row.status !== "approved" && row.status !== "pending")) continue;
    const people = [row.requester, ...row.participants].flatMap((each) => (each && each.id !== actor ? each.id : []));
    if (people.length === 0) continue;
    // A private booking's notification has no author, like its event.
    const sender = row.private ? null : { id: actor, fullname, image };
    const values = {
      sender: sender?.fullname ?? row.requester?.fullname ?? "",
      ...(await bookingNotificationValues(tx, row)),
      key: "",
    };
    const message = {
      kind: "booking.changed" as const,
      people: people.map((each) => ({ id: each, reason: null })),
      values,
      path: bookingRowPath(row),
      subject: row.title,
      taskId: null,
      projectId: null,
    };
    await notifyUsers(tx, { eventId: null, sender }, [message]);
  }
  return moves.length;
}
