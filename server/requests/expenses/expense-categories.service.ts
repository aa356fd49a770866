import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import type { ExpenseCategory } from "../../../shared/requests/expenses/expenses.contract";
import {
  categorySorts,
  type expenseCategorySchema,
  maxCategories,
} from "../../../shared/requests/expenses/expenses.schema";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { matchesSearch } from "../../platform/database/search";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import { recordStatements } from "../../platform/records/record-statements";
import { ExpenseCategoryEntity } from "./expense-category.entity";

type Input = InferType<typeof expenseCategorySchema>;

/** SQL columns of a category `c`, with amounts as text without trailing zeros. */
export const categoryColumns = `c.id, c.version, c.name, trim_scale(c.item_limit)::text AS item_limit,
  trim_scale(c.day_limit)::text AS day_limit, trim_scale(c.receipt_above)::text AS receipt_above,
  trim_scale(c.km_rate)::text AS km_rate,
  COALESCE((SELECT json_agg(json_build_object('until', k.until, 'km_rate', trim_scale(k.km_rate)::text) ORDER BY k.until)
    FROM expense_km_rate k WHERE k.tenant_id = c.tenant_id AND k.category_id = c.id), '[]') AS earlier_km_rates, c.strict, c.archived,
  (SELECT json_build_object('id', a.id, 'code', a.code, 'name', a.name) FROM cost_account a
   WHERE a.tenant_id = c.tenant_id AND a.id = c.cost_account_id) AS cost_account`;

const selectCategoryUses = sql(
  "expenseCategories.uses",
  `SELECT 'expense_item' AS kind, count(*)::int AS count, NULL::text[] AS names FROM expense_item
   WHERE tenant_id = current_tenant() AND category_id = $1`,
);

const selectCostAccount = sql(
  "expenseCategories.account",
  "SELECT id, archived FROM cost_account WHERE tenant_id = current_tenant() AND id = $1",
);

/** A category may keep an account that was archived. @throws Problem 422. */
async function refuseUnknownAccount(
  tx: Tx,
  { cost_account_id: id }: Input,
  before: Omit<ExpenseCategory, "can"> | null,
): Promise<void> {
  if (id === undefined || id === null || id === before?.cost_account?.id) return;
  const found = await tx.one<{ archived: boolean }>(selectCostAccount, [id]);
  if (!found || found.archived) throw invalidFieldProblem("cost_account_id", "field.unknown");
}

const unset = (amount: string | null | undefined) => (amount === undefined ? undefined : amount || null);

export const expenseCategoryRecords = createRecords<Omit<ExpenseCategory, "can">, Input>({
  noun: { permission: "expense-settings" },
  limit: { most: maxCategories, field: "name" },
  rules: { expense_category_name_once: "name" },
  check: refuseUnknownAccount,
  statements: recordStatements("expenseCategories", {
    table: "expense_category",
    as: "c",
    columns: categoryColumns,
    matches: matchesSearch("$1", [], ["c.name"]),
    sorts: categorySorts,
    order: { name: "name COLLATE reader" },
    blocksReferences: true,
  }),
  nameOf: ({ name }) => name,
  stream: tenantStream,
  emit: emitter("expense_category", ({ id }) => ({ id })),
  write: entityWriter(ExpenseCategoryEntity, (input: Input) => ({
    name: input.name,
    itemLimit: unset(input.item_limit),
    dayLimit: unset(input.day_limit),
    receiptAbove: unset(input.receipt_above),
    kmRate: unset(input.km_rate),
    costAccountId: input.cost_account_id,
    strict: input.strict,
    archived: input.archived,
  })),
  uses: (tx, id) => tx.rows(selectCategoryUses, [id]),
});
