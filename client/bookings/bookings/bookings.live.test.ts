import { listBookings } from "../../../shared/bookings/bookings/bookings.contract";
import type { LiveCache } from "../../platform/live/live-updates";
import { bookingsLive } from "./bookings.live";

function refetched(type: "booking.created" | "booking.expired", kind: "room" | "car"): unknown[] {
  const refetch = jest.fn();
  const event = { data: { bookings: [{ id: 1, bookable_type: kind }] } } as never;
  bookingsLive[type](event, { refetch, refetchSoon: jest.fn() } as unknown as LiveCache);
  return refetch.mock.calls.flat();
}

test.each(["booking.created", "booking.expired"] as const)(
  "%s refetches the waiting trips for a car booking, but not for a room",
  (type) => {
    expect(refetched(type, "car")).toContain(listBookings);
    expect(refetched(type, "room")).not.toContain(listBookings);
  },
);
