import type { AskedBooking } from "../../shared/reservations/booking-requests.contract";
import { carTypes } from "../../shared/cars/cars.schema";
import { reservationLife } from "../../shared/reservations/reservations.workflow";
import { planChain } from "../approvals/approvals.service";
import { presentRequest } from "../approvals/approvals.present";
import type { Overdue } from "../approvals/approvals.waiting.service";
import type { FamilyService } from "../approvals/request-family.service";
import { whenWords } from "../bookings/bookings-words.service";
import { presentBookingRequest, readsWords, wordsReaders, withoutWords } from "./booking-requests.present";
import { registerBookingRequestsRoutes } from "./booking-requests.routes";
import { expireUndecided, visibleBookingRequest } from "./booking-requests.service";
import { type BookingRequestRow, requestsById, placeNames, placeTypes, urgentSteps } from "./booking-requests.sql";
import { registerReservationsRoutes } from "./reservations.routes";
import { decideBookingRequest, undoBookingDecision } from "./reservations.service";

/** Bookings, for everything that is made once for requests of all families. */
export const bookingRequests: FamilyService = {
  routes: [registerReservationsRoutes, registerBookingRequestsRoutes],
  entities: [],
  workflow: reservationLife,
  steps: ["approver"],
  plan: (tx, subject) => planChain(tx, "booking", subject),
  async types(tx) {
    const places = await tx.rows<{ code: string; name: string }>(placeTypes);
    return [
      ...carTypes.map((code) => ({ code, name: null, translations: {} })),
      ...places.map((place) => ({ ...place, translations: {} })),
    ];
  },
  kindNames: async (tx) =>
    (await tx.rows<{ type: string; name: string }>(placeNames)).map((room) => ({ ...room, translations: {} })),
  async entries(tx, ids, steps) {
    const rows = await tx.rows<BookingRequestRow>(requestsById, [[...ids]]);
    return new Map(
      rows.map((row) => [
        row.id,
        { request: presentRequest(row, steps.get(row.id) ?? []), facts: { booking: withoutWords(row.asked) } },
      ]),
    );
  },
  async rows(tx, ids, steps) {
    const rows = await tx.rows<BookingRequestRow>(requestsById, [[...ids]]);
    return new Map(rows.map((row) => [row.id, presentBookingRequest(row, steps.get(row.id) ?? [])]));
  },
  words(facts) {
    const { title, place, start_date, end_date, time_zone } = facts["booking"] as AskedBooking;
    return {
      ...(title === null ? {} : { title }),
      ...(place === null ? {} : { place }),
      ...whenWords(new Date(start_date), new Date(end_date), time_zone),
      once: "yes",
    };
  },
  decide: (tx, actor, id, decision, how) => decideBookingRequest(tx, actor, id, decision, { ...how, choice: "only" }),
  undo: undoBookingDecision,
  async readsTalk(tx, actor, id) {
    const [row] = await tx.rows<BookingRequestRow>(requestsById, [[id]]);
    return row !== undefined && readsWords(tx, actor, row);
  },
  async talkReaders(tx, people, id) {
    const [row] = await tx.rows<BookingRequestRow>(requestsById, [[id]]);
    return row ? wordsReaders(tx, people, row) : [];
  },
  visible: visibleBookingRequest,
  urgent: async (tx, now) =>
    (await tx.rows<Omit<Overdue, "due">>(urgentSteps, [now])).map((step) => ({ ...step, due: "escalation" })),
  expire: expireUndecided,
};
