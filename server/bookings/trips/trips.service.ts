import type { InferType } from "yup";
import { carsStream } from "../../../shared/bookings/resources/resources.events";
import { requestedPageOf, pageMetaOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import type { Trip } from "../../../shared/bookings/trips/trips.contract";
import type { TripEvents } from "../../../shared/bookings/trips/trips.events";
import { isDrivenBy, acceptsNotes, isStartable, maxTripPhotos } from "../../../shared/bookings/trips/trips.rules";
import type { endTripSchema, noteTripSchema, tripsQuery } from "../../../shared/bookings/trips/trips.schema";
import { emitBookings } from "../bookings/bookings-events.service";
import { hideAuthorIfPrivate } from "../bookings/private-author.service";
import type { FileEntity } from "../../platform/files/file.entity";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import { presentPhoto, presentTrip, type TripRow, presentFullTrip } from "./trips.present";
import * as statements from "./trips.sql";
import { canSeeBookings } from "../bookings/bookings.policy";

/** Trips are bookings with a car, so the permission for bookings applies. */
const seesTrips = canSeeBookings;

type Query = InferType<typeof tripsQuery>;

const rules = {
  trip_mileage_never_falls: ["mileage", "trip.mileageFalls"],
  trip_forward: ["mileage", "trip.mileageFalls"],
  trip_mileage_likely: ["mileage", "trip.mileageUnlikely"],
  trip_car_under_way: new Problem("trip.carOut"),
  trip_driver_under_way: new Problem("trip.driverOut"),
} as const;

/**
 * Returns a page of trips: unfinished trips, the next one first, or finished trips, the latest first.
 * @throws Problem 403 for all users' trips without `reservation-approve`.
 */
export async function readTrips(tx: Tx, actor: Actor, query: Query) {
  const everyone = query.whose === "everyone";
  if (everyone && !actor.permissions.has("reservation-approve")) throw new Problem("permission.denied");
  const page = requestedPageOf(query) ?? { page: 1, perPage: 50, offset: 0 };
  const now = new Date();
  const values = [everyone ? null : actor.id, query.driver_id ?? null, query.car_id ?? null, now];
  const statement = query.when === "past" ? statements.selectPastTrips : statements.selectUpcomingTrips;
  const rows = await tx.rows<TripRow & { total: number }>(statement, [...values, page.perPage, page.offset]);
  return {
    data: rows.map(({ total: _, ...row }) => presentTrip(row, actor, now.getTime())),
    ...(await streamPosition(tx, carsStream(tx.tenantId))),
    meta: pageMetaOf(page, rows[0]?.total ?? 0),
  };
}

async function tripRow(tx: Tx, id: number): Promise<TripRow> {
  const row = await tx.one<TripRow>(statements.selectTrip, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/**
 * Checks access to a trip without a lock; for an upload, access is checked again when the file is added.
 * @throws Problem 404 for an unknown trip; 403 for users who neither drive nor have `reservation-approve`.
 */
export async function authorizeTrip(tx: Tx, actor: Actor, id: number): Promise<TripRow> {
  const row = await tripRow(tx, id);
  if (!isDrivenBy(presentFullTrip(row), actor.id) && !actor.permissions.has("reservation-approve"))
    throw new Problem("trip.notYours");
  return row;
}

/** @throws Problem as `authorizeTrip`; 404 for a booking that isn't approved, because it is no trip. */
export async function readTrip(tx: Tx, actor: Actor, id: number): Promise<Trip> {
  const row = await authorizeTrip(tx, actor, id);
  if (row.status !== "approved") throw new Problem("notFound");
  return presentTrip(row, actor, Date.now());
}

/**
 * Locks the trip against concurrent changes.
 * @throws Problem as `authorizeTrip`.
 */
async function lockVisibleTrip(tx: Tx, actor: Actor, id: number): Promise<TripRow> {
  await tx.rows(statements.lockTrip, [id]);
  return authorizeTrip(tx, actor, id);
}

async function emitTrip(tx: Tx, actor: Actor, id: number, type: keyof TripEvents): Promise<Trip> {
  const row = await tripRow(tx, id);
  const { car, log } = presentFullTrip(row);
  if (type === "trip.noted" || !log) await emitTripNoted(tx, row);
  else {
    const { note: _, photos: __, ...facts } = log;
    const eventData = { id, car_id: car.id, ...facts };
    await hideAuthorIfPrivate(row.private, tx, async () => tx.emit(type, carsStream(tx.tenantId), eventData));
  }
  return presentTrip(row, actor, Date.now());
}

const emitTripNoted = (tx: Tx, { id, private: hidden }: TripRow) =>
  hideAuthorIfPrivate(hidden, tx, async () => tx.emit("trip.noted", carsStream(tx.tenantId), { id }));

/**
 * Starts a trip.
 * @throws Problem as `authorizeTrip`; 409 when it can't start now, has already started, or while the car or driver is on another trip; 422
 *   for a decreasing mileage.
 */
export async function startTrip(tx: Tx, actor: Actor, id: number, mileage: number): Promise<Trip> {
  const row = await lockVisibleTrip(tx, actor, id);
  const now = new Date();
  if (row.started_at) throw new Problem("trip.started");
  if (row.status !== "approved" || !isStartable(presentFullTrip(row), now.getTime()))
    throw new Problem("booking.notNow");
  await mapConstraintErrors(rules, () => tx.rows(statements.insertTrip, [id, now, mileage, actor.id]));
  return emitTrip(tx, actor, id, "trip.started");
}

/** @throws Problem 409 with the current trip when another user has changed the note that the caller read. The caller holds the lock. */
function requireUnchangedNote(row: TripRow, actor: Actor, { note, before }: InferType<typeof noteTripSchema>): void {
  if (note === undefined || before === undefined || before === row.log_note) return;
  throw new Problem("organization.stale", { record: presentTrip(row, actor, Date.now()) });
}

/**
 * Ends a trip.
 * @throws Problem as `authorizeTrip`; 409 when it hasn't started, has already ended, or its note was changed; 422 for a decreasing mileage.
 */
export async function endTrip(tx: Tx, actor: Actor, id: number, input: InferType<typeof endTripSchema>): Promise<Trip> {
  const row = await lockVisibleTrip(tx, actor, id);
  if (!row.started_at) throw new Problem("trip.notStarted");
  if (row.ended_at) throw new Problem("trip.ended");
  requireUnchangedNote(row, actor, input);
  const values = [id, new Date(), input.mileage, input.fuel_litres ?? null, input.note ?? null, actor.id];
  await mapConstraintErrors(rules, () => tx.rows(statements.updateTripEnd, values));
  if (await tx.one(statements.shortenBookingToTrip, [id])) await emitBookings(tx, "booking.updated", [id]);
  return emitTrip(tx, actor, id, "trip.ended");
}

/**
 * Locks a trip to which notes and photos can be added.
 * @throws Problem as `authorizeTrip`; 409 when it hasn't started, or ended more than a week ago.
 */
const lockNotableTrip = async (tx: Tx, actor: Actor, id: number): Promise<TripRow> =>
  requireNotable(await lockVisibleTrip(tx, actor, id));

function requireNotable(row: TripRow): TripRow {
  if (!row.started_at) throw new Problem("trip.notStarted");
  if (!acceptsNotes(presentFullTrip(row), Date.now())) throw new Problem("trip.ended");
  return row;
}

/**
 * Sets the note of a trip.
 * @throws Problem as `lockNotableTrip`; 409 when the note was changed since it was read.
 */
export async function updateTripNote(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof noteTripSchema>,
): Promise<Trip> {
  const row = await lockNotableTrip(tx, actor, id);
  const note = input.note ?? null;
  requireUnchangedNote(row, actor, { ...input, note });
  await tx.rows(statements.updateTripNote, [id, note]);
  return emitTrip(tx, actor, id, "trip.noted");
}

/**
 * Adds a photo to a trip.
 * @throws Problem as `lockNotableTrip`; 409 when the limit of photos is reached.
 */
export async function storeTripPhoto(tx: Tx, actor: Actor, id: number, keep: () => Promise<FileEntity>) {
  const row = await lockNotableTrip(tx, actor, id);
  if (row.photos.length >= maxTripPhotos) throw new Problem("trip.photosFull");
  const file = await keep();
  const added = await tx.one<{ id: number }>(statements.insertTripPhoto, [id, file.id, actor.id]);
  await emitTripNoted(tx, row);
  const { name, type, size, previewState } = file;
  const facts = { name, type, size: Number(size), preview: previewState === "ready" };
  return presentPhoto({ ...facts, id: added?.id as number, file_id: file.id });
}

/**
 * Deletes a photo of a trip.
 * @throws Problem as `lockNotableTrip`; 404 for a photo of another trip.
 */
export async function deleteTripPhoto(tx: Tx, actor: Actor, id: number, photoId: number): Promise<void> {
  const row = await lockVisibleTrip(tx, actor, id);
  if (!row.photos.some((photo) => photo.id === photoId)) throw new Problem("notFound");
  requireNotable(row);
  await tx.rows(statements.deleteTripPhoto, [id, photoId]);
  await emitTripNoted(tx, row);
}

/** Whether a user may read a file because it is a photo of a trip visible to them. */
export async function canReadTripPhoto(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (!seesTrips(actor)) return false;
  const everybodys = actor.permissions.has("reservation-approve");
  return (await tx.one(statements.selectVisibleTripPhoto, [fileId, actor.id, everybodys])) !== undefined;
}
