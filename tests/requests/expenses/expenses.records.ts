import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertCategory = sql(
  "factory.expenseCategory",
  "INSERT INTO expense_category (tenant_id, name) VALUES (current_tenant(), $1) RETURNING id",
);
const insertClaim = sql(
  "factory.expenseClaim",
  // Inserts in one statement, because the total is checked at commit.
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'expense', $1, 'expense')
              RETURNING id),
   c AS (INSERT INTO expense_claim (id, tenant_id, requester_id, status, title, currency, amount)
         SELECT id, current_tenant(), $1, 'draft', $3, 'USD', 20 FROM r RETURNING id)
   INSERT INTO expense_item (tenant_id, claim_id, position, category_id, supplier, currency, amount, rate, decimals, home_amount)
   SELECT current_tenant(), id, 0, $2, $3, 'USD', 20, 1, 2, 20 FROM c RETURNING claim_id AS id`,
);
const selectItem = sql(
  "factory.expenseItem",
  "SELECT id FROM expense_item WHERE tenant_id = current_tenant() AND claim_id = $1",
);
const insertReceipt = sql(
  "factory.expenseReceipt",
  `INSERT INTO expense_receipt (tenant_id, item_id, file_id, sha256)
   VALUES (current_tenant(), $1, $2, encode(sha256($3::text::bytea), 'hex')) RETURNING file_id AS id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark, file }) => {
  const records = await awaitRecords({ expenseCategory: one(insertCategory, [`Category ${mark}`]), fileId: file() });
  const expenseClaim = await one(insertClaim, [admin, records.expenseCategory, `Claim ${mark}`]);
  const expenseItem = await one(selectItem, [expenseClaim]);
  const expenseReceipt = await one(insertReceipt, [expenseItem, records.fileId, mark]);
  return { expense_category: records.expenseCategory, expenseClaim, expenseItem, expenseReceipt };
};
