import { endpoint } from "../kernel/endpoint";
import { dataReply } from "../kernel/fields";
import { byBookingId, reservationReply } from "./bookings.contract";
import { answerSchema } from "./bookings.schema";

export const answerInvitation = endpoint({
  method: "PUT",
  path: "/booking/:id/answer",
  summary: "Accepts or declines an invitation to what somebody has booked.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: byBookingId,
  body: answerSchema,
  reply: dataReply(reservationReply),
  problems: ["booking.past", "booking.notInvited"],
  example: { body: { answer: "accepted" } },
});

export const checkIn = endpoint({
  method: "PUT",
  path: "/booking/:id/check-in",
  summary: "Says that people have come: the room stays theirs.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: byBookingId,
  reply: dataReply(reservationReply),
  problems: ["booking.notNow", "booking.notYours"],
});

export const endBooking = endpoint({
  method: "PUT",
  path: "/booking/:id/end",
  summary: "Ends a booking that is going on: what is left of it is free for others.",
  permission: "reservation-list",
  scope: "reservation-create",
  params: byBookingId,
  reply: dataReply(reservationReply),
  problems: ["booking.notNow", "booking.notYours"],
});
