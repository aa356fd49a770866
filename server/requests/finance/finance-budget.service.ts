import type { InferType } from "yup";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { BudgetState } from "../../../shared/requests/finance/finance-reply.contract";
import type { listBudgets } from "../../../shared/requests/finance/finance-settings.contract";
import type { budgetChangeSchema, budgetSchema } from "../../../shared/requests/finance/finance.schema";
import { budgetLeft, budgetStatuses } from "../../../shared/requests/finance/finance.budget.rules";
import { tenantStream } from "../../../shared/kernel/events";
import { compareAmounts, fitsCurrency, toMoney } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { HandoverContext } from "../../people/employment/employment.slots";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { isActiveInternalUser } from "../../platform/database/internal-users";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { financeSettingsOf } from "../money/rates.read";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";

interface BudgetRow {
  id: number;
  department: { id: number; name: string };
  owner: BudgetState["owner"];
  year: number;
  amount: string;
  version: number;
  spent: string;
  committed: string;
  waiting: string;
}

/** Columns of `BudgetRow`, selected from the budget `b`, its department `d`, its owner `o` and the sums `u`. */
const budgetColumns = `b.id, json_build_object('id', d.id, 'name', d.name) AS department, b.year, b.amount, b.version,
  ${personOrNull("o")} AS owner,
  COALESCE(u.spent, 0)::text AS spent, COALESCE(u.committed, 0)::text AS committed, COALESCE(u.waiting, 0)::text AS waiting`;

const selectBudgets = sql(
  "finance.budgets",
  `SELECT ${budgetColumns}
   FROM finance_budget b JOIN department d ON d.tenant_id = b.tenant_id AND d.id = b.department_id
   LEFT JOIN app_user o ON o.tenant_id = b.tenant_id AND o.id = b.owner_id
   LEFT JOIN LATERAL (
     SELECT sum(cost) FILTER (WHERE status = ANY($3)) AS spent, sum(cost) FILTER (WHERE status = ANY($4)) AS committed,
       sum(cost) FILTER (WHERE status = ANY($5)) AS waiting
     FROM finance_request f WHERE f.tenant_id = b.tenant_id AND f.department_id = b.department_id
       AND f.number_year = b.year AND f.number IS NOT NULL
   ) AS u ON true
   WHERE b.tenant_id = current_tenant() AND ($1::bigint[] IS NULL OR b.department_id = ANY($1))
     AND ($2::int[] IS NULL OR b.year = ANY($2))
     AND ($6::bigint IS NULL OR b.owner_id = $6 OR b.department_id = (
       SELECT department_id FROM app_user WHERE tenant_id = current_tenant() AND id = $6))
   ORDER BY b.year DESC, d.name COLLATE reader`,
);

interface BudgetFilter {
  departments: readonly number[] | null;
  years: readonly number[] | null;
  /** Only budgets that this user owns, and those of their department. */
  readerId?: number | null;
}

async function read(tx: Tx, { departments, years, readerId = null }: BudgetFilter) {
  const { spent, committed, waiting } = budgetStatuses;
  const values = [departments, years, spent, committed, waiting, readerId];
  const rows = await tx.rows<BudgetRow>(selectBudgets, values);
  if (rows.length === 0) return [];
  const { currency } = await financeSettingsOf(tx);
  return rows.map((row) => ({ version: row.version, state: stateOf(row, currency) }));
}

function stateOf(row: BudgetRow, currency: string): BudgetState {
  return {
    id: row.id,
    department: row.department,
    owner: row.owner,
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
  budgetKeys: readonly { departmentId: number | null; year: number }[],
): Promise<Map<string, BudgetState>> {
  const departments = [...new Set(budgetKeys.flatMap(({ departmentId }) => departmentId ?? []))];
  if (departments.length === 0) return new Map();
  const found = await read(tx, { departments, years: [...new Set(budgetKeys.map(({ year }) => year))] });
  return new Map(found.map(({ state }) => [`${state.department.id}/${state.year}`, state]));
}

const budgetsAtRequests = sql(
  "finance.budgetsAtRequests",
  `SELECT q.id AS "requestId", ${budgetColumns}
   FROM finance_request q JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
   JOIN finance_budget b ON b.tenant_id = q.tenant_id AND b.department_id = q.department_id AND b.year = q.number_year
   JOIN department d ON d.tenant_id = b.tenant_id AND d.id = b.department_id
   LEFT JOIN app_user o ON o.tenant_id = b.tenant_id AND o.id = b.owner_id
   LEFT JOIN LATERAL (
     SELECT sum(cost) FILTER (WHERE f.status = ANY($2)) AS spent, sum(cost) FILTER (WHERE f.status = ANY($3)) AS committed,
       sum(cost) FILTER (WHERE f.status = ANY($4)) AS waiting
     FROM finance_request f JOIN request e ON e.tenant_id = f.tenant_id AND e.id = f.id
     WHERE f.tenant_id = b.tenant_id AND f.department_id = b.department_id AND f.number_year = b.year AND f.number IS NOT NULL
       AND (e.sent_at, e.id) <= (r.sent_at, r.id)
   ) AS u ON true
   WHERE q.tenant_id = current_tenant() AND q.id = ANY($1)`,
);

/**
 * The budgets of sent requests, by request. Requests that were sent later don't count, so they don't make an earlier one exceed its budget.
 */
export async function budgetsOfRequests(tx: Tx, ids: readonly number[]): Promise<Map<number, BudgetState>> {
  const { spent, committed, waiting } = budgetStatuses;
  const rows = await tx.rows<BudgetRow & { requestId: number }>(budgetsAtRequests, [
    [...ids],
    spent,
    committed,
    waiting,
  ]);
  if (rows.length === 0) return new Map();
  const { currency } = await financeSettingsOf(tx);
  return new Map(rows.map(({ requestId, ...row }) => [requestId, stateOf(row, currency)]));
}

const thisYear = sql("finance.thisYear", `SELECT extract(year FROM tenant_today())::int AS year`);

/** Current year in the tenant's time zone. */
export const budgetYear = async (tx: Tx): Promise<number> => (await tx.one<{ year: number }>(thisYear))?.year ?? 0;

const selectDepartmentOfUser = sql(
  "finance.departmentOf",
  "SELECT department_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Department and year of the budget that a request is charged to when its requester sends it. A request that was sent before keeps the year
 * of its number.
 */
export async function chargedBudgetOf(
  tx: Tx,
  requesterId: number,
  numberYear: number | null,
): Promise<{ departmentId: number | null; year: number }> {
  const department = await tx.one<{ id: number | null }>(selectDepartmentOfUser, [requesterId]);
  return { departmentId: department?.id ?? null, year: numberYear ?? (await budgetYear(tx)) };
}

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

const ownerForRequester = sql(
  "finance.budgetOwner",
  `SELECT b.owner_id AS id FROM app_user u
   JOIN finance_budget b ON b.tenant_id = u.tenant_id AND b.department_id = u.department_id
     AND b.year = COALESCE($2::int, extract(year FROM tenant_today()))
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

/**
 * Owner of the budget of the requester's department; null without a budget or an owner.
 * @param year the budget's year; null: the current one.
 */
export const budgetOwnerFor = async (tx: Tx, requesterId: number, year: number | null): Promise<number | null> =>
  (await tx.one<{ id: number | null }>(ownerForRequester, [requesterId, year]))?.id ?? null;

type Listed = ReplyOf<typeof listBudgets>["data"];

/** All budgets for users who see all finance requests; otherwise those of the actor's own department and those the actor owns. */
export async function listBudgetsFor(
  tx: Tx,
  actor: Actor,
  query: { year?: number; department_id?: number | null },
): Promise<Listed> {
  const found = await read(tx, {
    departments: query.department_id ? [query.department_id] : null,
    years: query.year ? [query.year] : null,
    readerId: canSeeAllRequests(actor, "finance") ? null : actor.id,
  });
  return found.map((budget) => presentBudget(actor, budget));
}

const presentBudget = (actor: Actor, { state, version }: { state: BudgetState; version: number }): Listed[number] => ({
  ...state,
  version,
  can: { edit: actor.permissions.has("payment-settings") },
});

/** Reads the budget for the page of a department. */
export async function readDepartmentBudget(tx: Tx, actor: Actor, departmentId: number, year: number) {
  if (!actor.features.has("payment") || !actor.permissions.has("payment-list")) return null;
  const [budget] = await listBudgetsFor(tx, actor, { year, department_id: departmentId });
  if (!budget) return null;
  const { owner, currency, amount, spent, committed, waiting, left } = budget;
  return { owner, currency, amount, spent, committed, waiting, left };
}

const insertBudget = sql(
  "finance.insertBudget",
  `INSERT INTO finance_budget (tenant_id, department_id, year, amount, owner_id)
   SELECT current_tenant(), d.id, $2, $3, $4 FROM department d WHERE d.tenant_id = current_tenant() AND d.id = $1
   ON CONFLICT (tenant_id, department_id, year) DO NOTHING RETURNING id`,
);
const lockBudget = sql(
  "finance.lockBudget",
  `SELECT b.id, b.department_id AS "departmentId", b.year, b.owner_id AS "ownerId", o.fullname AS "ownerName", b.version
   FROM finance_budget b LEFT JOIN app_user o ON o.tenant_id = b.tenant_id AND o.id = b.owner_id
   WHERE b.tenant_id = current_tenant() AND b.id = $1 FOR UPDATE OF b`,
);
const updateBudgetRow = sql(
  "finance.changeBudget",
  `UPDATE finance_budget SET amount = $2, owner_id = $3, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
);
const deleteBudgetRow = sql(
  "finance.deleteBudget",
  `DELETE FROM finance_budget WHERE tenant_id = current_tenant() AND id = $1`,
);
const departmentById = sql(
  "finance.department",
  `SELECT id FROM department WHERE tenant_id = current_tenant() AND id = $1`,
);

interface LockedBudget {
  id: number;
  departmentId: number;
  year: number;
  ownerId: number | null;
  ownerName: string | null;
  version: number;
}

async function requireOwnerExists(tx: Tx, id: number | null): Promise<void> {
  if (id !== null && !(await isActiveInternalUser(tx, id))) throw invalidFieldProblem("owner_id", "field.unknown");
}

async function refuseExcessDecimals(tx: Tx, amount: string): Promise<void> {
  if (!fitsCurrency(amount, (await financeSettingsOf(tx)).currency))
    throw invalidFieldProblem("amount", "finance.tooFine");
}

async function readBudget(tx: Tx, actor: Actor, departmentId: number, year: number): Promise<Listed[number]> {
  const [budget] = await read(tx, { departments: [departmentId], years: [year] });
  return presentBudget(actor, budget as { state: BudgetState; version: number });
}

/** The log names owners, because approval rules can make them approvers. */
function emitBudget(
  tx: Tx,
  departmentId: number,
  change: "created" | "changed" | "deleted",
  owner: { before: string | null; after: string | null } = { before: null, after: null },
): void {
  tx.emit("budget.updated", tenantStream(tx.tenantId), {});
  const { before, after } = owner;
  const owners = before === after ? {} : { before: before ?? "–", after: after ?? "–" };
  logSecurity(tx, { kind: "budget_changed", facts: { change, record: departmentId, ...owners } });
}

/** @throws Problem 422 for an unknown department or owner, or a department that has a budget for that year. */
export async function createBudget(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof budgetSchema>,
): Promise<Listed[number]> {
  const { department_id, year, amount, owner_id: owner = null } = input;
  await refuseExcessDecimals(tx, amount as string);
  if (!(await tx.one(departmentById, [department_id]))) throw invalidFieldProblem("department_id", "field.unknown");
  await requireOwnerExists(tx, owner);
  if (!(await tx.one(insertBudget, [department_id, year, amount, owner])))
    throw invalidFieldProblem("year", "field.taken");
  const created = await readBudget(tx, actor, department_id, year);
  emitBudget(tx, department_id, "created", { before: null, after: created.owner?.fullname ?? null });
  return created;
}

/** Without `owner_id`, the owner is kept, even one who has left. @throws Problem 404, 409, 422. */
export async function updateBudget(
  tx: Tx,
  actor: Actor,
  id: number,
  { amount, owner_id, version }: InferType<typeof budgetChangeSchema>,
): Promise<Listed[number]> {
  const budget = await tx.one<LockedBudget>(lockBudget, [id]);
  if (!budget) throw new Problem("notFound");
  if (version !== undefined && version !== budget.version)
    throw new Problem("organization.stale", { record: await readBudget(tx, actor, budget.departmentId, budget.year) });
  await refuseExcessDecimals(tx, amount as string);
  const owner = owner_id === undefined ? budget.ownerId : owner_id;
  if (owner !== budget.ownerId) await requireOwnerExists(tx, owner);
  await tx.rows(updateBudgetRow, [id, amount, owner]);
  const { departmentId, year } = budget;
  const changed = await readBudget(tx, actor, departmentId, year);
  emitBudget(tx, departmentId, "changed", { before: budget.ownerName, after: changed.owner?.fullname ?? null });
  return changed;
}

export async function deleteBudget(tx: Tx, id: number): Promise<void> {
  const budget = await tx.one<LockedBudget>(lockBudget, [id]);
  if (!budget) throw new Problem("notFound");
  await tx.rows(deleteBudgetRow, [id]);
  emitBudget(tx, budget.departmentId, "deleted");
}

const handOver = sql(
  "finance.handOverBudgets",
  `UPDATE finance_budget SET owner_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND owner_id = $1 AND year >= extract(year FROM tenant_today())
   RETURNING department_id AS id, (SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $1) AS before,
     (SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $2) AS after`,
);

/** Gives the budgets of this year and later years to the successor of a leaver. Those of earlier years keep their owner. */
export async function handOverBudgets({ tx, from, to }: HandoverContext): Promise<void> {
  for (const { id, ...owner } of await tx.rows<{ id: number; before: string; after: string }>(handOver, [from, to]))
    emitBudget(tx, id, "changed", owner);
}
