import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertCostAccount = sql(
  "factory.costAccount",
  "INSERT INTO cost_account (tenant_id, code, name) VALUES (current_tenant(), $1, $1) RETURNING id",
);
const insertVatRate = sql(
  "factory.vatRate",
  "INSERT INTO vat_rate (tenant_id, code, name, percent) VALUES (current_tenant(), $1, $1, 19) RETURNING id",
);

export const makeRecords: MakeRecords = (one, { mark }) =>
  awaitRecords({
    cost_account: one(insertCostAccount, [`A${mark}`]),
    vat_rate: one(insertVatRate, [`V${mark}`]),
  });
