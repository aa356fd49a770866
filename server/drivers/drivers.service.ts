import type { InferType } from "yup";
import type { Driver } from "../../shared/drivers/drivers.contract";
import type { driverSchema } from "../../shared/drivers/drivers.schema";
import { invalid } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { bookingsAhead } from "../places/bookings-ahead.service";
import { recordsOf } from "../places/record.service";
import { DriverEntity } from "./driver.entity";
import * as statements from "./drivers.sql";

type Row = Omit<Driver, "can">;
type Input = InferType<typeof driverSchema>;

/** A person takes the place of a name, and a name that of a person. @throws Problem 422 for neither, both or a stranger. */
async function whoOf(tx: Tx, { user_id, fullname }: Input, before: Row | null) {
  if (user_id && fullname) throw invalid("fullname", "driver.personOrName");
  if (user_id) {
    if (user_id !== before?.user_id && !(await tx.one(statements.mayDrive, [user_id])))
      throw invalid("user_id", "field.unknown");
    return { userId: user_id, fullname: null };
  }
  if (fullname) return { userId: null, fullname };
  if (!before || user_id === null || fullname === null) throw invalid("fullname", "field.required");
  return {};
}

export const drivers = recordsOf<Row, Input>({
  kind: "driver",
  permissions: { edit: "driver-edit", delete: "driver-delete" },
  rules: { driver_person_once: "user_id", driver_working_hours: ["works_until", "field.endBeforeStart"] },
  list: statements.listDrivers,
  byId: statements.driverById,
  lock: statements.lockDriver,
  uses: bookingsAhead("driver"),
  trash: statements.trashDriver,
  restore: statements.returnDriver,
  nameOf: ({ fullname }) => fullname,
  async write(tx, id, input, before) {
    const row = {
      ...(await whoOf(tx, input, before)),
      phoneNumber: input.phone_number,
      licenceClasses: input.licence_classes && [...new Set(input.licence_classes)],
      licenceExpiresOn: input.licence_expires_on,
      worksFrom: input.works_from,
      worksUntil: input.works_until,
      workDays: input.work_days,
    };
    const { licenceClasses = ["B"], workDays = [1, 2, 3, 4, 5, 6, 7] } = row;
    if (id === null) return (await tx.repo(DriverEntity).insert({ ...row, licenceClasses, workDays })).id;
    await tx.repo(DriverEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
});
