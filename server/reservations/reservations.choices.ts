import type { BookingStatus } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { invalid, Problem } from "../../shared/kernel/problems";
import type {
  ReasonAgainst,
  ReservationChoice,
  ReservationChoices,
} from "../../shared/reservations/reservations.contract";
import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./reservations.sql";

/** A booking as whoever decides it needs it. */
export interface Held {
  id: number;
  bookable_type: BookableType;
  room_id: number | null;
  status: BookingStatus;
  starts_at: Date;
  ends_at: Date;
  car_type: string | null;
  seats: number | null;
  driver_needed: boolean;
  version: number;
  equipment_ids: number[];
}
interface CarRow {
  id: number;
  name: string;
  type: string;
  seats: number | null;
  plate_number: string;
  licence_class: string;
  free: boolean;
}
interface Licence {
  licence_classes: string[];
  licensed: boolean;
}
interface DriverRow extends Licence {
  id: number;
  name: string;
  phone_number: string | null;
  free: boolean;
  away: boolean;
  works: boolean;
}

const given = <Reason extends ReasonAgainst>(reasons: Partial<Record<Reason, boolean>>): Reason[] =>
  (Object.keys(reasons) as Reason[]).filter((reason) => reasons[reason]);

const mayDrive = ({ licensed, licence_classes }: Licence, licence: string) =>
  licensed && licence_classes.includes(licence);

/**
 * What speaks against a car; it can be given nevertheless, unless it is taken, or whoever asked drives themselves (`own`, their
 * licence where one is known) and may not drive it.
 */
const againstCar = (car: CarRow, { car_type, seats }: Held, own: Licence | null): ReasonAgainst[] =>
  given({
    taken: !car.free,
    type: car.type !== car_type,
    seats: (car.seats ?? 0) < (seats ?? 0),
    licence: own !== null && !mayDrive(own, car.licence_class),
  });

/** What speaks against a driver; who may not drive the car, is taken or away, can't be given. */
const againstDriver = (driver: DriverRow, licence: string | undefined): ReasonAgainst[] =>
  given({
    taken: !driver.free,
    licence: licence === undefined ? !driver.licensed : !mayDrive(driver, licence),
    leave: driver.away,
    hours: !driver.works,
  });

const byReasons = (a: ReservationChoice, b: ReservationChoice) => a.against.length - b.against.length;
const firstFree = (choices: readonly ReservationChoice[]) =>
  choices.find(({ against }) => against.length === 0)?.id ?? null;

/** Nothing to choose: a room, or equipment. */
export const noChoices: ReservationChoices = {
  cars: [],
  drivers: [],
  car_id: null,
  driver_id: null,
  licence_unknown: false,
};

/** Of whoever drives themselves; null where somebody else drives, or nothing is known of it. */
async function ownLicence(tx: Tx, { id, driver_needed }: Held): Promise<Licence | null> {
  return driver_needed ? null : ((await tx.one<Licence>(statements.licenceOfRequester, [id])) ?? null);
}

/** Cars and drivers for a booking of a car, what is free and fits first; of anything else there are none. @throws Problem 404. */
export async function assignable(tx: Tx, id: number): Promise<ReservationChoices> {
  const held = await tx.one<Held>(statements.bookingById, [id]);
  if (!held) throw new Problem("notFound");
  if (held.bookable_type !== "car") return noChoices;
  const own = await ownLicence(tx, held);
  const cars = await tx.rows<CarRow>(statements.carsFor, [held.starts_at, held.ends_at]);
  const carChoices = cars
    .map((car): ReservationChoice => {
      const about = [car.plate_number, car.seats].filter(Boolean).join(" · ");
      return { id: car.id, name: car.name, about, free: car.free, against: againstCar(car, held, own) };
    })
    .sort(byReasons);
  const chosen = firstFree(carChoices);
  const licence = cars.find((car) => car.id === chosen)?.licence_class;
  const drivers = await tx.rows<DriverRow>(statements.driversFor, [held.starts_at, held.ends_at]);
  const driverChoices = drivers
    .map((driver): ReservationChoice => {
      const against = againstDriver(driver, licence);
      return { id: driver.id, name: driver.name, about: driver.phone_number, free: driver.free, against };
    })
    .sort(byReasons);
  const driver_id = held.driver_needed ? firstFree(driverChoices) : null;
  const licence_unknown = !held.driver_needed && own === null;
  return { cars: carChoices, drivers: driverChoices, car_id: chosen, driver_id, licence_unknown };
}

/** @throws Problem 422 for a car that isn't there, or a driver, be it whoever asked, who may not drive it, is away or isn't there. */
async function requireFit(tx: Tx, held: Held, carId: number, driverId: number | null): Promise<void> {
  const when = [held.starts_at, held.ends_at];
  const car = (await tx.rows<CarRow>(statements.carsFor, when)).find(({ id }) => id === carId);
  if (!car) throw invalid("car_id", "field.unknown");
  if (driverId === null) {
    if (held.driver_needed) throw invalid("driver_id", "field.required");
    const own = await ownLicence(tx, held);
    if (own && !mayDrive(own, car.licence_class)) throw invalid("car_id", "driver.noLicence");
    return;
  }
  const driver = (await tx.rows<DriverRow>(statements.driversFor, when)).find(({ id }) => id === driverId);
  if (!driver) throw invalid("driver_id", "field.unknown");
  const against = againstDriver(driver, car.licence_class);
  if (against.includes("licence")) throw invalid("driver_id", "driver.noLicence");
  if (against.includes("leave")) throw invalid("driver_id", "driver.onLeave");
}

/** What an approval gives: as chosen; what is offered first (`offered`); or what alone fits (`only`). */
export type Choice = { car_id?: number | null; driver_id?: number | null } | "offered" | "only";

export type Assigned = { car: number | null; driver: number | null };

const fitting = (choices: readonly ReservationChoice[]) =>
  choices.filter(({ against }) => against.length === 0).map(({ id }) => id);

/** @throws Problem 422 where nothing is chosen, or what doesn't fit; 409 where several would do and nobody has chosen. */
export async function assignedBy(tx: Tx, held: Held, choice: Choice): Promise<Assigned> {
  if (held.bookable_type !== "car") return { car: null, driver: null };
  let chosen = choice;
  if (typeof chosen === "string") {
    const { cars, drivers, car_id, driver_id } = await assignable(tx, held.id);
    const several = fitting(cars).length !== 1 || (held.driver_needed && fitting(drivers).length !== 1);
    if (chosen === "only" && several) throw new Problem("booking.chooseCar");
    chosen = { car_id, driver_id };
  }
  if (!chosen.car_id) throw invalid("car_id", "field.required");
  const driver = chosen.driver_id ?? null;
  await requireFit(tx, held, chosen.car_id, driver);
  return { car: chosen.car_id, driver };
}
