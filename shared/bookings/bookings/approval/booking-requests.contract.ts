import { array, type InferType, object } from "yup";
import { changesSchema, rejectSchema, requestReply, stepReply } from "../../../approvals/approvals/approvals.contract";
import { bookableTypes } from "../bookings.schema";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import { dataReply, pageMeta, pagingShape, pathId, reply } from "../../../kernel/fields";
import { boolean, string } from "../../../kernel/schemas";
import { personReply } from "../../../kernel/person-reply";
import { choicesReply, decideByReply } from "./decisions.contract";
import { approveRequestSchema } from "./decisions.schema";
import { bookingRequestStatuses } from "./bookings.workflow";

const yes = () => boolean().required();
const bookableType = () =>
  string()
    .oneOf([...bookableTypes])
    .required();

/** The requested booking. The texts of private bookings are null; the approver reads them on the detail screen. */
const requestedReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  private: yes(),
  bookable_type: bookableType(),
  place: reply.textOrNull(),
  driver: reply.textOrNull(),
  /** The driver's phone number, shown to passengers. */
  driver_phone: reply.textOrNull(),
  car_type: reply.textOrNull(),
  equipment: array(reply.text()).required(),
  seats: reply.numberOrNull(),
  driver_needed: yes(),
  from_place: reply.textOrNull(),
  to_place: reply.textOrNull(),
  purpose: reply.textOrNull(),
  note: reply.textOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  time_zone: reply.text(),
});
export type RequestedBooking = InferType<typeof requestedReply>;

export const bookingRequestReply = requestReply.shape({ booking: requestedReply });
export type BookingRequest = InferType<typeof bookingRequestReply>;

/** Another booking at the same time or by the same requester. */
const otherReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  bookable_type: bookableType(),
  place: reply.textOrNull(),
  requester: personReply.nullable().defined(),
  start_date: reply.text(),
  end_date: reply.text(),
  time_zone: reply.text(),
  pending: yes(),
  clashes: yes(),
});
export type OtherBooking = InferType<typeof otherReply>;

export const bookingRequestDetailReply = bookingRequestReply.shape({
  /** Cars and drivers to choose from; null for rooms, and for readers who do not decide. */
  choices: choicesReply,
  decide_by: decideByReply.nullable().defined(),
  /**
   * Cost at current rates, as used by approval rules. For cars, the cost of the most expensive car of the type. Null if there is no rate or
   * the reader does not decide.
   */
  cost: object({ amount: reply.text(), currency: reply.textOrNull() }).nullable().defined(),
  /** Other pending and approved bookings of the room or car type on the same day. */
  day: array(otherReply).required(),
  others: array(otherReply).required(),
  steps: array(stepReply).required(),
  can: object({ approve: yes(), reject: yes(), request_changes: yes(), hand_over: yes(), edit: yes() }),
  on_behalf_of: personReply.nullable().defined(),
});
export type BookingRequestDetail = InferType<typeof bookingRequestDetailReply>;

const byId = object({ id: pathId("bookingRequest") });

export const listBookingRequests = endpoint({
  method: "GET",
  path: "/reservations/request",
  summary: "Lists booking requests: the caller's own, the team's or all, newest first.",
  permission: "reservation-list",
  query: object({
    ...pagingShape,
    scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
    status: string().oneOf([...bookingRequestStatuses, ""], "field.oneOf"),
    bookable_type: string().oneOf([...bookableTypes, ""], "field.oneOf"),
  }),
  reply: object({ message: string(), data: array(bookingRequestReply).required(), meta: pageMeta }),
});

export const readBookingRequest = endpoint({
  method: "GET",
  path: "/reservations/request/:id",
  summary: "Returns a booking request with its approval route, overlapping bookings and available cars and drivers.",
  permission: "reservation-list",
  params: byId,
  reply: dataReply(bookingRequestDetailReply),
});

const command = (verb: string, summary: string) => ({
  method: "PUT" as const,
  path: `/reservations/request/:id/${verb}`,
  summary,
  permission: "reservation-list" as const,
  scope: withoutApiTokens,
  params: byId,
  reply: dataReply(bookingRequestDetailReply),
  problems: [
    "request.stale",
    "request.wrongState",
    "request.own",
    "request.decided",
    "request.fourEyes",
    "booking.decided",
    "booking.past",
  ] as const,
});

const approve = command(
  "approve",
  "Decides the step that is asked: yes. The last one gives car and driver; what is left out is what is offered first.",
);
export const approveBookingRequest = endpoint({
  ...approve,
  problems: [...approve.problems, "booking.taken"],
  body: approveRequestSchema,
  example: { body: {} },
});
export const rejectBookingRequest = endpoint({
  ...command("reject", "Decides the step that is asked: no, and why."),
  body: rejectSchema,
  example: { body: { reason: "The car is in the workshop" } },
});
export const requestBookingChanges = endpoint({
  ...command(
    "request-changes",
    "Sends it back with what should be different. It is sent again by changing the booking.",
  ),
  body: changesSchema,
  example: { body: { note: "An hour later, please" } },
});
