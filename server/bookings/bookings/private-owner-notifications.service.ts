import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { bookingRowPath } from "./bookings-due.service";
import type { BookingRow } from "./bookings.present";
import { hideAuthorIfPrivate } from "./private-author.service";

/**
 * Notifies the requester of a private booking of another user's change. The event of a private booking has no actor, so it doesn't notify
 * the requester.
 * @param rows bookings of one requester and series; the notification is about the first one
 */
export async function notifyPrivateOwner(
  tx: Tx,
  actor: Actor,
  type: "booking.updated" | "booking.cancelled",
  [row]: readonly BookingRow[],
): Promise<void> {
  if (!row?.private || !row.requester || row.requester.id === actor.id) return;
  const kind = type === "booking.cancelled" ? ("booking.cancelled" as const) : ("booking.changed" as const);
  const people = [{ id: row.requester.id, reason: null }];
  const values = { sender: actor.fullname, title: row.title, key: "" };
  const message = {
    kind,
    people,
    values,
    path: bookingRowPath(row),
    subject: row.title,
    taskId: null,
    projectId: null,
  };
  await hideAuthorIfPrivate(true, tx, () => notifyUsers(tx, { eventId: null, sender: null }, [message]));
}
