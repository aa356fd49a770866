import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, idList, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { exampleTime } from "./bookings.contract";
import { instantField, mostParticipants } from "./bookings.schema";

const personStates = ["free", "busy", "away"] as const;
export type PersonState = (typeof personStates)[number];

const personFreeReply = object({
  id: reply.id(),
  state: string()
    .oneOf([...personStates])
    .required(),
});
export type PersonFree = InferType<typeof personFreeReply>;

export const peopleFree = endpoint({
  method: "GET",
  path: "/booking/people-free",
  summary:
    "Who of some people is free, busy or away at a time: neither what they do then nor why they are away. In the order of their names.",
  permission: "reservation-create",
  query: object({
    users: idList("user", mostParticipants).required("field.required").min(1, "field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
    /** The booking that is being changed: it keeps nobody busy. */
    booking_id: idField("booking"),
  }),
  reply: dataReply(array(personFreeReply).required()),
  example: { query: { users: [1], ...exampleTime } },
});
