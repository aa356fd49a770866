import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const accountingExport = sql(
  "factory.accountingExport",
  `INSERT INTO accounting_export (tenant_id, number, month, basis, created_by, currency, requests, postings, total, fiscal_month,
     account_length, datev_problem)
   SELECT current_tenant(), COALESCE(max(number), 0) + 1, '2020-01-01', 'approval', $1, 'USD', 1, 1, 10, 1, 4, 'numbers'
   FROM accounting_export WHERE tenant_id = current_tenant() RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin }) => ({
  accountingExport: await one(accountingExport, [admin]),
});
