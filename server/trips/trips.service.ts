import type { InferType } from "yup";
import { carsStream } from "../../shared/kernel/events";
import { maybePageOf, pageMetaOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import type { Trip } from "../../shared/trips/trips.contract";
import type { TripEvents } from "../../shared/trips/trips.events";
import { drives, isNotable, isStartable, mostTripPhotos } from "../../shared/trips/trips.rules";
import type { endTripSchema, tripsQuery } from "../../shared/trips/trips.schema";
import { tellBookings } from "../bookings/bookings-tell.service";
import { withoutAuthorIf } from "../bookings/private-author.service";
import type { FileEntity } from "../files/file.entity";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { presentPhoto, presentTrip, type TripRow, wholeTrip } from "./trips.present";
import * as statements from "./trips.sql";
import { seesTrips } from "./trips.policy";

type Query = InferType<typeof tripsQuery>;

const rules = {
  trip_mileage_never_falls: ["mileage", "trip.mileageFalls"],
  trip_forward: ["mileage", "trip.mileageFalls"],
  trip_mileage_likely: ["mileage", "trip.mileageUnlikely"],
  trip_car_under_way: new Problem("trip.carOut"),
  trip_driver_under_way: new Problem("trip.driverOut"),
} as const;

/** A page of trips: those that aren't done by time, the next first; those that are, the latest first. @throws Problem 403. */
export async function trips(tx: Tx, actor: Actor, query: Query) {
  const everyone = query.whose === "everyone";
  if (everyone && !actor.permissions.has("reservation-approve")) throw new Problem("permission.denied");
  const page = maybePageOf(query) ?? { page: 1, perPage: 50, offset: 0 };
  const now = new Date();
  const values = [everyone ? null : actor.id, query.driver_id ?? null, query.car_id ?? null, now];
  const statement = query.when === "past" ? statements.tripsPast : statements.tripsAhead;
  const rows = await tx.rows<TripRow & { total: number }>(statement, [...values, page.perPage, page.offset]);
  return {
    data: rows.map(({ total: _, ...row }) => presentTrip(row, actor, now.getTime())),
    revision: await streamRevision(tx, carsStream(tx.tenantId)),
    meta: pageMetaOf(page, rows[0]?.total ?? 0),
  };
}

/** @throws Problem 404. */
async function tripRow(tx: Tx, id: number): Promise<TripRow> {
  const row = await tx.one<TripRow>(statements.tripById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** Without holding it: an upload asks again when it is added. @throws Problem 404, 403. */
export async function authorizeTrip(tx: Tx, actor: Actor, id: number): Promise<TripRow> {
  const row = await tripRow(tx, id);
  if (!drives(wholeTrip(row), actor.id) && !actor.permissions.has("reservation-approve"))
    throw new Problem("trip.notYours");
  return row;
}

/** The trip as nobody changes it meanwhile. @throws Problem 404, 403. */
async function hold(tx: Tx, actor: Actor, id: number): Promise<TripRow> {
  await tx.rows(statements.lockTrip, [id]);
  return authorizeTrip(tx, actor, id);
}

async function told(tx: Tx, actor: Actor, id: number, type: keyof TripEvents): Promise<Trip> {
  const row = await tripRow(tx, id);
  const { car, log } = wholeTrip(row);
  if (type === "trip.noted" || !log) await tellNoted(tx, row);
  else {
    const { note: _, photos: __, ...facts } = log;
    const what = { id, car_id: car.id, ...facts };
    await withoutAuthorIf(row.private, tx, async () => tx.emit(type, carsStream(tx.tenantId), what));
  }
  return presentTrip(row, actor, Date.now());
}

const tellNoted = (tx: Tx, { id, private: hidden }: TripRow) =>
  withoutAuthorIf(hidden, tx, async () => tx.emit("trip.noted", carsStream(tx.tenantId), { id }));

/** Sets off. @throws Problem 404, 403; 409 at another time, a second time, while the car or the driver is on the road; 422. */
export async function startTrip(tx: Tx, actor: Actor, id: number, mileage: number): Promise<Trip> {
  const row = await hold(tx, actor, id);
  const now = new Date();
  if (row.started_at) throw new Problem("trip.started");
  if (row.status !== "approved" || !isStartable(wholeTrip(row), now.getTime())) throw new Problem("booking.notNow");
  await unlessTaken(rules, () => tx.rows(statements.startTrip, [id, now, mileage, actor.id]));
  return told(tx, actor, id, "trip.started");
}

/** Is back. @throws Problem 404, 403; 409 for what nobody has started, or somebody has ended; 422 for kilometres that fall. */
export async function endTrip(tx: Tx, actor: Actor, id: number, input: InferType<typeof endTripSchema>): Promise<Trip> {
  const row = await hold(tx, actor, id);
  if (!row.started_at) throw new Problem("trip.notStarted");
  if (row.ended_at) throw new Problem("trip.ended");
  const values = [id, new Date(), input.mileage, input.fuel_litres ?? null, input.note ?? null, actor.id];
  await unlessTaken(rules, () => tx.rows(statements.endTrip, values));
  if (await tx.one(statements.freeTheRest, [id])) await tellBookings(tx, "booking.updated", [id]);
  return told(tx, actor, id, "trip.ended");
}

/** @throws Problem 404, 403; 409 for what nobody has started, and a week after it. */
const holdNotable = async (tx: Tx, actor: Actor, id: number): Promise<TripRow> =>
  requireNotable(await hold(tx, actor, id));

function requireNotable(row: TripRow): TripRow {
  if (!row.started_at) throw new Problem("trip.notStarted");
  if (!isNotable(wholeTrip(row), Date.now())) throw new Problem("trip.ended");
  return row;
}

/** @throws Problem as `holdNotable`. */
export async function noteTrip(tx: Tx, actor: Actor, id: number, note: string | null): Promise<Trip> {
  await holdNotable(tx, actor, id);
  await tx.rows(statements.noteTrip, [id, note]);
  return told(tx, actor, id, "trip.noted");
}

/** @throws Problem as `holdNotable`; 409 when there are as many as can be. */
export async function addPhoto(tx: Tx, actor: Actor, id: number, keep: () => Promise<FileEntity>) {
  const row = await holdNotable(tx, actor, id);
  if (row.photos.length >= mostTripPhotos) throw new Problem("trip.photosFull");
  const file = await keep();
  const added = await tx.one<{ id: number }>(statements.addPhoto, [id, file.id, actor.id]);
  await tellNoted(tx, row);
  const { name, type, size, previewState } = file;
  const facts = { name, type, size: Number(size), preview: previewState === "ready" };
  return presentPhoto({ ...facts, id: added?.id as number, file_id: file.id });
}

/** @throws Problem 404, also for a photo of another trip, 403; 409 as `holdNotable`. */
export async function removePhoto(tx: Tx, actor: Actor, id: number, photoId: number): Promise<void> {
  const row = await hold(tx, actor, id);
  if (!row.photos.some((photo) => photo.id === photoId)) throw new Problem("notFound");
  requireNotable(row);
  await tx.rows(statements.removePhoto, [id, photoId]);
  await tellNoted(tx, row);
}

/** Whether somebody sees a file since it was photographed on a trip that is theirs to see. */
export async function seesThroughTrip(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (!seesTrips(actor)) return false;
  const everybodys = actor.permissions.has("reservation-approve");
  return (await tx.one(statements.seesPhoto, [fileId, actor.id, everybodys])) !== undefined;
}
