import { elapsedDayMs } from "../../kernel/elapsed-time";
import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply, wholeNumber } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import * as schema from "./bookings.schema";

const statuses = ["pending", "approved", "rejected", "cancelled", "expired"] as const;
export type BookingStatus = (typeof statuses)[number];

export const participantAnswerField = () =>
  string()
    .oneOf([...schema.participantAnswers])
    .nullable();
const participantReply = personReply.shape({ answer: participantAnswerField().defined() });

const rowShape = {
  id: reply.id(),
  /** Null for another user's private booking, like `note` and the locations. In that case `participants` is empty. */
  title: reply.textOrNull(),
  note: reply.textOrNull(),
  private: boolean().required(),
  bookable_type: string()
    .oneOf([...schema.bookableTypes])
    .required(),
  bookable_id: reply.numberOrNull(), // the room or piece of equipment; for cars null until one is assigned
  car_type: reply.textOrNull(),
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
  /** The building's time zone, or the tenant's time zone for cars. */
  time_zone: reply.text(),
  /** Start and end including setup and cleanup time. */
  busy_from: reply.text(),
  busy_until: reply.text(),
  status: string()
    .oneOf([...statuses])
    .required(),
  decision_reason: reply.textOrNull(),
  series_id: reply.numberOrNull(),
  /** Id shared by bookings that were created together. */
  basket_id: reply.numberOrNull(),
  participants: array(participantReply).required(),
  /** Null for another user's private booking, and for one made at a door screen, which has a title. */
  requester: personReply.nullable().defined(),
  checked_in_at: reply.textOrNull(),
  released_at: reply.textOrNull(),
  version: reply.number(),
};

export const bookingReply = object(rowShape);
export type Booking = InferType<typeof bookingReply>;

export const bookingPermissionsReply = object({
  edit: boolean().required(),
  cancel: boolean().required(),
  approve: boolean().required(),
  reject: boolean().required(),
  check_in: boolean().required(),
  answer: boolean().required(),
});
export const bookingWithPermissionsReply = object({ ...rowShape, can: bookingPermissionsReply });
export type BookingWithPermissions = InferType<typeof bookingWithPermissionsReply>;

const conflictReply = object({
  kind: string().oneOf(["booking", "buffer", "outage", "closed"]).required(),
  bookable_id: reply.numberOrNull(),
  equipment: string(),
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
  /** The piece of equipment, or one of several rooms, that the alternative would replace. */
  instead_of: number(),
  name: reply.text(),
  start_date: reply.text(),
  end_date: reply.text(),
  needs_approval: boolean().required(),
});
export type Alternative = InferType<typeof alternativeReply>;

export interface BookingConflicts {
  conflicts: Conflict[];
  alternatives: Alternative[];
}

const previewDateReply = object({
  date: reply.text(),
  start_date: reply.text(),
  end_date: reply.text(),
  shifted: boolean().required(), // the local time does not exist on this day (DST), so the booking starts later
  free: boolean().required(),
  refusal: reply.textOrNull(), // text id of the violated room rule
  holiday: reply.textOrNull(), // name of the holiday at the caller's workplace
  on_leave: boolean().required(), // whether the caller is on leave
  conflicts: array(conflictReply).required(),
  alternatives: array(alternativeReply).required(),
});
export type PreviewDate = InferType<typeof previewDateReply>;

export const bookingIdParams = object({ id: pathId("booking") });
const listReply = object({
  message: string(),
  data: array(bookingWithPermissionsReply).required(),
  window: object({ start_date: reply.text(), end_date: reply.text() }),
  revisions: object({ room: reply.number(), car: reply.number() }),
  epoch: reply.text(),
});

/** A morning two weeks ahead, so that the example is always bookable. */
const inTwoWeeks = new Date(Date.now() + 14 * elapsedDayMs).toISOString().slice(0, 10);
export const exampleBookingTime = { start_date: `${inTwoWeeks}T09:00:00Z`, end_date: `${inTwoWeeks}T10:00:00Z` };
const example = { bookable_type: "room", bookable_id: 1, ...exampleBookingTime };

const wholeList = { query: schema.bookingsQuery, reply: listReply, expensive: true } as const;

export const listBookings = endpoint({
  method: "GET",
  path: "/reservations",
  summary:
    "Lists bookings of rooms, cars and equipment in a period, at most six months back and ahead. Private bookings are returned as busy.",
  permission: "reservation-list",
  ...wholeList,
});

export const listMyBookings = endpoint({
  method: "GET",
  path: "/my-reservations",
  summary: "Lists the caller's bookings and invitations.",
  permission: "reservation-list",
  ...wholeList,
});

const nextReply = bookingWithPermissionsReply.shape({ place: reply.textOrNull() });
export type NextBooking = InferType<typeof nextReply>;

export const listNextBookings = endpoint({
  method: "GET",
  path: "/my-reservations/next",
  summary: "Lists the caller's current and upcoming bookings and invitations, next first, without declined ones.",
  permission: "reservation-list",
  query: object({ per_page: wholeNumber(1, 50) }),
  reply: dataReply(array(nextReply).required()),
});

export const checkDate = endpoint({
  method: "GET",
  path: "/reservations/check-date",
  summary:
    "Checks whether a room, a piece of equipment or a car of a type is free, who has booked it, and what is free instead.",
  permission: "reservation-list",
  query: schema.checkDateQuery,
  reply: dataReply(
    object({
      free: boolean().required(),
      refusal: reply.textOrNull(),
      available: array(object({ id: reply.id(), name: reply.text() })).required(),
      conflicts: array(conflictReply).required(),
      alternatives: array(alternativeReply).required(),
    }),
  ),
  example: { query: example },
});

const basketReply = bookingWithPermissionsReply
  .pick(["id", "bookable_type", "car_type", "status"])
  .shape({ place: reply.textOrNull() });
export type BasketBooking = InferType<typeof basketReply>;

export const readBooking = endpoint({
  method: "GET",
  path: "/booking/:id",
  summary: "Returns a booking with the items booked together with it.",
  permission: "reservation-list",
  params: bookingIdParams,
  reply: dataReply(
    nextReply.shape({
      together: array(basketReply).required(),
      building: reply.textOrNull(),
      floor: reply.textOrNull(),
      rrule: reply.textOrNull(),
      last_day: reply.textOrNull(),
      driver: object({ fullname: reply.text(), phone_number: reply.textOrNull() }).nullable().defined(),
    }),
  ),
});

export const createBooking = endpoint({
  method: "POST",
  path: "/booking",
  summary:
    "Books a room or equipment, requests a car, books several items together (basket) or creates a series: all or nothing.",
  permission: "reservation-create",
  body: schema.bookingSchema,
  reply: object({
    message: string().required(),
    data: bookingWithPermissionsReply,
    series_id: reply.numberOrNull(),
    dates: array(bookingWithPermissionsReply).required(),
  }),
  status: 201,
  problems: ["booking.taken", "booking.notYours", "booking.tooManyAhead"],
  example: { body: { title: "Sprint review", ...example } },
});

export const previewBooking = endpoint({
  method: "POST",
  path: "/booking/preview",
  summary: "Previews the dates of a series: free, booked (by whom) or closed, with free alternatives.",
  permission: "reservation-create",
  body: schema.previewSchema,
  reply: dataReply(
    object({
      dates: array(previewDateReply).required(),
      /** Dates omitted because the month does not have that day. */
      skipped: array(reply.text()).required(),
      rrule: reply.textOrNull(),
    }),
  ),
  example: { body: { ...example, repeat: "weekly", repeat_count: 3 } },
});

export const updateBooking = endpoint({
  method: "PUT",
  path: "/booking/:id",
  summary: "Updates or moves a booking: one date, this and following dates, or the whole series.",
  permission: "reservation-create",
  params: bookingIdParams,
  body: schema.changeBookingSchema,
  reply: object({
    message: string().required(),
    data: bookingWithPermissionsReply,
    dates: array(bookingWithPermissionsReply).required(),
  }),
  problems: ["booking.taken", "booking.notYours", "booking.past", "booking.stale", "trip.started"],
  example: { body: { title: "Sprint review, moved" } },
});

export const extendSeries = endpoint({
  method: "POST",
  path: "/booking/:id/extend",
  summary: "Extends a series by its rule up to a day, with the details of its last date: all new dates or none.",
  permission: "reservation-create",
  params: bookingIdParams,
  body: schema.extendSeriesSchema,
  reply: object({ message: string().required(), dates: array(bookingWithPermissionsReply).required() }),
  status: 201,
  problems: ["booking.taken", "booking.notYours", "booking.past", "booking.tooManyAhead"],
  example: { body: { repeat_until: inTwoWeeks } },
});

export const deleteBooking = endpoint({
  method: "DELETE",
  path: "/booking/:id",
  summary: "Cancels a booking: one date, this and following dates, or the whole series. It stays in the history.",
  permission: "reservation-create",
  params: bookingIdParams,
  body: schema.cancelBookingSchema,
  reply: object({ message: string().required(), id: reply.id(), dates: array(bookingWithPermissionsReply).required() }),
  problems: ["booking.past", "booking.notYours", "trip.started"],
  example: { body: { scope: "this" } },
});
