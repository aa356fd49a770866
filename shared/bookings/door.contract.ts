import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, secretField } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";

const byRoom = object({ id: pathId("room") });
const key = () => secretField(100).required("field.required");

/** For how long a room is taken at its door. */
export const doorMinutes = [15, 30, 60] as const;

const doorBookingReply = object({
  id: reply.id(),
  /** Null: private. */
  title: reply.textOrNull(),
  who: reply.textOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  checked_in: boolean().required(),
});

const doorReply = dataReply(
  object({
    room: object({
      id: reply.id(),
      name: reply.text(),
      place: reply.text(),
      capacity: reply.numberOrNull(),
      tools: array(string().required()).required(),
      /** Read with `?door=` and the key. */
      image: reply.textOrNull(),
      time_zone: reply.text(),
      /** People have to check in. */
      checks_in: boolean().required(),
    }),
    /** Today and tomorrow, what isn't over. */
    bookings: array(doorBookingReply).required(),
    now: reply.text(),
  }),
);
export type Door = InferType<typeof doorReply>["data"];

export const createDoorScreen = endpoint({
  method: "POST",
  path: "/room/:id/door-screen",
  summary: "A new address for the screen at a room's door, told this once. The one before counts no more.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(object({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

export const deleteDoorScreen = endpoint({
  method: "DELETE",
  path: "/room/:id/door-screen",
  summary: "The screen at the door shows nothing any more.",
  permission: "room-edit",
  params: byRoom,
  reply: deletedReply,
  problems: ["notFound"],
});

export const readDoor = endpoint({
  method: "GET",
  path: "/room/:id/door",
  summary: "What the screen at a room's door shows: whether it is free, and what comes next.",
  access: "public",
  params: byRoom,
  query: object({ key: key() }),
  reply: doorReply,
  problems: ["notFound"],
  example: { query: { key: "of-the-screen" } },
});

export const bookAtDoor = endpoint({
  method: "POST",
  path: "/room/:id/door",
  summary: "Takes the room from now on.",
  access: "public",
  params: byRoom,
  body: object({
    key: key(),
    minutes: number()
      .oneOf([...doorMinutes], "field.oneOf")
      .required("field.required"),
  }),
  reply: doorReply,
  status: 201,
  problems: ["notFound", "booking.taken"],
  example: { body: { key: "of-the-screen", minutes: 30 } },
});

export const checkInAtDoor = endpoint({
  method: "PUT",
  path: "/room/:id/door/check-in",
  summary: "Whoever has the room now is there.",
  access: "public",
  params: byRoom,
  body: object({ key: key() }),
  reply: doorReply,
  problems: ["notFound", "booking.notNow"],
  example: { body: { key: "of-the-screen" } },
});

export const endAtDoor = endpoint({
  method: "PUT",
  path: "/room/:id/door/end",
  summary: "Whoever has the room now leaves early: the rest is free.",
  access: "public",
  params: byRoom,
  body: object({ key: key() }),
  reply: doorReply,
  problems: ["notFound", "booking.notNow"],
  example: { body: { key: "of-the-screen" } },
});
