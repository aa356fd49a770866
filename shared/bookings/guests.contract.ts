import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, secretField } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { byBookingId } from "./bookings.contract";
import { participantAnswers } from "./bookings.schema";

const answerReply = () =>
  string()
    .oneOf([...participantAnswers])
    .nullable()
    .defined();

export const readGuests = endpoint({
  method: "GET",
  path: "/booking/:id/guests",
  summary:
    "Who is invited from outside, with their answers: for those whom the booking concerns, and who looks after bookings.",
  permission: "reservation-list",
  params: byBookingId,
  reply: dataReply(array(object({ email: reply.text(), answer: answerReply() })).required()),
  problems: ["booking.notYours"],
});

const byToken = object({ token: secretField(200).required("field.required") });

const invitationReply = dataReply(
  object({
    organisation: reply.text(),
    /** Whose invitation it is. */
    email: reply.text(),
    title: reply.text(),
    note: reply.textOrNull(),
    place: reply.textOrNull(),
    requester: reply.text(),
    start_date: reply.text(),
    end_date: reply.text(),
    /** Where it takes place. */
    time_zone: reply.text(),
    /** For how many dates an answer counts: of a series more than one. */
    dates: reply.number(),
    answer: answerReply(),
    /** It was cancelled. */
    cancelled: boolean().required(),
    /** It can still be answered. */
    open: boolean().required(),
  }),
);
export type Invitation = InferType<typeof invitationReply>["data"];

export const readInvitation = endpoint({
  method: "GET",
  path: "/invitation",
  summary: "What the link of an invitation's mail stands for. Needs no session.",
  access: "public",
  query: byToken,
  reply: invitationReply,
  problems: ["notFound"],
  example: { query: { token: "none" } },
});

export const answerByMail = endpoint({
  method: "PUT",
  path: "/invitation",
  summary:
    "Accepts or declines what somebody from outside is invited to. The token does nothing else; it needs no session.",
  access: "public",
  body: object({
    token: secretField(200).required("field.required"),
    answer: string()
      .oneOf([...participantAnswers], "field.oneOf")
      .required("field.required"),
  }),
  reply: invitationReply,
  problems: ["notFound", "booking.past"],
  example: { body: { token: "none", answer: "accepted" } },
});

const byRoom = object({ id: pathId("room") });

export const createRoomFeed = endpoint({
  method: "POST",
  path: "/room/:id/calendar-feed",
  summary: "A new secret address of the room's calendar, told this once. The one before counts no more.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(object({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

export const deleteRoomFeed = endpoint({
  method: "DELETE",
  path: "/room/:id/calendar-feed",
  summary: "The room's calendar has no address any more.",
  permission: "room-edit",
  params: byRoom,
  reply: deletedReply,
  problems: ["notFound"],
});
