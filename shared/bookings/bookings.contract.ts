import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply, wholeNumber } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import * as schema from "./bookings.schema";

const statuses = ["pending", "approved", "rejected", "cancelled", "expired"] as const;
export type BookingStatus = (typeof statuses)[number];

export const participantAnswer = () =>
  string()
    .oneOf([...schema.participantAnswers])
    .nullable();
const participantReply = personReply.shape({ answer: participantAnswer().defined() });

const rowShape = {
  id: reply.id(),
  /** Null: somebody's private booking, as are note, people and places. */
  title: reply.textOrNull(),
  note: reply.textOrNull(),
  private: boolean().required(),
  bookable_type: string()
    .oneOf([...schema.bookableTypes])
    .required(),
  bookable_id: reply.numberOrNull(), // the room; of cars the car, once it is known
  car_type: reply.textOrNull(),
  /** What it takes along. */
  equipment: array(object({ id: reply.id(), name: reply.text() })).required(),
  seats: reply.numberOrNull(),
  from_place: reply.textOrNull(),
  to_place: reply.textOrNull(),
  purpose: reply.textOrNull(),
  driver_needed: boolean().required(),
  car_id: reply.numberOrNull(),
  driver_id: reply.numberOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  /** With what is kept free around it. */
  busy_from: reply.text(),
  busy_until: reply.text(),
  status: string()
    .oneOf([...statuses])
    .required(),
  decision_reason: reply.textOrNull(),
  series_id: reply.numberOrNull(),
  /** What was booked together has the same. */
  basket_id: reply.numberOrNull(),
  participants: array(participantReply).required(),
  requester: personReply.nullable().defined(),
  checked_in_at: reply.textOrNull(),
  released_at: reply.textOrNull(),
  version: reply.number(),
};

/** A booking without what a reader may do with it. */
export const bookingReply = object(rowShape);
export type Booking = InferType<typeof bookingReply>;

export const canReply = object({
  edit: boolean().required(),
  cancel: boolean().required(),
  approve: boolean().required(),
  reject: boolean().required(),
  check_in: boolean().required(),
  answer: boolean().required(),
});
export const reservationReply = object({ ...rowShape, can: canReply });
export type Reservation = InferType<typeof reservationReply>;

const conflictReply = object({
  kind: string().oneOf(["booking", "buffer", "outage", "closed"]).required(),
  bookable_id: reply.numberOrNull(),
  /** The name of a piece of equipment, where it is that which is taken. */
  equipment: string(),
  /** The name of the room, where several were wanted. */
  room: string(),
  start_date: reply.text(),
  end_date: reply.text(),
  title: reply.textOrNull(),
  requester: personReply.nullable().defined(),
});
export type Conflict = InferType<typeof conflictReply>;

const alternativeReply = object({
  kind: string().oneOf(["earlier", "later", "shorter", "room", "equipment"]).required(),
  bookable_id: reply.id(),
  /** The piece of equipment, or of several rooms the one, that it would take the place of. */
  instead_of: number(),
  name: reply.text(),
  start_date: reply.text(),
  end_date: reply.text(),
});
export type Alternative = InferType<typeof alternativeReply>;

export interface Taken {
  conflicts: Conflict[];
  alternatives: Alternative[];
}

const previewDateReply = object({
  date: reply.text(),
  start_date: reply.text(),
  end_date: reply.text(),
  shifted: boolean().required(), // the clock skips its time on this day: it begins later
  free: boolean().required(),
  refusal: reply.textOrNull(), // why the room's own rules refuse it, as the id of a text
  holiday: reply.textOrNull(), // what it is called, where whoever asks works
  on_leave: boolean().required(), // whoever asks
  conflicts: array(conflictReply).required(),
  alternatives: array(alternativeReply).required(),
});
export type PreviewDate = InferType<typeof previewDateReply>;

export const byBookingId = object({ id: pathId("booking") });
const listReply = object({
  message: string(),
  data: array(reservationReply).required(),
  window: object({ start_date: reply.text(), end_date: reply.text() }),
  /** Of the streams `rooms` and `cars`. */
  revisions: object({ room: reply.number(), car: reply.number() }),
});

/** A morning a fortnight ahead: an example that is bookable on the day it is read. */
const ahead = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
export const exampleTime = { start_date: `${ahead}T09:00:00Z`, end_date: `${ahead}T10:00:00Z` };
const example = { bookable_type: "room", bookable_id: 1, ...exampleTime };

const wholeList = { query: schema.reservationsQuery, reply: listReply, long: true } as const;

export const listReservations = endpoint({
  method: "GET",
  path: "/reservations",
  summary:
    "Bookings of rooms, cars and equipment in a time, at most six months back and ahead. What is private is told as busy.",
  permission: "reservation-list",
  ...wholeList,
});

export const myReservations = endpoint({
  method: "GET",
  path: "/my-reservations",
  summary: "What one has booked oneself, or is invited to.",
  permission: "reservation-list",
  ...wholeList,
});

/** The room, car or piece by its name; null while a car is only asked for. */
const nextReply = reservationReply.shape({ place: reply.textOrNull() });
export type NextBooking = InferType<typeof nextReply>;

export const nextReservations = endpoint({
  method: "GET",
  path: "/my-reservations/next",
  summary: "What one has booked, or is invited to, and what isn't over: the next first. Without what one has declined.",
  permission: "reservation-list",
  query: object({ per_page: wholeNumber(1, 50) }),
  reply: dataReply(array(nextReply).required()),
});

export const checkDate = endpoint({
  method: "GET",
  path: "/reservations/check-date",
  summary: "Whether a room, a piece of equipment, or a car of a type, is free; who has it, and what is free instead.",
  permission: "reservation-list",
  query: schema.checkDateQuery,
  reply: dataReply(
    object({
      free: boolean().required(),
      /** Rooms or cars that are free then. */
      available: array(object({ id: reply.id(), name: reply.text() })).required(),
      conflicts: array(conflictReply).required(),
      alternatives: array(alternativeReply).required(),
    }),
  ),
  example: { query: example },
});

const basketReply = reservationReply
  .pick(["id", "bookable_type", "car_type", "status"])
  .shape({ place: reply.textOrNull() });
export type BasketBooking = InferType<typeof basketReply>;

export const readBooking = endpoint({
  method: "GET",
  path: "/booking/:id",
  summary: "One booking, with what was booked together with it.",
  permission: "reservation-list",
  params: byBookingId,
  reply: dataReply(nextReply.shape({ together: array(basketReply).required() })),
});

export const createBooking = endpoint({
  method: "POST",
  path: "/booking",
  summary:
    "Books a room or equipment, asks for a car, or for several of them together (basket), or makes a series of dates: all or none.",
  permission: "reservation-create",
  body: schema.bookingSchema,
  reply: object({
    message: string().required(),
    data: reservationReply,
    series_id: reply.numberOrNull(),
    dates: array(reservationReply).required(),
  }),
  status: 201,
  problems: ["booking.taken", "booking.notYours", "booking.tooManyAhead"],
  example: { body: { title: "Sprint review", ...example } },
});

export const previewBooking = endpoint({
  method: "POST",
  path: "/booking/preview",
  summary: "Each date of a series before it is saved: free, taken by whom, closed, and what is free instead.",
  permission: "reservation-create",
  body: schema.previewSchema,
  reply: dataReply(
    object({
      dates: array(previewDateReply).required(),
      /** Months that don't have such a day. */
      skipped: array(reply.text()).required(),
      rrule: reply.textOrNull(),
    }),
  ),
  example: { body: { ...example, repeat: "weekly", repeat_count: 3 } },
});

export const updateBooking = endpoint({
  method: "PUT",
  path: "/booking/:id",
  summary: "Changes or moves a booking: this date of a series, this and the following, or all.",
  permission: "reservation-create",
  params: byBookingId,
  body: schema.changeBookingSchema,
  reply: object({ message: string().required(), data: reservationReply, dates: array(reservationReply).required() }),
  problems: ["booking.taken", "booking.notYours", "booking.past", "booking.stale", "trip.started"],
  example: { body: { title: "Sprint review, moved" } },
});

export const deleteBooking = endpoint({
  method: "DELETE",
  path: "/booking/:id",
  summary: "Cancels a booking: this date of a series, this and the following, or all. It stays in the history.",
  permission: "reservation-create",
  params: byBookingId,
  body: schema.cancelBookingSchema,
  reply: object({ message: string().required(), id: reply.id(), dates: array(reservationReply).required() }),
  problems: ["booking.past", "booking.notYours", "trip.started"],
  example: { body: { scope: "this" } },
});
