import { elapsedDayMs } from "../../kernel/elapsed-time";
import type { Permission } from "../../kernel/access";
import type { Trip } from "./trips.contract";
import type { PublicTrip } from "./trips.events";

export interface TripReader {
  id: number;
  permissions: ReadonlySet<Permission>;
}

type TripFacts = Omit<Trip, "can">;

const hourMs = 3_600_000;
/** Milliseconds by which a trip can start before its booking, and by which it can be logged after the booking's end. */
export const maxEarlyStartMs = 2 * hourMs;
export const maxLateStartMs = elapsedDayMs;
/** Milliseconds after the end of a trip during which notes can be added, as damage may be found later. */
export const noteWindowMs = 7 * elapsedDayMs;
export const maxTripPhotos = 10;
const minRemainingMs = 60_000;

/** Whether the user is the assigned driver or, without one, the requester. */
export const isDrivenBy = ({ driver, requester }: Pick<Trip, "driver" | "requester">, userId: number): boolean =>
  driver ? driver.user_id === userId : requester?.id === userId;

export const isStartable = ({ start_date, end_date }: Pick<Trip, "start_date" | "end_date">, now: number): boolean =>
  now >= Date.parse(start_date) - maxEarlyStartMs && now < Date.parse(end_date) + maxLateStartMs;

export const acceptsNotes = ({ log }: Pick<Trip, "log">, now: number): boolean =>
  log !== null && (log.ended_at === null || now < Date.parse(log.ended_at) + noteWindowMs);

/** The reader's current permissions on a trip. The server uses them for checks, the client for buttons. */
export function tripPermissionsOf(trip: TripFacts, reader: TripReader, now: number): Trip["can"] {
  const may = isDrivenBy(trip, reader.id) || reader.permissions.has("reservation-approve");
  return {
    start: may && trip.log === null && isStartable(trip, now),
    end: may && trip.log !== null && trip.log.ended_at === null,
    note: may && acceptsNotes(trip, now),
  };
}

/**
 * End of the booking after its trip ended. A booking ends after its start, so a minute remains of one whose trip ended before that. The
 * server's SQL statement `trips.freeTheRest` has the same rule.
 */
function shortenedEnd({ start_date, end_date }: Pick<Trip, "start_date" | "end_date">, endedAt: string): string {
  const end = Math.max(Date.parse(endedAt), Date.parse(start_date) + minRemainingMs);
  return end < Date.parse(end_date) ? new Date(end).toISOString() : end_date;
}

/** Applies a trip event to a list. Trips stay in their list (upcoming or past) until the next reload. */
export function applyTrip(trips: readonly Trip[], received: PublicTrip, reader: TripReader, now: number): Trip[] {
  const { id, car_id, ...log } = received;
  const reading = log.end_km ?? log.start_km;
  return trips.map((trip) => {
    const car = trip.car.id === car_id ? { ...trip.car, mileage: Math.max(trip.car.mileage, reading) } : trip.car;
    if (trip.id !== id) return { ...trip, car };
    const next = {
      ...trip,
      car,
      end_date: log.ended_at === null ? trip.end_date : shortenedEnd(trip, log.ended_at),
      log: { ...log, note: trip.log?.note ?? null, photos: trip.log?.photos ?? [] },
    };
    return { ...next, can: tripPermissionsOf(next, reader, now) };
  });
}
