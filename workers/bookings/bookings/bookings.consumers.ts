import { bookingRowPath, bookingsForNotifications } from "../../../server/bookings/bookings/bookings-due.service";
import { bookingNotificationValues } from "../../../server/bookings/bookings/notification-values";
import { requestOfBooking } from "../../../server/bookings/bookings/approval/booking-requests.service";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { BookingEvent } from "../../../shared/bookings/bookings/bookings.events";
import {
  type ConsumedEvent,
  notifyingConsumer,
  senderOf,
} from "../../communication/notifications/notifications.notify";
import { recipientsFor } from "../../communication/notifications/notifications.recipients";
import type { Consumer } from "../../platform/consumer";

type Kind = "booking.invited" | "booking.changed" | "booking.cancelled" | "booking.released";

/** Notifies the affected users except the actor. A series causes one notification, about its first date. */
const about =
  (kind: Kind, whom: "guests" | "everybody" | "owner") =>
  async (tx: Tx, event: ConsumedEvent<BookingEvent>): Promise<void> => {
    if (event.data.held || event.data.continued) return;
    const [row] = await bookingsForNotifications(
      tx,
      event.data.bookings.map(({ id }) => id),
    );
    if (!row) return;
    // If a booking needed approval, the approvals engine notifies the requester of the cancellation.
    const isTold = kind === "booking.cancelled" && (await requestOfBooking(tx, row.id)) !== undefined;
    const guests = row.participants.map(({ id }) => id);
    // A booking made at a door screen has no requester to notify.
    const owner = row.requester ? [row.requester.id] : [];
    const audience = { guests, owner, everybody: [...owner, ...guests] }[whom];
    const people = audience.filter((id) => id !== event.actor?.id && !(isTold && owner.includes(id)));
    // Events of private bookings have no actor; the requester then counts as the actor.
    const others =
      row.private && event.actor === null && kind !== "booking.released"
        ? people.filter((id) => !owner.includes(id))
        : people;
    if (others.length === 0) return;
    const values = {
      sender: senderOf(event) || row.requester?.fullname || "",
      ...(await bookingNotificationValues(tx, row)),
      key: "",
    };
    const message = {
      kind,
      people: recipientsFor(others, null),
      values,
      path: bookingRowPath(row),
      subject: row.title,
    };
    await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [{ ...message, taskId: null, projectId: null }]);
  };

export const bookingConsumers: readonly Consumer[] = [
  notifyingConsumer("booking.created", about("booking.invited", "guests")),
  notifyingConsumer("booking.updated", about("booking.changed", "everybody")),
  notifyingConsumer("booking.cancelled", about("booking.cancelled", "everybody")),
  notifyingConsumer("booking.released", about("booking.released", "owner")),
];
