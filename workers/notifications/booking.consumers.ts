import { bookingPath, bookingsToTell } from "../../server/bookings/bookings-due.service";
import { bookingWords } from "../../server/bookings/bookings-words.service";
import { requestOfBooking } from "../../server/reservations/booking-requests.service";
import { tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { BookingEvent } from "../../shared/bookings/bookings.events";
import type { Consumer } from "../platform/consumer";
import { toldAs } from "./notifications.recipients";
import { consumer, type Event, senderOf } from "./notifications.tell";

type Kind = "booking.invited" | "booking.changed" | "booking.cancelled" | "booking.released";

/** To whom it concerns but whoever did it; of a series once, with its first date. */
const about =
  (kind: Kind, whom: "guests" | "everybody" | "owner") =>
  async (tx: Tx, event: Event<BookingEvent>): Promise<void> => {
    const [row] = await bookingsToTell(
      tx,
      event.data.bookings.map(({ id }) => id),
    );
    if (!row) return;
    // Of what somebody decides, whoever asked is told by the engine that it was cancelled.
    const isTold = kind === "booking.cancelled" && (await requestOfBooking(tx, row.id)) !== undefined;
    const guests = row.participants.map(({ id }) => id);
    const wanted = { guests, owner: [row.requester.id], everybody: [row.requester.id, ...guests] }[whom];
    const people = wanted.filter((id) => id !== event.actor?.id && !(isTold && id === row.requester.id));
    // Who books in private isn't the event's author: it is the owner's own doing then.
    const others =
      row.private && event.actor === null && kind !== "booking.released"
        ? people.filter((id) => id !== row.requester.id)
        : people;
    if (others.length === 0) return;
    const values = { sender: senderOf(event) || row.requester.fullname, ...(await bookingWords(tx, row)), key: "" };
    const message = { kind, people: toldAs(others, null), values, path: bookingPath(row), subject: row.title };
    await tellPeople(tx, { eventId: event.id, sender: event.actor }, [{ ...message, taskId: null, projectId: null }]);
  };

export const bookingConsumers: readonly Consumer[] = [
  consumer("booking.created", about("booking.invited", "guests")),
  consumer("booking.updated", about("booking.changed", "everybody")),
  consumer("booking.cancelled", about("booking.cancelled", "everybody")),
  consumer("booking.released", about("booking.released", "owner")),
];
