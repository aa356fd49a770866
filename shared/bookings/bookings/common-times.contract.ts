import { elapsedDayMs } from "../../kernel/elapsed-time";
import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idList, lineField, reply, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { instantField } from "./bookings.schema";

/** Number of people of a search, without the caller. */
export const maxSearchedPeople = 20;

const roomReply = object({
  id: reply.id(),
  name: reply.text(),
  building: reply.text(),
  floor: reply.text(),
  capacity: reply.numberOrNull(),
  tools: array(string().required()).required(),
  needs_approval: boolean().required(),
});

const commonTimeReply = object({
  start_date: reply.text(),
  end_date: reply.text(),
  /** The room's time zone, or the tenant's without a room. */
  time_zone: reply.text(),
  room: roomReply.nullable().defined(),
  /** People who don't have time, by id. */
  missing: array(
    object({
      id: reply.id(),
      state: string().oneOf(["busy", "away"]).required(),
    }),
  ).required(),
});
export type CommonTime = InferType<typeof commonTimeReply>;

/** Six days two weeks ahead, which include working days. */
const exampleDay = (days: number) =>
  `${new Date(Date.now() + days * elapsedDayMs).toISOString().slice(0, 10)}T00:00:00Z`;

export const findCommonTimes = endpoint({
  method: "GET",
  path: "/booking/common-times",
  summary:
    "Finds times when the caller and up to 20 people are free and a room that the caller may book fits; without such a time, the ones with the fewest people missing.",
  permission: "reservation-create",
  query: object({
    users: idList("user", maxSearchedPeople).required("field.required").min(1, "field.required"),
    /** The period in which the time is searched. */
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
    minutes: wholeNumber(15, 720).required("field.required"),
    /** Seats, if more are needed than for the caller and `users`. */
    people: wholeNumber(1, 100_000),
    /** Comma-separated equipment of the room. */
    tools: lineField(500),
    step_free: boolean(),
    /** Buildings; by default those at the caller's location, or all if there is none. */
    building_ids: idList("building", 200),
  }),
  reply: dataReply(
    object({
      times: array(commonTimeReply).required(),
      /** All buildings, with those that were searched. */
      buildings: array(
        object({ id: reply.id(), name: reply.text(), address: reply.textOrNull(), searched: boolean().required() }),
      ).required(),
    }),
  ),
  example: { query: { users: [1], start_date: exampleDay(14), end_date: exampleDay(20), minutes: 60 } },
});
