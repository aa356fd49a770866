import type { ParticipantAnswer } from "../../../shared/bookings/bookings/bookings.schema";
import { notifyEach } from "../../communication/notifications/notify.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { bookingRowPath } from "./bookings-due.service";
import type { BookingRow } from "./bookings.present";

type Who = Pick<Actor, "id" | "fullname" | "image"> | { email: string };

/**
 * Notifies the requester of the answer of a participant or an external guest. For a series, one notification with its first date is sent.
 */
export async function notifyOfAnswer(tx: Tx, who: Who, answer: ParticipantAnswer, row: BookingRow): Promise<void> {
  const sender = "id" in who ? { id: who.id, fullname: who.fullname, image: who.image } : null;
  const message = {
    kind: "booking.answered" as const,
    people: row.requester ? [{ id: row.requester.id, reason: null }] : [],
    values: { sender: "id" in who ? who.fullname : who.email, answer, title: row.title, key: "" },
    path: bookingRowPath(row),
    subject: row.title,
    taskId: null,
    projectId: null,
  };
  await notifyEach(tx, { eventId: null, sender }, [message]);
}
