import type { InferType } from "yup";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { BudgetState } from "../../../shared/requests/finance/finance-reply.contract";
import type { listBudgets } from "../../../shared/requests/finance/finance-settings.contract";
import type { budgetChangeSchema, budgetSchema } from "../../../shared/requests/finance/finance.schema";
import { budgetLeft, budgetStatuses } from "../../../shared/requests/finance/finance.budget.rules";
import { tenantStream } from "../../../shared/kernel/events";
import { compareAmounts, fitsCurrency, toMoney } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { financeSettingsOf } from "./finance-rates.read";
import { canSeeAllFinance } from "./finance.policy";

interface BudgetRow {
  id: number;
  department: { id: number; name: string };
  year: number;
  amount: string;
  version: number;
  spent: string;
  committed: string;
  waiting: string;
}

const budgets = sql(
  "finance.budgets",
  `SELECT b.id, json_build_object('id', d.id, 'name', d.name) AS department, b.year, b.amount, b.version,
     COALESCE(u.spent, 0)::text AS spent, COALESCE(u.committed, 0)::text AS committed,
     COALESCE(u.waiting, 0)::text AS waiting
   FROM finance_budget b JOIN department d ON d.tenant_id = b.tenant_id AND d.id = b.department_id
   LEFT JOIN LATERAL (
     SELECT sum(cost) FILTER (WHERE status = ANY($3)) AS spent, sum(cost) FILTER (WHERE status = ANY($4)) AS committed,
       sum(cost) FILTER (WHERE status = ANY($5)) AS waiting
     FROM finance_request f WHERE f.tenant_id = b.tenant_id AND f.department_id = b.department_id
       AND f.number_year = b.year AND f.number IS NOT NULL
   ) AS u ON true
   WHERE b.tenant_id = current_tenant() AND ($1::bigint[] IS NULL OR b.department_id = ANY($1))
     AND ($2::int[] IS NULL OR b.year = ANY($2))
   ORDER BY b.year DESC, d.name COLLATE reader`,
);

async function read(tx: Tx, departments: readonly number[] | null, years: readonly number[] | null) {
  const { spent, committed, waiting } = budgetStatuses;
  const values = [departments, years, spent, committed, waiting];
  const rows = await tx.rows<BudgetRow>(budgets, values);
  if (rows.length === 0) return [];
  const { currency } = await financeSettingsOf(tx);
  return rows.map((row) => ({ version: row.version, state: stateOf(row, currency) }));
}

function stateOf(row: BudgetRow, currency: string): BudgetState {
  return {
    id: row.id,
    department: row.department,
    year: row.year,
    currency,
    amount: toMoney(row.amount, currency),
    spent: toMoney(row.spent, currency),
    committed: toMoney(row.committed, currency),
    waiting: toMoney(row.waiting, currency),
    left: budgetLeft(row, currency),
  };
}

/** Remaining budgets by department and year, with keys such as `3/2026`. Runs two statements for any number of budgets. */
export async function budgetStates(
  tx: Tx,
  wanted: readonly { departmentId: number | null; year: number }[],
): Promise<Map<string, BudgetState>> {
  const departments = [...new Set(wanted.flatMap(({ departmentId }) => departmentId ?? []))];
  if (departments.length === 0) return new Map();
  const found = await read(tx, departments, [...new Set(wanted.map(({ year }) => year))]);
  return new Map(found.map(({ state }) => [`${state.department.id}/${state.year}`, state]));
}

const thisYear = sql("finance.thisYear", `SELECT extract(year FROM tenant_today())::int AS year`);

/** Current year in the tenant's time zone. */
export const budgetYear = async (tx: Tx): Promise<number> => (await tx.one<{ year: number }>(thisYear))?.year ?? 0;

/**
 * Whether an amount in the tenant's currency exceeds the remaining budget of the department, not counting the request itself. False without
 * a budget.
 * @param year the budget's year; null: the current one.
 */
export async function isOverBudget(
  tx: Tx,
  { departmentId, year, amount }: { departmentId: number | null; year: number | null; amount: string | null },
): Promise<boolean> {
  if (departmentId === null || amount === null) return false;
  const of = year ?? (await budgetYear(tx));
  const budget = (await budgetStates(tx, [{ departmentId, year: of }])).get(`${departmentId}/${of}`);
  return budget !== undefined && compareAmounts(amount, budget.left) > 0;
}

const lockDepartmentBudget = sql(
  "finance.holdBudget",
  `SELECT id FROM finance_budget WHERE tenant_id = current_tenant() AND department_id = $1 AND year = $2
   FOR NO KEY UPDATE`,
);

/**
 * Like `isOverBudget`, for a request being sent and with the budget locked, so that the second of two concurrent requests counts the first.
 */
export async function isOverLockedBudget(
  tx: Tx,
  { departmentId, year, amount }: { departmentId: number | null; year: number | null; amount: string },
): Promise<boolean> {
  if (departmentId === null) return false;
  const of = year ?? (await budgetYear(tx));
  await tx.rows(lockDepartmentBudget, [departmentId, of]);
  return isOverBudget(tx, { departmentId, year: of, amount });
}

type Listed = ReplyOf<typeof listBudgets>["data"];
const department = sql(
  "finance.ownDepartment",
  `SELECT department_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1`,
);

/** All budgets for users who see all finance requests; otherwise the budget of the actor's own department. */
export async function listBudgetsFor(
  tx: Tx,
  actor: Actor,
  query: { year?: number; department_id?: number | null },
): Promise<Listed> {
  const own = canSeeAllFinance(actor) ? null : ((await tx.one<{ id: number | null }>(department, [actor.id]))?.id ?? 0);
  if (own !== null && query.department_id && query.department_id !== own) return [];
  const wanted = own ?? query.department_id ?? null;
  const found = await read(tx, wanted === null ? null : [wanted], query.year ? [query.year] : null);
  const edit = actor.permissions.has("payment-settings");
  return found.map(({ state, version }) => ({ ...state, version, can: { edit } }));
}

/** Reads the budget for the page of a department. */
export async function readDepartmentBudget(tx: Tx, actor: Actor, departmentId: number, year: number) {
  if (!actor.features.has("payment") || !actor.permissions.has("payment-list")) return null;
  const [budget] = await listBudgetsFor(tx, actor, { year, department_id: departmentId });
  if (!budget) return null;
  const { currency, amount, spent, committed, waiting, left } = budget;
  return { currency, amount, spent, committed, waiting, left };
}

const insert = sql(
  "finance.insertBudget",
  `INSERT INTO finance_budget (tenant_id, department_id, year, amount)
   SELECT current_tenant(), d.id, $2, $3 FROM department d WHERE d.tenant_id = current_tenant() AND d.id = $1
   ON CONFLICT (tenant_id, department_id, year) DO NOTHING RETURNING id`,
);
const lock = sql(
  "finance.lockBudget",
  `SELECT id, department_id AS "departmentId", year, version FROM finance_budget
   WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE`,
);
const change = sql(
  "finance.changeBudget",
  `UPDATE finance_budget SET amount = $2, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
);
const remove = sql("finance.deleteBudget", `DELETE FROM finance_budget WHERE tenant_id = current_tenant() AND id = $1`);
const departmentById = sql(
  "finance.department",
  `SELECT id FROM department WHERE tenant_id = current_tenant() AND id = $1`,
);

interface LockedBudget {
  id: number;
  departmentId: number;
  year: number;
  version: number;
}

async function refuseExcessDecimals(tx: Tx, amount: string): Promise<void> {
  if (!fitsCurrency(amount, (await financeSettingsOf(tx)).currency))
    throw invalidFieldProblem("amount", "finance.tooFine");
}

const readBudget = async (tx: Tx, actor: Actor, departmentId: number, year: number) =>
  (await listBudgetsFor(tx, actor, { year, department_id: departmentId }))[0] as Listed[number];

function emitBudget(tx: Tx, departmentId: number, change: "created" | "changed" | "deleted"): void {
  tx.emit("budget.updated", tenantStream(tx.tenantId), {});
  logSecurity(tx, { kind: "budget_changed", facts: { change, record: departmentId } });
}

/** @throws Problem 422 for an unknown department, or one that has a budget for that year. */
export async function createBudget(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof budgetSchema>,
): Promise<Listed[number]> {
  const { department_id, year, amount } = input;
  await refuseExcessDecimals(tx, amount as string);
  if (!(await tx.one(departmentById, [department_id]))) throw invalidFieldProblem("department_id", "field.unknown");
  if (!(await tx.one(insert, [department_id, year, amount]))) throw invalidFieldProblem("year", "field.taken");
  emitBudget(tx, department_id, "created");
  return readBudget(tx, actor, department_id, year);
}

export async function updateBudget(
  tx: Tx,
  actor: Actor,
  id: number,
  { amount, version }: InferType<typeof budgetChangeSchema>,
): Promise<Listed[number]> {
  const budget = await tx.one<LockedBudget>(lock, [id]);
  if (!budget) throw new Problem("notFound");
  if (version !== undefined && version !== budget.version)
    throw new Problem("request.stale", { record: { id, version: budget.version } });
  await refuseExcessDecimals(tx, amount as string);
  await tx.rows(change, [id, amount]);
  const { departmentId, year } = budget;
  emitBudget(tx, departmentId, "changed");
  return readBudget(tx, actor, departmentId, year);
}

export async function deleteBudget(tx: Tx, id: number): Promise<void> {
  const budget = await tx.one<LockedBudget>(lock, [id]);
  if (!budget) throw new Problem("notFound");
  await tx.rows(remove, [id]);
  emitBudget(tx, budget.departmentId, "deleted");
}
