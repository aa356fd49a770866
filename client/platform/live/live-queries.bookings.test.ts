import { listReservations } from "../../../shared/bookings/bookings.contract";
import type { DomainEvent } from "../../../shared/domain-events";
import { keyOf } from "../query";
import { applyToQueries, type Cache } from "./live-queries";

/** What is read again at once after an event about a booking. */
function readAgain(type: string, kind: "room" | "car"): unknown[] {
  const now = jest.fn();
  const event = { type, data: { bookings: [{ id: 1, bookable_type: kind }] } } as unknown as DomainEvent;
  applyToQueries(event, { now, touch: jest.fn(), settle: jest.fn() } as unknown as Cache);
  return now.mock.calls.map(([key]) => key);
}

test.each(["booking.created", "booking.approved", "booking.rejected", "booking.cancelled", "booking.expired"])(
  "%s of a car: the list of trips that wait for one is read again; of a room it isn't",
  (type) => {
    expect(readAgain(type, "car")).toContainEqual(keyOf(listReservations));
    expect(readAgain(type, "room")).not.toContainEqual(keyOf(listReservations));
  },
);
