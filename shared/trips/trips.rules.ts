import type { Permission } from "../kernel/permissions";
import type { Trip } from "./trips.contract";
import type { ToldTrip } from "./trips.events";

/** Whoever looks at trips. */
export interface TripReader {
  id: number;
  permissions: ReadonlySet<Permission>;
}

type TripFacts = Omit<Trip, "can">;

const hourMs = 3_600_000;
/** People come early; and who has forgotten to log a trip does so on the next day. */
export const startAheadMs = 2 * hourMs;
export const startLateMs = 24 * hourMs;
/** Damage is seen by whoever washes the car. */
export const notedForMs = 7 * 24 * hourMs;
export const mostTripPhotos = 10;

/** Who is assigned drives; where nobody is, whoever booked. */
export const drives = ({ driver, requester }: Pick<Trip, "driver" | "requester">, userId: number): boolean =>
  driver ? driver.user_id === userId : requester?.id === userId;

/** Within reach of its time. */
export const isStartable = ({ start_date, end_date }: Pick<Trip, "start_date" | "end_date">, now: number): boolean =>
  now >= Date.parse(start_date) - startAheadMs && now < Date.parse(end_date) + startLateMs;

export const isNotable = ({ log }: Pick<Trip, "log">, now: number): boolean =>
  log !== null && (log.ended_at === null || now < Date.parse(log.ended_at) + notedForMs);

/** What this reader may do with it now. Both sides say so: the server before it does it, the screen for its buttons. */
export function canOfTrip(trip: TripFacts, reader: TripReader, now: number): Trip["can"] {
  const may = drives(trip, reader.id) || reader.permissions.has("reservation-approve");
  return {
    start: may && trip.log === null && isStartable(trip, now),
    end: may && trip.log !== null && trip.log.ended_at === null,
    note: may && isNotable(trip, now),
  };
}

/** Trips after one of them was started or ended. Which list it is in by now is for the next reading to say. */
export function withTrip(trips: readonly Trip[], told: ToldTrip, reader: TripReader, now: number): Trip[] {
  const { id, car_id, ...log } = told;
  const reading = log.end_km ?? log.start_km;
  return trips.map((trip) => {
    const car = trip.car.id === car_id ? { ...trip.car, mileage: Math.max(trip.car.mileage, reading) } : trip.car;
    if (trip.id !== id) return { ...trip, car };
    const over = log.ended_at !== null && log.ended_at < trip.end_date && log.ended_at > trip.start_date;
    const next = {
      ...trip,
      car,
      end_date: over ? (log.ended_at as string) : trip.end_date,
      log: { ...log, note: trip.log?.note ?? null, photos: trip.log?.photos ?? [] },
    };
    return { ...next, can: canOfTrip(next, reader, now) };
  });
}

/** Where a trip is. */
export const tripPath = ({ id }: { id: number }): string => `/driver-reservation?trip=${id}`;
