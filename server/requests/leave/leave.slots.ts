import type ICAL from "ical.js";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    calendarBookings: ReadCalendarBookings;
  }
}

type ReadCalendarBookings = (
  tx: Tx,
  userId: number,
  days: { from: string; to: string },
  host: string,
  busy: string,
) => Promise<readonly (() => ICAL.Component)[]>;

/** Bookings of a user, shown in their own leave calendar. `busy` replaces titles hidden from the user. */
export const calendarBookings = defineFeatureSlot("calendarBookings");
