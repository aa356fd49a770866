import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, secretField } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { bookingIdParams } from "./bookings.contract";
import { participantAnswers } from "./bookings.schema";
import { secretAddressReply } from "./door.contract";
import { feedReply } from "../../requests/leave/cover/team-calendar.contract";

const answerReply = () =>
  string()
    .oneOf([...participantAnswers])
    .nullable()
    .defined();

export const readGuests = endpoint({
  method: "GET",
  path: "/booking/:id/guests",
  summary: "Lists a booking's external guests and their answers, for its participants and booking managers.",
  permission: "reservation-list",
  params: bookingIdParams,
  reply: dataReply(array(object({ email: reply.text(), answer: answerReply() })).required()),
  problems: ["booking.notYours"],
});

const byToken = object({ token: secretField(200).required("field.required") });

const invitationReply = dataReply(
  object({
    organization: reply.text(),
    email: reply.text(),
    title: reply.text(),
    note: reply.textOrNull(),
    place: reply.textOrNull(),
    requester: reply.text(),
    start_date: reply.text(),
    end_date: reply.text(),
    time_zone: reply.text(),
    /** Number of dates that an answer applies to; more than one for a series. */
    dates: reply.number(),
    answer: answerReply(),
    cancelled: boolean().required(),
    open: boolean().required(),
  }),
);
export type Invitation = InferType<typeof invitationReply>["data"];

export const readInvitation = endpoint({
  method: "GET",
  path: "/invitation",
  summary: "Returns the invitation behind an e-mail link. Requires no session.",
  access: "public",
  query: byToken,
  reply: invitationReply,
  problems: ["notFound"],
  example: { query: { token: "none" } },
});

export const answerInvitationByMail = endpoint({
  method: "PUT",
  path: "/invitation",
  summary: "Accepts or declines an external guest's invitation. The token allows nothing else; no session is required.",
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

export const readRoomFeed = endpoint({
  method: "GET",
  path: "/room/:id/calendar-feed",
  summary: "Returns whether the room's calendar has an address, without the address itself.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(secretAddressReply.nullable().defined()),
});

export const createRoomFeed = endpoint({
  method: "POST",
  path: "/room/:id/calendar-feed",
  summary:
    "Creates a new secret address of the room's calendar, returned only once. The previous address stops working.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(object({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

export const deleteRoomFeed = endpoint({
  method: "DELETE",
  path: "/room/:id/calendar-feed",
  summary: "Deactivates the address of the room's calendar.",
  permission: "room-edit",
  params: byRoom,
  reply: deletedReply,
  problems: ["notFound"],
});

const feedPath = "/booking/calendar-feed";

export const readBookingFeed = endpoint({
  method: "GET",
  path: feedPath,
  summary: "Returns whether a calendar address exists, without the address itself.",
  permission: "reservation-list",
  reply: dataReply(feedReply.nullable().defined()),
});

export const createBookingFeed = endpoint({
  method: "POST",
  path: feedPath,
  summary:
    "Creates a new calendar address of the caller's bookings, returned only once. The previous address stops working.",
  permission: "reservation-list",
  reply: dataReply(feedReply.shape({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

export const deleteBookingFeed = endpoint({
  method: "DELETE",
  path: feedPath,
  summary: "Deactivates the calendar address of the caller's bookings.",
  permission: "reservation-list",
  scope: "reservation-create",
  reply: object({ message: string().required() }),
});
