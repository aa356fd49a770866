import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertPosition = sql(
  "factory.position",
  "INSERT INTO position (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id",
);

export const makeRecords: MakeRecords = (one, { mark }) =>
  awaitRecords({
    position: one(insertPosition, [`Position ${mark}`]),
  });
