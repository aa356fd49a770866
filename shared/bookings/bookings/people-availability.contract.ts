import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, idList, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { exampleBookingTime } from "./bookings.contract";
import { instantField, maxParticipants } from "./bookings.schema";

const personStates = ["free", "busy", "away"] as const;
export type PersonAvailabilityState = (typeof personStates)[number];

const personFreeReply = object({
  id: reply.id(),
  state: string()
    .oneOf([...personStates])
    .required(),
});
export type PersonAvailability = InferType<typeof personFreeReply>;

export const readAvailability = endpoint({
  method: "GET",
  path: "/booking/people-free",
  summary: "Returns whether people are free, busy or away at a time, by name and without details.",
  permission: "reservation-create",
  query: object({
    users: idList("user", maxParticipants).required("field.required").min(1, "field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
    booking_id: idField("booking"),
  }),
  reply: dataReply(array(personFreeReply).required()),
  example: { query: { users: [1], ...exampleBookingTime } },
});
