import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertGroup = sql(
  "factory.group",
  "INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id",
);

export const makeRecords: MakeRecords = (one, { mark }) =>
  awaitRecords({
    group: one(insertGroup, [`Group ${mark}`]),
  });
