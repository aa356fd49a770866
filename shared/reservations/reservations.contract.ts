import { array, type InferType, object } from "yup";
import { reservationReply } from "../bookings/bookings.contract";
import { endpoint, peopleAlone } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { approveBookingSchema, rejectBookingSchema } from "./reservations.schema";

const byId = object({ id: pathId("booking") });
const permission = "reservation-approve";

/**
 * Why a car or a driver isn't offered first; nothing of it but `taken` and `licence` keeps one from being chosen. `licence` stands
 * against a car where whoever asks drives themselves and may not drive it.
 */
export const reasonsAgainst = ["taken", "type", "seats", "licence", "leave", "hours"] as const;
export type ReasonAgainst = (typeof reasonsAgainst)[number];

const choiceReply = object({
  id: reply.id(),
  name: reply.text(),
  /** Plate and seats of a car, phone number of a driver. */
  about: reply.textOrNull(),
  free: boolean().required(),
  against: array(
    string()
      .oneOf([...reasonsAgainst])
      .required(),
  ).required(),
});
export type ReservationChoice = InferType<typeof choiceReply>;

export const choicesReply = object({
  cars: array(choiceReply).required(),
  drivers: array(choiceReply).required(),
  /** Preselected; null where nothing is free. */
  car_id: reply.numberOrNull(),
  driver_id: reply.numberOrNull(),
  /** Whoever asks drives themselves, and nothing is known of their licence. */
  licence_unknown: boolean().required(),
});
export type ReservationChoices = InferType<typeof choicesReply>;

/** Until when somebody has to decide what waits. */
export const decideByReply = object({
  /** It goes to somebody else then: its beginning is near, or it has waited for too long. Null: it stays. */
  moves_on: reply.textOrNull(),
  /** It is over then, and closed. */
  closes_on: reply.text(),
});
export type DecideBy = InferType<typeof decideByReply>;

export const readChoices = endpoint({
  method: "GET",
  path: "/booking/:id/choices",
  summary: "Cars and drivers for a car booking: what is free and fits first, and why others don't.",
  permission,
  params: byId,
  reply: dataReply(
    choicesReply.shape({
      /** Whether one may decide it now, and whom it waits for. */
      decides: boolean().required(),
      waits_for: reply.textOrNull(),
      /** Null where nobody is asked. */
      decide_by: decideByReply.nullable().defined(),
    }),
  ),
});

export const approveBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/approve",
  summary: "Approves a booking; of a car with the car, and the driver where one is needed.",
  permission,
  scope: peopleAlone,
  params: byId,
  body: approveBookingSchema,
  reply: dataReply(reservationReply),
  problems: ["booking.taken", "booking.stale", "booking.decided", "booking.past", "request.own", "request.fourEyes"],
  example: { body: {} },
});

export const rejectBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/reject",
  summary: "Rejects a booking, with the reason.",
  permission,
  scope: peopleAlone,
  params: byId,
  body: rejectBookingSchema,
  reply: dataReply(reservationReply),
  problems: ["booking.stale", "booking.decided", "booking.past", "request.own", "request.fourEyes"],
  example: { body: { reason: "The car is in the workshop" } },
});
