import type { InferType } from "yup";
import type { LicenceClass } from "../../../shared/bookings/cars/cars.schema";
import { type Driver, maxDrivers } from "../../../shared/bookings/drivers/drivers.contract";
import type { driverSchema } from "../../../shared/bookings/drivers/drivers.schema";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { entityWriter } from "../../platform/records/record.service";
import { createResources, everyDay, upcomingBookings } from "../resources/resources.service";
import { DriverEntity } from "./driver.entity";
import { driverStatements, selectPossibleDriver } from "./drivers.sql";

type Input = InferType<typeof driverSchema>;

/** A driver is a user or has a name; setting one of them clears the other. */
function userOrName({ user_id, fullname }: Input) {
  if (user_id) return { userId: user_id, fullname: null };
  return fullname ? { userId: null, fullname } : {};
}

const uniqueClasses = (classes: LicenceClass[] | undefined) => classes && [...new Set(classes)];

export const driverService = createResources<Omit<Driver, "can">, Input>({
  kind: "driver",
  most: maxDrivers,
  permissions: "driver",
  rules: { driver_person_once: "user_id", driver_working_hours: ["works_until", "field.endBeforeStart"] },
  statements: driverStatements,
  uses: upcomingBookings("driver"),
  nameOf: ({ fullname }) => fullname,
  async check(tx, { user_id, fullname }, before) {
    if (user_id && fullname) throw invalidFieldProblem("fullname", "driver.personOrName");
    if (user_id && user_id !== before?.user_id && !(await tx.one(selectPossibleDriver, [user_id])))
      throw invalidFieldProblem("user_id", "field.unknown");
    const isCleared = user_id === null || fullname === null;
    if (!user_id && !fullname && (!before || isCleared)) throw invalidFieldProblem("fullname", "field.required");
  },
  write: entityWriter(DriverEntity, (input: Input, isNew) => ({
    ...userOrName(input),
    phoneNumber: input.phone_number,
    licenceClasses: uniqueClasses(input.licence_classes ?? (isNew ? ["B"] : undefined)),
    licenceExpiresOn: input.licence_expires_on,
    worksFrom: input.works_from,
    worksUntil: input.works_until,
    workDays: input.work_days ?? (isNew ? everyDay : undefined),
  })),
});
