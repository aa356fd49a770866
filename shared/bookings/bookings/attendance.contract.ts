import { endpoint } from "../../kernel/endpoint";
import { dataReply } from "../../kernel/fields";
import { bookingIdParams, bookingWithPermissionsReply } from "./bookings.contract";
import { answerSchema } from "./bookings.schema";

export const answerInvitation = endpoint({
  method: "PUT",
  path: "/booking/:id/answer",
  summary: "Accepts or declines an invitation to one date, this and following dates, or the whole series.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: bookingIdParams,
  body: answerSchema,
  reply: dataReply(bookingWithPermissionsReply),
  problems: ["booking.past", "booking.notInvited"],
  example: { body: { answer: "accepted" } },
});

export const checkIn = endpoint({
  method: "PUT",
  path: "/booking/:id/check-in",
  summary: "Checks in to a booking, so the room is not released.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: bookingIdParams,
  reply: dataReply(bookingWithPermissionsReply),
  problems: ["booking.notNow", "booking.notYours"],
});

export const endBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/end",
  summary: "Ends a running booking and releases its remaining time.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: bookingIdParams,
  reply: dataReply(bookingWithPermissionsReply),
  problems: ["booking.notNow", "booking.notYours"],
});
