import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const financeRequest = sql(
  "factory.financeRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'finance', $1, 'purchase')
              RETURNING id),
   f AS (INSERT INTO finance_request (id, tenant_id, requester_id, type, status, currency, amount, title, details)
         SELECT id, current_tenant(), $1, 'purchase', 'draft', 'USD', 20, $2, $2 FROM r RETURNING id)
   INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total)
   SELECT current_tenant(), id, 0, $2, 10, 2, 2, 20 FROM f RETURNING request_id AS id`,
);
const insertBudget = sql(
  "factory.budget",
  `WITH d AS (INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $1) RETURNING id)
   INSERT INTO finance_budget (tenant_id, department_id, year, amount) SELECT current_tenant(), id, 2031, 1000 FROM d RETURNING id`,
);
const archiveRun = sql(
  "factory.archiveRun",
  // Only one run per tenant can exist; later calls return it.
  `WITH a AS (INSERT INTO finance_archive_run (tenant_id, due) VALUES (current_tenant(), 0) ON CONFLICT DO NOTHING RETURNING id)
   SELECT id FROM a UNION ALL SELECT id FROM finance_archive_run WHERE tenant_id = current_tenant() LIMIT 1`,
);

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    financeRequest: one(financeRequest, [admin, `Purchase ${mark}`]),
    budget: one(insertBudget, [`Budget ${mark}`]),
    archiveRun: one(archiveRun),
  });
