import type { BookingStatus } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type {
  UnsuitabilityReason,
  AssignmentCandidate,
  AssignmentCandidates,
} from "../../../../shared/bookings/bookings/approval/decisions.contract";
import type { Tx } from "../../../platform/database/unit-of-work";
import { resourceKinds } from "../resource-kinds";
import * as statements from "./decisions.sql";

export interface LockedBooking {
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

const applicableReasons = <Reason extends UnsuitabilityReason>(reasons: Partial<Record<Reason, boolean>>): Reason[] =>
  (Object.keys(reasons) as Reason[]).filter((reason) => reasons[reason]);

const mayDrive = ({ licensed, licence_classes }: Licence, licence: string) =>
  licensed && licence_classes.includes(licence);

/**
 * Reasons against a car. Despite these reasons the car can be assigned, unless it is taken or the requester drives and may not drive this
 * car. `own` is the license of a requester who drives, null if unknown.
 */
const againstCar = (car: CarRow, { car_type, seats }: LockedBooking, own: Licence | null): UnsuitabilityReason[] =>
  applicableReasons({
    taken: !car.free,
    type: car.type !== car_type,
    seats: (car.seats ?? 0) < (seats ?? 0),
    licence: own !== null && !mayDrive(own, car.licence_class),
  });

/** Reasons against a driver. A driver who is taken or away, or who lacks the license, can't be assigned. */
const againstDriver = (driver: DriverRow, licence: string | undefined): UnsuitabilityReason[] =>
  applicableReasons({
    taken: !driver.free,
    licence: licence === undefined ? !driver.licensed : !mayDrive(driver, licence),
    leave: driver.away,
    hours: !driver.works,
  });

const byReasons = (a: AssignmentCandidate, b: AssignmentCandidate) => a.against.length - b.against.length;
const firstFree = (choices: readonly AssignmentCandidate[]) =>
  choices.find(({ against }) => against.length === 0)?.id ?? null;

/** Choices for bookings of rooms and equipment, to which nothing is assigned. */
export const noAssignmentChoices: AssignmentCandidates = {
  cars: [],
  drivers: [],
  car_id: null,
  driver_id: null,
  licence_unknown: false,
};

/** License of a requester who drives themselves; null when a driver is needed or the license is unknown. */
async function ownLicence(tx: Tx, { id, driver_needed }: LockedBooking): Promise<Licence | null> {
  return driver_needed ? null : ((await tx.one<Licence>(statements.selectLicenceOfRequester, [id])) ?? null);
}

/**
 * Cars and drivers for a car booking, free and suitable ones first; empty for other bookings.
 * @throws Problem 404 for an unknown booking.
 */
export async function readAssignmentChoices(tx: Tx, id: number): Promise<AssignmentCandidates> {
  const booking = await tx.one<LockedBooking>(statements.selectBookingToDecide, [id]);
  if (!booking) throw new Problem("notFound");
  if (!resourceKinds[booking.bookable_type].isBookedByType) return noAssignmentChoices;
  const own = await ownLicence(tx, booking);
  const cars = await tx.rows<CarRow>(statements.selectCarsWithAvailability, [booking.starts_at, booking.ends_at]);
  const carChoices = cars
    .map((car): AssignmentCandidate => {
      const { id: carId, name, plate_number, seats, free } = car;
      return { id: carId, name, plate_number, seats, phone_number: null, free, against: againstCar(car, booking, own) };
    })
    .sort(byReasons);
  const chosen = firstFree(carChoices);
  const licence = cars.find((car) => car.id === chosen)?.licence_class;
  const drivers = await tx.rows<DriverRow>(statements.selectDriversWithAvailability, [
    booking.starts_at,
    booking.ends_at,
  ]);
  const driverChoices = drivers
    .map((driver): AssignmentCandidate => {
      const against = againstDriver(driver, licence);
      const { id: driverId, name, phone_number, free } = driver;
      return { id: driverId, name, plate_number: null, seats: null, phone_number, free, against };
    })
    .sort(byReasons);
  const driver_id = booking.driver_needed ? firstFree(driverChoices) : null;
  const licence_unknown = !booking.driver_needed && own === null;
  return { cars: carChoices, drivers: driverChoices, car_id: chosen, driver_id, licence_unknown };
}

/**
 * Checks that the car and driver can be assigned.
 * @throws Problem 422 for an unknown car or driver, and for a driver (or a requester who drives) who may not drive the car or is away.
 */
async function requireFit(tx: Tx, booking: LockedBooking, carId: number, driverId: number | null): Promise<void> {
  const when = [booking.starts_at, booking.ends_at];
  const car = (await tx.rows<CarRow>(statements.selectCarsWithAvailability, when)).find(({ id }) => id === carId);
  if (!car) throw invalidFieldProblem("car_id", "field.unknown");
  if (driverId === null) {
    if (booking.driver_needed) throw invalidFieldProblem("driver_id", "field.required");
    const own = await ownLicence(tx, booking);
    if (own && !mayDrive(own, car.licence_class)) throw invalidFieldProblem("car_id", "driver.noLicence");
    return;
  }
  const driver = (await tx.rows<DriverRow>(statements.selectDriversWithAvailability, when)).find(
    ({ id }) => id === driverId,
  );
  if (!driver) throw invalidFieldProblem("driver_id", "field.unknown");
  const against = againstDriver(driver, car.licence_class);
  if (against.includes("licence")) throw invalidFieldProblem("driver_id", "driver.noLicence");
  if (against.includes("leave")) throw invalidFieldProblem("driver_id", "driver.onLeave");
}

/** Assignment at an approval: chosen explicitly; the first offered car and driver (`offered`); or the only suitable ones (`only`). */
export type AssignmentChoice = { car_id?: number | null; driver_id?: number | null } | "offered" | "only";

export type Assignment = { car: number | null; driver: number | null };

const fitting = (choices: readonly AssignmentCandidate[]) =>
  choices.filter(({ against }) => against.length === 0).map(({ id }) => id);

/**
 * Resolves the choice to a car and a driver.
 * @throws Problem 422 when no car or driver is chosen or suitable; 409 when several are suitable and none was chosen.
 */
export async function resolveAssignment(tx: Tx, booking: LockedBooking, choice: AssignmentChoice): Promise<Assignment> {
  if (!resourceKinds[booking.bookable_type].isBookedByType) return { car: null, driver: null };
  let chosen = choice;
  if (typeof chosen === "string") {
    const { cars, drivers, car_id, driver_id } = await readAssignmentChoices(tx, booking.id);
    const several = fitting(cars).length !== 1 || (booking.driver_needed && fitting(drivers).length !== 1);
    if (chosen === "only" && several) throw new Problem("booking.chooseCar");
    chosen = { car_id, driver_id };
  }
  if (!chosen.car_id) throw invalidFieldProblem("car_id", "field.required");
  const driver = chosen.driver_id ?? null;
  await requireFit(tx, booking, chosen.car_id, driver);
  return { car: chosen.car_id, driver };
}
