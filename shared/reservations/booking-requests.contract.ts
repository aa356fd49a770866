import { array, type InferType, object } from "yup";
import { changesSchema, rejectSchema, requestReply, stepReply } from "../approvals/approvals.contract";
import { bookableTypes } from "../bookings/bookings.schema";
import { endpoint, peopleAlone } from "../kernel/endpoint";
import { dataReply, pageMeta, pagingShape, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { choicesReply, decideByReply } from "./reservations.contract";
import { approveRequestSchema } from "./reservations.schema";
import { reservationStatuses } from "./reservations.workflow";

const yes = () => boolean().required();
const bookableType = () =>
  string()
    .oneOf([...bookableTypes])
    .required();

/** What is asked for. What is private has no words: whoever decides it reads them where it is open. */
const askedReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  private: yes(),
  bookable_type: bookableType(),
  /** The room, or the car once it is given. */
  place: reply.textOrNull(),
  driver: reply.textOrNull(),
  car_type: reply.textOrNull(),
  /** What would go along, by name. */
  equipment: array(reply.text()).required(),
  seats: reply.numberOrNull(),
  driver_needed: yes(),
  from_place: reply.textOrNull(),
  to_place: reply.textOrNull(),
  purpose: reply.textOrNull(),
  note: reply.textOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  /** Of the building, of cars of the organisation. */
  time_zone: reply.text(),
});
export type AskedBooking = InferType<typeof askedReply>;

export const bookingRequestReply = requestReply.shape({ booking: askedReply });
export type BookingRequest = InferType<typeof bookingRequestReply>;

/** Something else that is booked then, or that the same person has booked. */
const otherReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  bookable_type: bookableType(),
  place: reply.textOrNull(),
  requester: personReply.nullable().defined(),
  start_date: reply.text(),
  end_date: reply.text(),
  pending: yes(),
  /** At the same time. */
  clashes: yes(),
});
export type OtherBooking = InferType<typeof otherReply>;

export const bookingRequestDetailReply = bookingRequestReply.shape({
  /** Nothing of it for a room, and for who doesn't decide. */
  choices: choicesReply,
  /** Null where nobody is asked. */
  decide_by: decideByReply.nullable().defined(),
  /**
   * What it costs at the rates of today, as rules measure it; of cars the dearest of the type. Null without a rate, and
   * where nobody is asked.
   */
  cost: object({ amount: reply.text(), currency: reply.textOrNull() }).nullable().defined(),
  /** That day: what else the room has, or cars of that type; what waits as well as what is booked. */
  day: array(otherReply).required(),
  /** What else whoever asks has booked in the days around. */
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
  summary: "Bookings that somebody decides: one's own, those of one's people, or all; the latest first.",
  permission: "reservation-list",
  query: object({
    ...pagingShape,
    scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
    status: string().oneOf([...reservationStatuses, ""], "field.oneOf"),
    bookable_type: string().oneOf([...bookableTypes, ""], "field.oneOf"),
  }),
  reply: object({ message: string(), data: array(bookingRequestReply).required(), meta: pageMeta }),
});

export const readBookingRequest = endpoint({
  method: "GET",
  path: "/reservations/request/:id",
  summary:
    "A booking that somebody decides, with its way, what else is booked then, and the cars and drivers there are.",
  permission: "reservation-list",
  params: byId,
  reply: dataReply(bookingRequestDetailReply),
});

const command = (verb: string, summary: string) => ({
  method: "PUT" as const,
  path: `/reservations/request/:id/${verb}`,
  summary,
  permission: "reservation-list" as const,
  scope: peopleAlone,
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
