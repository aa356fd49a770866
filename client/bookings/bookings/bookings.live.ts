import {
  checkDate,
  listBookings,
  listMyBookings,
  listNextBookings,
  readBooking,
} from "../../../shared/bookings/bookings/bookings.contract";
import type { BookingEvents } from "../../../shared/bookings/bookings/bookings.events";
import { findCommonTimes } from "../../../shared/bookings/bookings/common-times.contract";
import { readAvailability } from "../../../shared/bookings/bookings/people-availability.contract";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

/** The grid applies events itself; availability and the list of bookings that wait for a car are refetched. */
const bookings = ({ data }: { data: BookingEvents["booking.created"] }, cache: LiveCache) => {
  cache.refetchSoon(checkDate, readAvailability, findCommonTimes);
  if (data.bookings.some(({ bookable_type }) => bookable_type === "car")) cache.refetch(listBookings);
};

const mine = ({ data }: { data: BookingEvents["booking.mine"] }, cache: LiveCache) => {
  cache.refetch(listMyBookings, listNextBookings);
  const changed = data.changed ?? data.bookings.map(({ id }) => id);
  for (const id of changed) cache.refetch(queryKeyOf(readBooking, { id }));
};

export const bookingsLive: LiveUpdates<BookingEvents> = {
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
};
