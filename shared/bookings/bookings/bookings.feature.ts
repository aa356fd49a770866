import { defineFeature } from "../../kernel/feature";
import * as bookingDecisions from "./approval/decisions.contract";
import * as attendance from "./attendance.contract";
import * as bookingGrid from "./grid.contract";
import * as bookings from "./bookings.contract";
import * as commonTimes from "./common-times.contract";
import * as door from "./door.contract";
import * as finding from "./finding.contract";
import * as guests from "./guests.contract";
import * as peopleFree from "./people-availability.contract";
import { bookingEvents } from "./bookings.events";

export const bookingsFeature = defineFeature({
  contracts: { attendance, bookingGrid, commonTimes, door, finding, guests, peopleFree, bookings, bookingDecisions },
  events: bookingEvents,
  searches: { booking: { permission: "reservation-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    booking: true;
  }
}
