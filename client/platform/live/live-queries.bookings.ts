import {
  checkDate,
  listReservations,
  myReservations,
  nextReservations,
  readBooking,
} from "../../../shared/bookings/bookings.contract";
import { peopleFree } from "../../../shared/bookings/people-free.contract";
import type { BookingEvents } from "../../../shared/bookings/bookings.events";
import { listTrips } from "../../../shared/trips/trips.contract";
import { keyOf } from "../query";
import type { Cache } from "./live-queries";

/** The grid applies events itself; what is free, one's own lists, and the list of trips that wait for a car, are read again. */
const bookings = ({ data }: { data: BookingEvents["booking.created"] }, cache: Cache) => {
  cache.touch(keyOf(checkDate));
  cache.touch(keyOf(peopleFree));
  cache.now(keyOf(listTrips));
  if (data.bookings.some(({ bookable_type }) => bookable_type === "car")) cache.now(keyOf(listReservations));
};

const mine = ({ data }: { data: BookingEvents["booking.mine"] }, cache: Cache) => {
  cache.now(keyOf(myReservations));
  cache.now(keyOf(nextReservations));
  const changed = data.changed ?? data.bookings.map(({ id }) => id);
  for (const id of changed) cache.now(keyOf(readBooking, { id }));
};

export const bookingQueries = {
  "booking.created": bookings,
  "booking.updated": bookings,
  "booking.answered": bookings,
  "booking.cancelled": bookings,
  "booking.approved": bookings,
  "booking.rejected": bookings,
  "booking.expired": bookings,
  "booking.checked_in": bookings,
  "booking.released": bookings,
  "booking.mine": mine,
} satisfies Record<keyof BookingEvents, unknown>;
