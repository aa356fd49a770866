import type { RequestedBooking } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { carTypes } from "../../../../shared/bookings/cars/cars.schema";
import { bookingLifecycle } from "../../../../shared/bookings/bookings/approval/bookings.workflow";
import { planChain } from "../../../approvals/approvals/approvals.service";
import { presentRequest } from "../../../approvals/approvals/approvals.present";
import type { OverdueStep } from "../../../approvals/approvals/approvals.waiting.service";
import type { FamilyService } from "../../../approvals/approvals/families.slots";
import { periodValues } from "../notification-values";
import {
  presentBookingRequest,
  mayReadBookingText,
  bookingTextReaders,
  withoutPrivateText,
} from "./booking-requests.present";
import { registerBookingRequestsRoutes } from "./booking-requests.routes";
import { expireUndecidedBookings, loadVisibleBookingRequest } from "./booking-requests.service";
import {
  type BookingRequestRow,
  selectRequestsById,
  selectBookingRequestTypeNames,
  selectBookingRequestTypes,
  selectUrgentSteps,
} from "./booking-requests.sql";
import { registerDecisionsRoutes } from "./decisions.routes";
import { decideBookingRequest, undoBookingDecision } from "./decisions.service";

export const bookingRequestFamily: FamilyService = {
  routes: [registerDecisionsRoutes, registerBookingRequestsRoutes],
  entities: [],
  workflow: bookingLifecycle,
  steps: ["approver"],
  plan: (tx, subject) => planChain(tx, "booking", subject),
  async types(tx) {
    const places = await tx.rows<{ code: string; name: string }>(selectBookingRequestTypes);
    return [
      ...carTypes.map((code) => ({ code, name: null, translations: {} })),
      ...places.map((place) => ({ ...place, translations: {} })),
    ];
  },
  kindNames: async (tx) =>
    (await tx.rows<{ type: string; name: string }>(selectBookingRequestTypeNames)).map((room) => ({
      ...room,
      translations: {},
    })),
  async entries(tx, ids, steps) {
    const rows = await tx.rows<BookingRequestRow>(selectRequestsById, [[...ids]]);
    return new Map(
      rows.map((row) => [
        row.id,
        { request: presentRequest(row, steps.get(row.id) ?? []), facts: { booking: withoutPrivateText(row.asked) } },
      ]),
    );
  },
  async rows(tx, ids, steps) {
    const rows = await tx.rows<BookingRequestRow>(selectRequestsById, [[...ids]]);
    return new Map(rows.map((row) => [row.id, presentBookingRequest(row, steps.get(row.id) ?? [])]));
  },
  words(facts) {
    const {
      title,
      place,
      driver,
      driver_phone: phone,
      start_date,
      end_date,
      time_zone,
    } = facts["booking"] as RequestedBooking;
    return {
      ...(title === null ? {} : { title }),
      ...(place === null ? {} : { place }),
      ...(driver === null ? {} : { driver }),
      ...(phone === null ? {} : { phone }),
      ...periodValues(new Date(start_date), new Date(end_date), time_zone),
      once: "yes",
    };
  },
  decide: (tx, actor, id, decision, how) => decideBookingRequest(tx, actor, id, decision, { ...how, choice: "only" }),
  undo: undoBookingDecision,
  async readsTalk(tx, actor, id) {
    const [row] = await tx.rows<BookingRequestRow>(selectRequestsById, [[id]]);
    return row !== undefined && mayReadBookingText(tx, actor, row);
  },
  async talkReaders(tx, people, id) {
    const [row] = await tx.rows<BookingRequestRow>(selectRequestsById, [[id]]);
    return row ? bookingTextReaders(tx, people, row) : [];
  },
  visible: loadVisibleBookingRequest,
  urgent: async (tx, now) =>
    (await tx.rows<Omit<OverdueStep, "due">>(selectUrgentSteps, [now])).map((step) => ({ ...step, due: "escalation" })),
  expire: expireUndecidedBookings,
};
