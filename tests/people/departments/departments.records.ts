import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertDepartment = sql(
  "factory.department",
  "INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $2) RETURNING id",
);

export const makeRecords: MakeRecords = (one, { mark }) =>
  awaitRecords({
    department: one(insertDepartment, [`Department ${mark}`, mark]),
  });
