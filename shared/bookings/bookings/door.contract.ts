import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply, secretField } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";

const byRoom = object({ id: pathId("room") });
const key = () => secretField(100).required("field.required");
/** The screen names the booking that it shows, because another one may have begun since it was last read. */
const shownBooking = object({ key: key(), booking_id: idField("booking").required("field.required") });

export const doorMinutes = [15, 30, 60] as const;

const doorBookingReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  who: reply.textOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  checked_in: boolean().required(),
  /** Waits for approval and blocks the room meanwhile. */
  pending: boolean().required(),
});

const occupiedPeriodReply = object({
  kind: string().oneOf(["booking", "buffer", "outage"]).required(),
  start_date: reply.text(),
  end_date: reply.text(),
});

const doorReply = dataReply(
  object({
    room: object({
      id: reply.id(),
      name: reply.text(),
      place: reply.text(),
      capacity: reply.numberOrNull(),
      tools: array(string().required()).required(),
      /** URL of the image, loaded with the key in the parameter `?door=`. */
      image: reply.textOrNull(),
      time_zone: reply.text(),
      checks_in: boolean().required(),
    }),
    /** Bookings of today and tomorrow, without those that have ended. */
    bookings: array(doorBookingReply).required(),
    /** Periods that a new booking can't overlap, in the order of their start. Those of bookings include the room's buffers. */
    occupied: array(occupiedPeriodReply).required(),
    now: reply.text(),
  }),
);
export type Door = InferType<typeof doorReply>["data"];

/** A secret address without the address itself. */
export const secretAddressReply = object({ created_at: reply.text(), used_at: reply.textOrNull() });

export const readDoorScreen = endpoint({
  method: "GET",
  path: "/room/:id/door-screen",
  summary: "Returns when a room's door screen was set up and last seen, without its address; null without one.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(secretAddressReply.nullable().defined()),
});

export const createDoorScreen = endpoint({
  method: "POST",
  path: "/room/:id/door-screen",
  summary: "Creates a new address for a room's door screen, returned only once. The previous address stops working.",
  permission: "room-edit",
  params: byRoom,
  reply: dataReply(object({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

export const deleteDoorScreen = endpoint({
  method: "DELETE",
  path: "/room/:id/door-screen",
  summary: "Deactivates a room's door screen.",
  permission: "room-edit",
  params: byRoom,
  reply: deletedReply,
  problems: ["notFound"],
});

export const readDoor = endpoint({
  method: "GET",
  path: "/room/:id/door",
  summary: "Returns the data of a room's door screen: current availability and next booking.",
  /** Records that the screen was seen. */
  readOnly: false,
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
  summary: "Books the room from now on, at the door.",
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
  summary: "Checks in to the booking that the screen shows, if it is current or about to begin.",
  access: "public",
  params: byRoom,
  body: shownBooking,
  reply: doorReply,
  problems: ["notFound", "booking.notNow"],
  example: { body: { key: "of-the-screen", booking_id: 1 } },
});

export const endAtDoor = endpoint({
  method: "PUT",
  path: "/room/:id/door/end",
  summary: "Ends the booking that the screen shows, if it is current, and releases its remaining time.",
  access: "public",
  params: byRoom,
  body: shownBooking,
  reply: doorReply,
  problems: ["notFound", "booking.notNow"],
  example: { body: { key: "of-the-screen", booking_id: 1 } },
});
