import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const settings = sql(
  "factory.accountingSettings",
  `INSERT INTO accounting_settings (tenant_id, fiscal_month, account_length, clearing_account, fallback_account)
   VALUES (current_tenant(), 1, 4, '70000', '1590')
   ON CONFLICT (tenant_id) DO UPDATE SET fiscal_month = excluded.fiscal_month RETURNING tenant_id AS id`,
);
const accountingExport = sql(
  "factory.accountingExport",
  `INSERT INTO accounting_export (tenant_id, number, month, basis, created_by, currency, requests, postings, total, fiscal_month,
     account_length, datev_problem)
   SELECT current_tenant(), COALESCE(max(number), 0) + 1, '2020-01-01', 'approval', $1, 'USD', 1, 1, 10, 1, 4, 'numbers'
   FROM accounting_export WHERE tenant_id = current_tenant() RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin }) => {
  await one(settings, []);
  return { accountingExport: await one(accountingExport, [admin]) };
};
