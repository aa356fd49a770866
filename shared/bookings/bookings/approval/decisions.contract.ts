import { array, type InferType, object } from "yup";
import { bookingWithPermissionsReply } from "../bookings.contract";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../../kernel/fields";
import { boolean, string } from "../../../kernel/schemas";
import { approveBookingSchema, rejectBookingSchema } from "./decisions.schema";

const byId = object({ id: pathId("booking") });
const permission = "reservation-approve";

/**
 * Reasons why a car or driver is not suggested. Only `taken` and `licence` prevent the choice. `licence` means that the requester drives
 * and lacks the license class of the car.
 */
export const unsuitabilityReasons = ["taken", "type", "seats", "licence", "leave", "hours"] as const;
export type UnsuitabilityReason = (typeof unsuitabilityReasons)[number];

const choiceReply = object({
  id: reply.id(),
  name: reply.text(),
  plate_number: reply.textOrNull(),
  seats: reply.numberOrNull(),
  phone_number: reply.textOrNull(),
  free: boolean().required(),
  against: array(
    string()
      .oneOf([...unsuitabilityReasons])
      .required(),
  ).required(),
});
export type AssignmentCandidate = InferType<typeof choiceReply>;

export const choicesReply = object({
  cars: array(choiceReply).required(),
  drivers: array(choiceReply).required(),
  /** Preselected car and driver; each is null if none is free. */
  car_id: reply.numberOrNull(),
  driver_id: reply.numberOrNull(),
  /** Whether the requester drives and has no recorded license. */
  licence_unknown: boolean().required(),
});
export type AssignmentCandidates = InferType<typeof choicesReply>;

export const decideByReply = object({
  /** When the decision escalates, because the booking is about to start or the decision waited too long. Null if it never escalates. */
  moves_on: reply.textOrNull(),
  closes_on: reply.text(),
});
export type DecideBy = InferType<typeof decideByReply>;

export const readChoices = endpoint({
  method: "GET",
  path: "/booking/:id/choices",
  summary:
    "Lists cars and drivers for a car booking: free and suitable ones first, with the reason why others are not.",
  permission,
  params: byId,
  reply: dataReply(
    choicesReply.shape({
      request_id: reply.numberOrNull(),
      decides: boolean().required(),
      waits_for: reply.textOrNull(),
      /** Null if no user has to decide. */
      decide_by: decideByReply.nullable().defined(),
    }),
  ),
});

export const approveBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/approve",
  summary: "Approves a booking; a car booking with the car and, if needed, the driver.",
  permission,
  scope: withoutApiTokens,
  params: byId,
  body: approveBookingSchema,
  reply: dataReply(bookingWithPermissionsReply),
  problems: ["booking.taken", "booking.stale", "booking.decided", "booking.past", "request.own", "request.fourEyes"],
  example: { body: {} },
});

export const rejectBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/reject",
  summary: "Rejects a booking with a reason.",
  permission,
  scope: withoutApiTokens,
  params: byId,
  body: rejectBookingSchema,
  reply: dataReply(bookingWithPermissionsReply),
  problems: ["booking.stale", "booking.decided", "booking.past", "request.own", "request.fourEyes"],
  example: { body: { reason: "The car is in the workshop" } },
});
