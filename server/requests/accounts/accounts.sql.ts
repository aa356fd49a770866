import { costAccountSorts, vatRateSorts } from "../../../shared/requests/accounts/accounts.schema";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

const percent = "trim_scale(percent)::text AS percent";

export const costAccountStatements = recordStatements("costAccounts", {
  table: "cost_account",
  as: "a",
  columns: "a.id, a.version, a.code, a.name, a.archived",
  matches: matchesSearch("$1", [], ["a.code", "a.name"]),
  sorts: costAccountSorts,
  order: { code: "code COLLATE reader", name: "name COLLATE reader" },
});

export const selectCostAccounts = sql(
  "costAccounts.select",
  `SELECT id, code, name FROM cost_account
   WHERE tenant_id = current_tenant() AND NOT archived AND ${matchesSearch("$1", [], ["code", "name"])}
   ORDER BY code COLLATE reader, id`,
);

export const vatRateStatements = recordStatements("vatRates", {
  table: "vat_rate",
  as: "v",
  columns: `v.id, v.version, v.code, v.name, ${percent}, v.accounting_key, v.archived`,
  matches: matchesSearch("$1", [], ["v.code", "v.name"]),
  sorts: vatRateSorts,
  order: { code: "code COLLATE reader", name: "name COLLATE reader", percent: "percent::numeric" },
});

export const selectVatRates = sql(
  "vatRates.select",
  `SELECT id, code, name, ${percent} FROM vat_rate
   WHERE tenant_id = current_tenant() AND NOT archived AND ${matchesSearch("$1", [], ["code", "name"])}
   ORDER BY vat_rate.percent DESC, code COLLATE reader, id`,
);
