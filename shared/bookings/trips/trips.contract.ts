import { array, type InferType, object } from "yup";
import { fileReply } from "../../work/attachments/attachments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pathId, reply, positionReply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { endTripSchema, noteTripSchema, startTripSchema, tripsQuery } from "./trips.schema";

const photoReply = object({ id: reply.id(), file: fileReply });
export type TripPhoto = InferType<typeof photoReply>;

const logReply = object({
  started_at: reply.text(),
  start_km: reply.number(),
  ended_at: reply.textOrNull(),
  end_km: reply.numberOrNull(),
  fuel_litres: reply.numberOrNull(),
  note: reply.textOrNull(),
  photos: array(photoReply).required(),
});

/** A car booking with its trip log. The texts of another user's private booking are null, except that the driver sees the locations. */
export const tripReply = object({
  id: reply.id(),
  title: reply.textOrNull(),
  note: reply.textOrNull(),
  purpose: reply.textOrNull(),
  private: boolean().required(),
  from_place: reply.textOrNull(),
  to_place: reply.textOrNull(),
  seats: reply.numberOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  requester: personReply.nullable().defined(),
  car: object({
    id: reply.id(),
    name: reply.text(),
    plate_number: reply.text(),
    mileage: reply.number(),
    image: reply.textOrNull(),
  }),
  /** Null if the requester drives. */
  driver: object({
    id: reply.id(),
    user_id: reply.numberOrNull(),
    fullname: reply.text(),
    phone_number: reply.textOrNull(),
  })
    .nullable()
    .defined(),
  log: logReply.nullable().defined(),
  can: object({ start: boolean().required(), end: boolean().required(), note: boolean().required() }),
});
export type Trip = InferType<typeof tripReply>;

const permission = "reservation-list";
const params = object({ id: pathId("trip") });
const example = { body: { mileage: 84_210 } };

export const listTrips = endpoint({
  method: "GET",
  path: "/driver-reservation",
  summary: "Lists the caller's trips, or everyone's with `reservation-approve`: open or done ones.",
  permission,
  query: tripsQuery,
  reply: object({
    message: string(),
    data: array(tripReply).required(),
    ...positionReply,
    meta: pageMeta,
  }),
});

export const readTrip = endpoint({
  method: "GET",
  path: "/driver-reservation/:id",
  summary: "Returns a trip that the caller drives, or any with `reservation-approve`. The id is the booking's.",
  permission,
  params,
  reply: dataReply(tripReply),
  problems: ["trip.notYours"],
});

export const startTrip = endpoint({
  method: "PUT",
  path: "/driver-reservation/:id/start",
  summary: "Starts a trip with the odometer reading. The id is the booking's.",
  permission,
  scope: "reservation-create",
  params,
  body: startTripSchema,
  reply: dataReply(tripReply),
  problems: ["trip.notYours", "trip.started", "trip.carOut", "trip.driverOut", "booking.notNow"],
  example,
});

export const endTrip = endpoint({
  method: "PUT",
  path: "/driver-reservation/:id/end",
  summary: "Ends a trip with the odometer reading and releases the rest of the booking.",
  permission,
  scope: "reservation-create",
  params,
  body: endTripSchema,
  reply: dataReply(tripReply),
  problems: ["trip.notYours", "trip.notStarted", "trip.ended", "organization.stale"],
  example: { body: { mileage: 84_291, fuel_litres: 32.5, note: "Scratch on the left door" } },
});

export const noteTrip = endpoint({
  method: "PUT",
  path: "/driver-reservation/:id/note",
  summary: "Updates the note of a trip, until a week after it, unless it differs from `before`.",
  permission,
  scope: "reservation-create",
  params,
  body: noteTripSchema,
  reply: dataReply(tripReply),
  problems: ["trip.notYours", "trip.notStarted", "trip.ended", "organization.stale"],
  example: { body: { note: "Scratch on the left door" } },
});

export const addTripPhoto = endpoint({
  method: "POST",
  path: "/driver-reservation/:id/photo",
  summary: "Adds a photo of damage, as `file`: JPG or PNG, at most 5 MB, until a week after the trip.",
  permission,
  scope: "reservation-create",
  params,
  file: "file",
  reply: dataReply(photoReply),
  status: 201,
  problems: ["trip.notYours", "trip.notStarted", "trip.ended", "trip.photosFull", "request.invalid"],
});

export const removeTripPhoto = endpoint({
  method: "DELETE",
  path: "/driver-reservation/:id/photo/:photo_id",
  summary: "Deletes a photo of a trip, until a week after it.",
  permission,
  scope: "reservation-create",
  params: params.shape({ photo_id: pathId("tripPhoto") }),
  reply: deletedReply,
  problems: ["trip.notYours", "trip.notStarted", "trip.ended"],
});
