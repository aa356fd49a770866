import type { FieldValues } from "../../../shared/approvals/documents/document-fields";
import { type ClaimFields, claimFields } from "../../../shared/requests/expenses/expenses.fields";
import type { ExpenseStatus } from "../../../shared/requests/expenses/expenses.workflow";
import { scopeCondition, wasSentCondition } from "../../approvals/approvals/request-readers.policy";
import { requestColumns } from "../../approvals/approvals/request.entity";
import { selectDocumentFields, storedFields } from "../../approvals/documents/document-fields";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { teamCte } from "../../platform/management-line";
import { type PaidRequestRow, paidRequestColumns } from "../money/paid-request.entity";
import { categoryColumns } from "./expense-categories.service";

/** An expense claim with the columns common to all families. Amounts are text with four decimals, as stored. */
export interface ExpenseRow extends PaidRequestRow, FieldValues<ClaimFields> {
  status: ExpenseStatus;
  advanceNumber: string | null;
  advanceAmount: string;
  itemsCount: number;
  /** The payroll month with which it is reimbursed, like `2026-11`. */
  payrollMonth: string | null;
}

const columns = `${requestColumns},
  ${selectDocumentFields(claimFields, "c")}, c.advance_amount AS "advanceAmount",
  (SELECT f.code FROM finance_request f WHERE f.tenant_id = c.tenant_id AND f.id = c.advance_id) AS "advanceNumber",
  (SELECT to_char(m.month, 'YYYY-MM') FROM payroll_month m WHERE m.tenant_id = c.tenant_id AND m.id = c.payroll_month_id)
    AS "payrollMonth",
  (SELECT count(*)::int FROM expense_item i WHERE i.tenant_id = c.tenant_id AND i.claim_id = c.id) AS "itemsCount",
  ${paidRequestColumns("c", "expense-pay")}`;
const tables = `
  request r
  JOIN expense_claim c ON c.tenant_id = r.tenant_id AND c.id = r.id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
  LEFT JOIN app_user p ON p.tenant_id = c.tenant_id AND p.id = c.paid_by`;

const one = `SELECT ${columns} FROM ${tables} WHERE r.tenant_id = current_tenant() AND r.id = $1`;
export const findExpense = sql("expenses.find", one);
export const lockExpense = sql("expenses.lock", `${one} FOR UPDATE OF r, c`);
/** Locks several claims, in the order of their ids. */
export const lockExpenses = sql(
  "expenses.lockAll",
  `SELECT ${columns} FROM ${tables} WHERE r.tenant_id = current_tenant() AND r.id = ANY($1) ORDER BY r.id FOR UPDATE OF r, c`,
);
export const expensesByIds = sql(
  "expenses.byIds",
  `SELECT ${columns} FROM ${tables} WHERE r.tenant_id = current_tenant() AND r.id = ANY($1)`,
);

/** $1 user, $2 scope, $3 status, $4 search text, $5 limit, $6 offset, $7 whether drafts are left out. Drafts are visible only to their owner. */
export const listExpenseRows = sql(
  "expenses.list",
  `WITH RECURSIVE ${teamCte}
   SELECT ${columns}, count(*) OVER ()::int AS total
   FROM ${tables}
   WHERE r.tenant_id = current_tenant() AND r.family = 'expense'
     AND ((${wasSentCondition}) OR (r.requester_id = $1 AND NOT ($7 AND r.status = 'draft')))
     AND ${scopeCondition}
     AND ($3::text IS NULL OR r.status = $3)
     AND ${matchesSearch("$4", ["u.folded"], ["concat_ws(' ', c.code, c.title)"])}
   ORDER BY r.id DESC LIMIT $5 OFFSET $6`,
);

export interface ItemRow {
  id: number;
  claim_id: number;
  spent_on: string | null;
  service_from: string | null;
  service_to: string | null;
  category: { id: number; name: string } | null;
  supplier: string | null;
  note: string | null;
  project: { id: number; name: string } | null;
  currency: string;
  amount: string | null;
  vat_rate: string | null;
  vat_amount: string | null;
  kilometres: string | null;
  km_rate: string | null;
  rate: string | null;
  home_amount: string;
}

export const itemsOfClaims = sql(
  "expenses.items",
  `SELECT i.id, i.claim_id, i.spent_on::text AS spent_on, i.service_from::text AS service_from, i.service_to::text AS service_to,
     i.supplier, i.note, i.currency, i.amount,
     trim_scale(i.vat_rate)::text AS vat_rate, i.vat_amount, trim_scale(i.kilometres)::text AS kilometres,
     trim_scale(i.km_rate)::text AS km_rate, trim_scale(i.rate)::text AS rate, i.home_amount,
     CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'name', k.name) END AS category,
     CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.title) END AS project
   FROM expense_item i
   LEFT JOIN expense_category k ON k.tenant_id = i.tenant_id AND k.id = i.category_id
   LEFT JOIN project p ON p.tenant_id = i.tenant_id AND p.id = i.project_id
   WHERE i.tenant_id = current_tenant() AND i.claim_id = ANY($1) ORDER BY i.claim_id, i.position`,
);

/** Locks the categories against deletion until the items refer to them. */
export const categoriesByIds = sql(
  "expenses.categories",
  `SELECT ${categoryColumns} FROM expense_category c WHERE c.tenant_id = current_tenant() AND c.id = ANY($1) FOR KEY SHARE`,
);
export const activeCategories = sql(
  "expenses.activeCategories",
  `SELECT ${categoryColumns} FROM expense_category c
   WHERE c.tenant_id = current_tenant() AND NOT c.archived ORDER BY c.name COLLATE reader, c.id`,
);

/** Open projects of user $1. */
export const projectsOfUser = sql(
  "expenses.projects",
  `SELECT p.id, p.title AS name FROM project p
   JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $1
   WHERE p.tenant_id = current_tenant() AND p.archived_at IS NULL ORDER BY p.title COLLATE reader, p.id LIMIT 500`,
);
export const currencyRates = sql(
  "expenses.rates",
  "SELECT code, trim_scale(rate)::text AS rate FROM finance_currency WHERE tenant_id = current_tenant() ORDER BY code",
);

const claimStorage = storedFields(claimFields, 4);
/** $1 claim, $2 currency, $3 amount, then the fields. */
export const upsertClaim = sql(
  "expenses.store",
  `INSERT INTO expense_claim AS c (id, tenant_id, requester_id, status, currency, amount, ${claimStorage.names})
   SELECT r.id, r.tenant_id, r.requester_id, r.status, $2, $3, ${claimStorage.parameters} FROM request r
   WHERE r.tenant_id = current_tenant() AND r.id = $1
   ON CONFLICT (id) DO UPDATE SET currency = $2, amount = $3, ${claimStorage.assignments}`,
);
/** Deletes the items of claim $1 except $2. */
export const deleteItemsExcept = sql(
  "expenses.deleteItemsExcept",
  "DELETE FROM expense_item WHERE tenant_id = current_tenant() AND claim_id = $1 AND id <> ALL($2)",
);

const itemFields = [
  ["spent_on", "date"],
  ["service_from", "date"],
  ["service_to", "date"],
  ["category_id", "bigint"],
  ["supplier", "text"],
  ["note", "text"],
  ["project_id", "bigint"],
  ["currency", "text"],
  ["amount", "numeric"],
  ["vat_rate", "numeric"],
  ["vat_amount", "numeric"],
  ["kilometres", "numeric"],
  ["km_rate", "numeric"],
  ["rate", "numeric"],
  ["home_amount", "numeric"],
] as const;
const names = itemFields.map(([name]) => name).join(", ");
const itemsInput = `jsonb_array_elements($2::jsonb) WITH ORDINALITY AS g (item, place)`;
const valueOf = ([name, type]: readonly [string, string]) => `(g.item->>'${name}')::${type}`;

/** $1 claim, $2 items with id, $3 decimals. */
export const updateItems = sql(
  "expenses.updateItems",
  `UPDATE expense_item i SET position = (g.item->>'position')::smallint, decimals = $3,
     ${itemFields.map((field) => `${field[0]} = ${valueOf(field)}`).join(", ")}
   FROM ${itemsInput}
   WHERE i.tenant_id = current_tenant() AND i.claim_id = $1 AND i.id = (g.item->>'id')::bigint`,
);
/** $1 claim, $2 items without id, $3 decimals. */
export const insertItems = sql(
  "expenses.insertItems",
  `INSERT INTO expense_item (tenant_id, claim_id, position, decimals, ${names})
   SELECT current_tenant(), $1, (g.item->>'position')::smallint, $3, ${itemFields.map(valueOf).join(", ")} FROM ${itemsInput}`,
);

export const recordSending = sql(
  "expenses.recordSending",
  `UPDATE expense_claim SET dated = tenant_today(), number = COALESCE(number, $2), number_year = COALESCE(number_year, $3)
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const expenseName = sql(
  "expenses.name",
  "SELECT concat_ws(' ', code, title) AS name FROM expense_claim WHERE tenant_id = current_tenant() AND id = $1",
);
export const requesterFacts = sql(
  "expenses.requester",
  `SELECT department_id AS "departmentId", tenant_today()::text AS today FROM app_user
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const receiptsOfClaims = sql(
  "expenses.receipts",
  `SELECT i.claim_id, e.item_id, f.id, f.name, f.type, f.size, f.preview_state = 'ready' AS preview
   FROM expense_item i
   JOIN expense_receipt e ON e.tenant_id = i.tenant_id AND e.item_id = i.id
   JOIN file f ON f.tenant_id = e.tenant_id AND f.id = e.file_id
   WHERE i.tenant_id = current_tenant() AND i.claim_id = ANY($1) ORDER BY f.id`,
);
export const insertReceipt = sql(
  "expenses.insertReceipt",
  "INSERT INTO expense_receipt (tenant_id, item_id, file_id, sha256) VALUES (current_tenant(), $1, $2, $3)",
);
export const deleteReceipt = sql(
  "expenses.deleteReceipt",
  `DELETE FROM expense_receipt e USING expense_item i
   WHERE e.tenant_id = current_tenant() AND e.file_id = $2
     AND i.tenant_id = e.tenant_id AND i.id = e.item_id AND i.claim_id = $1 RETURNING e.file_id AS id`,
);

/**
 * Items of other claims with the same receipt file, or other items with the same amount, day and supplier, for the items of claims $1. A
 * receipt with two VAT rates belongs to two items of its claim. Items of unsent claims count only for their own requester; cancelled and rejected claims don't count.
 */
export const duplicatesOfClaims = sql(
  "expenses.duplicates",
  `WITH own AS (
     SELECT i.*, c.requester_id FROM expense_item i JOIN expense_claim c ON c.tenant_id = i.tenant_id AND c.id = i.claim_id
     WHERE i.tenant_id = current_tenant() AND i.claim_id = ANY($1)
   ), pairs AS (
     SELECT DISTINCT own.claim_id, own.id AS item_id, own.requester_id, 'receipt' AS kind, other.item_id AS other_item
     FROM own JOIN expense_receipt e ON e.tenant_id = current_tenant() AND e.item_id = own.id
     JOIN expense_receipt other ON other.tenant_id = e.tenant_id AND other.sha256 = e.sha256 AND other.item_id <> own.id
       AND NOT EXISTS (SELECT FROM expense_item s WHERE s.tenant_id = other.tenant_id AND s.id = other.item_id AND s.claim_id = own.claim_id)
     UNION ALL
     SELECT own.claim_id, own.id, own.requester_id, 'item', other.id
     FROM own JOIN expense_item other ON other.tenant_id = current_tenant() AND other.supplier_key = own.supplier_key
       AND other.spent_on = own.spent_on AND other.amount = own.amount AND other.currency = own.currency AND other.id <> own.id
   )
   SELECT p.claim_id, p.item_id, p.kind, r.id AS "otherId", r.family, r.requester_id AS "requesterId", r.status,
     r.sent_at AS "sentAt", c.code AS number
   FROM pairs p
   JOIN expense_item i ON i.tenant_id = current_tenant() AND i.id = p.other_item
   JOIN expense_claim c ON c.tenant_id = i.tenant_id AND c.id = i.claim_id
   JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.id
   WHERE r.status NOT IN ('cancelled', 'rejected') AND (r.sent_at IS NOT NULL OR r.requester_id = p.requester_id)
   ORDER BY p.item_id, p.kind DESC, r.id LIMIT 500`,
);

/** Limits of each item of claims $1, with the total of the requester's other sent claims for the same category and day. */
export const checkedItems = sql(
  "expenses.checkedItems",
  `SELECT i.claim_id, i.id, i.category_id, i.spent_on::text AS spent_on, i.home_amount, c.currency,
     trim_scale(k.item_limit)::text AS item_limit, trim_scale(k.day_limit)::text AS day_limit,
     trim_scale(k.receipt_above)::text AS receipt_above, COALESCE(k.strict, false) AS strict, k.km_rate,
     (SELECT count(*)::int FROM expense_receipt e WHERE e.tenant_id = i.tenant_id AND e.item_id = i.id) AS receipts,
     CASE WHEN k.day_limit IS NULL THEN 0 ELSE COALESCE((
       SELECT sum(o.home_amount) FROM expense_item o JOIN expense_claim oc ON oc.tenant_id = o.tenant_id AND oc.id = o.claim_id
       WHERE o.tenant_id = current_tenant() AND o.category_id = i.category_id AND o.spent_on = i.spent_on AND oc.id <> c.id
         AND oc.requester_id = c.requester_id AND oc.status NOT IN ('draft', 'cancelled', 'rejected')), 0) END::text AS elsewhere
   FROM expense_item i
   JOIN expense_claim c ON c.tenant_id = i.tenant_id AND c.id = i.claim_id
   LEFT JOIN expense_category k ON k.tenant_id = i.tenant_id AND k.id = i.category_id
   WHERE i.tenant_id = current_tenant() AND i.claim_id = ANY($1) ORDER BY i.claim_id, i.position`,
);

/** Makes other claims of the requester wait, so that each counts in the limits of the next one. */
export const lockRequester = sql(
  "expenses.lockRequester",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

export const setAdvanceAmount = sql(
  "expenses.setAdvanceAmount",
  "UPDATE expense_claim SET advance_amount = $2 WHERE tenant_id = current_tenant() AND id = $1",
);
export const storeExpensePayment = sql(
  "expenses.storePayment",
  `UPDATE expense_claim SET paid_on = $2, paid_reference = $3, paid_by = $4, payroll_month_id = $5
   WHERE tenant_id = current_tenant() AND id = $1`,
);
