import { userStream } from "../../../../shared/kernel/events";
import { notifyUsers } from "../../../communication/notifications/notify.service";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { bookingRowPath } from "../bookings-due.service";
import type { BookingRow } from "../bookings.present";
import { hideAuthorIfPrivate } from "../private-author.service";

function bookingsByRemovedUser(before: readonly BookingRow[], after: readonly BookingRow[]): Map<number, BookingRow[]> {
  const previousRows = new Map(before.map((row) => [row.id, row]));
  const ofUser = new Map<number, BookingRow[]>();
  for (const row of after) {
    const previousRow = previousRows.get(row.id);
    if (!previousRow) continue;
    const remaining = new Set(row.participants.map(({ id }) => id));
    const isPrivate = row.private || previousRow.private;
    for (const { id } of previousRow.participants) {
      if (remaining.has(id)) continue;
      ofUser.set(id, [...(ofUser.get(id) ?? []), { ...row, private: isPrivate }]);
    }
  }
  return ofUser;
}

/**
 * Makes the screens of removed participants reload the bookings, and notifies these users, except about their own action. The events of the
 * bookings reach only the remaining participants. For a series, one notification with its first date is sent. Private bookings are sent
 * without a title.
 */
export async function notifyRemovedParticipants(
  tx: Tx,
  actor: Pick<Actor, "id" | "fullname" | "image">,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const ofUser = bookingsByRemovedUser(before, after);
  if (ofUser.size === 0) return;
  const usersOfBooking = new Map<number, { row: BookingRow; users: number[] }>();
  let isHidden = false;
  for (const [userId, rows] of ofUser) {
    tx.emit("booking.mine", userStream(userId), { bookings: [], changed: rows.map(({ id }) => id) });
    if (userId === actor.id) continue;
    const [row] = rows as [BookingRow];
    isHidden ||= row.private;
    const present = usersOfBooking.get(row.id);
    if (present) present.users.push(userId);
    else usersOfBooking.set(row.id, { row, users: [userId] });
  }
  const messages = [...usersOfBooking.values()].map(({ row, users }) => {
    const title = row.private ? "" : row.title;
    return {
      kind: "booking.uninvited" as const,
      people: users.map((id) => ({ id, reason: null })),
      values: { title, private: row.private ? "yes" : "no", sender: "", key: "" },
      path: bookingRowPath(row),
      subject: title,
      taskId: null,
      projectId: null,
    };
  });
  const { id, fullname, image } = actor;
  const sender = isHidden ? null : { id, fullname, image };
  await hideAuthorIfPrivate(isHidden, tx, () => notifyUsers(tx, { eventId: null, sender }, messages));
}
