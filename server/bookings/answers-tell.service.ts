import type { ParticipantAnswer } from "../../shared/bookings/bookings.schema";
import { tellEach } from "../notifications/tell.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { bookingPath } from "./bookings-due.service";
import type { BookingRow } from "./bookings.present";

/** Whose answer it is: somebody of the tenant, or an address outside. */
type Who = Pick<Actor, "id" | "fullname" | "image"> | { email: string };

/** Tells whoever booked that somebody comes, or doesn't; of a series once, with its first date. */
export async function tellAnswer(tx: Tx, who: Who, answer: ParticipantAnswer, row: BookingRow): Promise<void> {
  const sender = "id" in who ? { id: who.id, fullname: who.fullname, image: who.image } : null;
  const message = {
    kind: "booking.answered" as const,
    people: [{ id: row.requester.id, reason: null }],
    values: { sender: "id" in who ? who.fullname : who.email, answer, title: row.title, key: "" },
    path: bookingPath(row),
    subject: row.title,
    taskId: null,
    projectId: null,
  };
  await tellEach(tx, { eventId: null, sender }, [message]);
}
