import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import { minFinishedTasks } from "../../../shared/work/tasks/cycle-time.rules";
import { budgetStatuses } from "../../../shared/requests/finance/finance.budget.rules";
import { toMoney } from "../../../shared/kernel/money";
import type { Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects, type Viewer } from "../../work/access/projects.policy";
import {
  approvalTimes,
  type DepartmentQuery,
  figureListPath,
  mayListFigureRows,
  type DepartmentScope,
  resolveDepartmentScope,
  roundToTenth,
} from "./department.scope";
import * as statements from "./department.sql";

/**
 * Returns the figures of a department or the whole tenant. Figures of groups with fewer than five employees are withheld unless the viewer
 * leads the group.
 * @throws Problem 404 for an unknown department.
 */
export async function readDepartmentAnalytics(
  tx: Tx,
  viewer: Viewer,
  query: DepartmentQuery,
): Promise<DepartmentAnalytics> {
  const scope = await resolveDepartmentScope(tx, viewer, query);
  const { departments, departmentId, period, today, people, withheld, currency } = scope;
  const frame = {
    departments: departments.map(({ id, name, people: count }) => ({ id, name, people: count })),
    department_id: departmentId,
    ...period,
    today,
    people,
    withheld,
  };
  if (withheld) return { ...frame, ...nothing, spend: { currency, months: [] } };
  const [leave, months, budgets, time, approvals, bookings] = await Promise.all([
    leaveOf(tx, viewer, scope),
    spendOf(tx, viewer, scope),
    budgetsOf(tx, viewer, scope),
    timeOf(tx, viewer, scope),
    approvalsOf(tx, viewer, scope),
    bookingsOf(tx, viewer, scope),
  ]);
  const people_query = figureListPath(scope, "people");
  return { ...frame, people_query, leave, spend: { currency, months }, budgets, time, approvals, bookings };
}

const nothing = {
  people_query: null,
  leave: {
    taken: 0,
    planned: 0,
    absence: null,
    months: [],
    taken_query: null,
    planned_query: null,
    absence_query: null,
  },
  budgets: null,
  time: [],
  approvals: [],
  bookings: null,
};

async function leaveOf(tx: Tx, viewer: Viewer, scope: DepartmentScope): Promise<DepartmentAnalytics["leave"]> {
  const leave = await tx.rows<statements.LeaveRow>(statements.selectLeaveByPerson, scope.about);
  const sum = (of: (row: statements.LeaveRow) => number) => leave.reduce((total, row) => total + of(row), 0);
  const [takenDays, workedDays] = [sum((row) => row.taken), sum((row) => row.worked ?? 0)];
  const months = new Map<string, number>();
  for (const row of leave) months.set(row.month, (months.get(row.month) ?? 0) + row.taken + row.planned);
  const opens = mayListFigureRows(viewer, scope, "leave");
  const address = (...of: Parameters<typeof figureListPath> extends [unknown, ...infer Rest] ? Rest : never) =>
    opens ? figureListPath(scope, ...of) : null;
  return {
    taken: roundToTenth(takenDays),
    planned: roundToTenth(sum((row) => row.planned)),
    absence: workedDays === 0 ? null : roundToTenth((takenDays / workedDays) * 100),
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, days]) => ({ month, days: roundToTenth(days), query: address("leave", { month }) })),
    taken_query: address("taken"),
    planned_query: address("planned"),
    absence_query: address("absence"),
  };
}

async function spendOf(
  tx: Tx,
  viewer: Viewer,
  scope: DepartmentScope,
): Promise<DepartmentAnalytics["spend"]["months"]> {
  const { currency } = scope;
  if (currency === null) return [];
  const rows = await tx.rows<{ month: string; type: string; amount: string; count: number }>(
    statements.selectSpendByMonth,
    scope.about,
  );
  const opens = mayListFigureRows(viewer, scope, "spend");
  return rows.map(({ month, type, amount, count }) => ({
    month,
    type,
    amount: toMoney(amount, currency),
    count,
    query: opens ? figureListPath(scope, "spend", { month, type }) : null,
  }));
}

/** Budgets are visible only to viewers who may see the requests paid from them. */
async function budgetsOf(tx: Tx, viewer: Viewer, scope: DepartmentScope): Promise<DepartmentAnalytics["budgets"]> {
  const { currency } = scope;
  if (currency === null || !mayListFigureRows(viewer, scope, "spent")) return null;
  const rows = await tx.rows<{ year: number; amount: string; spent: string; committed: string; waiting: string }>(
    statements.selectBudgetsByYear,
    [...scope.about, budgetStatuses.spent, budgetStatuses.committed, budgetStatuses.waiting],
  );
  return rows.map(({ year, amount, spent, committed, waiting }) => ({
    year,
    amount: toMoney(amount, currency),
    spent: toMoney(spent, currency),
    committed: toMoney(committed, currency),
    waiting: toMoney(waiting, currency),
    spent_query: figureListPath(scope, "spent", { year }),
    committed_query: figureListPath(scope, "committed", { year }),
    waiting_query: figureListPath(scope, "waiting", { year }),
  }));
}

async function timeOf(tx: Tx, viewer: Viewer, scope: DepartmentScope): Promise<DepartmentAnalytics["time"]> {
  const rows = await tx.rows<Omit<DepartmentAnalytics["time"][number], "query">>(statements.selectTimeByProject, [
    ...scope.about,
    viewer.id,
    canSeeAllProjects(viewer),
  ]);
  return rows.map((row) => ({
    ...row,
    query: row.project && figureListPath(scope, "time", { project_id: row.project.id }),
  }));
}

async function approvalsOf(tx: Tx, viewer: Viewer, scope: DepartmentScope): Promise<DepartmentAnalytics["approvals"]> {
  const rows = await approvalTimes(tx, viewer, scope);
  return rows.map(({ family, approver, role_id, role, count, days, withheld }) => ({
    family,
    approver,
    role,
    count,
    days: withheld || count < minFinishedTasks || days === null ? null : roundToTenth(days),
    withheld,
    query:
      !withheld && mayListFigureRows(viewer, scope, "approvals", family)
        ? figureListPath(scope, "approvals", { family, approver, role_id })
        : null,
  }));
}

async function bookingsOf(tx: Tx, viewer: Viewer, scope: DepartmentScope): Promise<DepartmentAnalytics["bookings"]> {
  if (!mayListFigureRows(viewer, scope, "bookings")) return null;
  const rows = await tx.rows<Omit<NonNullable<DepartmentAnalytics["bookings"]>[number], "query">>(
    statements.selectBookingUsage,
    scope.about,
  );
  return rows.map((row) => ({
    ...row,
    query: figureListPath(scope, "bookings", { type: row.type, bookable_id: row.id }),
  }));
}
