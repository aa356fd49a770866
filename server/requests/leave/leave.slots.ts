import type ICAL from "ical.js";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineSlot } from "../../platform/slot";

/** Bookings of a user, shown in their own leave calendar. `busy` replaces titles hidden from the user. */
export const calendarBookings =
  defineSlot<
    (
      tx: Tx,
      userId: number,
      days: { from: string; to: string },
      host: string,
      busy: string,
    ) => Promise<readonly (() => ICAL.Component)[]>
  >("calendarBookings");
