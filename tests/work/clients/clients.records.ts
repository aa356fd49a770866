import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertClient = sql(
  "factory.client",
  "INSERT INTO client (tenant_id, fullname) VALUES (current_tenant(), $1) RETURNING id",
);

export const makeRecords: MakeRecords = (one, { mark }) =>
  awaitRecords({
    client: one(insertClient, [`Client ${mark}`]),
  });
