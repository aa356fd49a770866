import type ICAL from "ical.js";
import type { NamedRecord } from "../../../../shared/kernel/translations";
import type { Tx } from "../../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../../platform/slot";

declare module "../../../platform/slot" {
  interface SlotFillings {
    calendarBookings: ReadCalendarBookings;
    calendarChanged: (tx: Tx, change: CalendarChange) => Promise<unknown>;
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

export interface CalendarChange {
  /** Days added or removed as holidays; null when the work week changed. */
  dates: readonly string[] | null;
  holiday: NamedRecord | null;
}

/** Recalculates the cost of leave that hasn't ended after the calendar changed, in the same transaction. */
export const calendarChanged = defineFeatureSlot("calendarChanged");
