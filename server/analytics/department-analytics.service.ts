import type { DepartmentAnalytics } from "../../shared/analytics/department-analytics.contract";
import { enoughFinished } from "../../shared/analytics/figures.rules";
import { grantedFinance, undecidedFinance } from "../../shared/finance/finance.workflow";
import { toMoney } from "../../shared/kernel/money";
import type { Tx } from "../platform/database/unit-of-work";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
import {
  approvalTimes,
  type DepartmentQuery,
  listAddress,
  mayOpen,
  type Scope,
  scopeOf,
  tenth,
} from "./department.scope";
import * as statements from "./department.sql";

/**
 * What a department, or the organisation, comes to. Of fewer than five people nothing, but to those who lead them.
 * @throws Problem 404.
 */
export async function readDepartmentAnalytics(
  tx: Tx,
  viewer: Viewer,
  query: DepartmentQuery,
): Promise<DepartmentAnalytics> {
  const scope = await scopeOf(tx, viewer, query);
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
  const people_query = listAddress(scope, "people");
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

async function leaveOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["leave"]> {
  const leave = await tx.rows<statements.LeaveRow>(statements.leaveByPerson, scope.about);
  const sum = (of: (row: statements.LeaveRow) => number) => leave.reduce((total, row) => total + of(row), 0);
  const [taken, worked] = [sum((row) => row.taken), sum((row) => row.worked ?? 0)];
  const months = new Map<string, number>();
  for (const row of leave) months.set(row.month, (months.get(row.month) ?? 0) + row.taken + row.planned);
  const opens = mayOpen(viewer, scope, "leave");
  const address = (...of: Parameters<typeof listAddress> extends [unknown, ...infer Rest] ? Rest : never) =>
    opens ? listAddress(scope, ...of) : null;
  return {
    taken: tenth(taken),
    planned: tenth(sum((row) => row.planned)),
    absence: worked === 0 ? null : tenth((taken / worked) * 100),
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, days]) => ({ month, days: tenth(days), query: address("leave", { month }) })),
    taken_query: address("taken"),
    planned_query: address("planned"),
    absence_query: address("absence"),
  };
}

async function spendOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["spend"]["months"]> {
  const { currency } = scope;
  if (currency === null) return [];
  const rows = await tx.rows<{ month: string; type: string; amount: string; count: number }>(
    statements.spendByMonth,
    scope.about,
  );
  const opens = mayOpen(viewer, scope, "spend");
  return rows.map(({ month, type, amount, count }) => ({
    month,
    type,
    amount: toMoney(amount, currency),
    count,
    query: opens ? listAddress(scope, "spend", { month, type }) : null,
  }));
}

/** What there is to spend is for those who see the requests that are paid from it. */
async function budgetsOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["budgets"]> {
  const { currency } = scope;
  if (currency === null || !mayOpen(viewer, scope, "spent")) return null;
  const rows = await tx.rows<{ year: number; amount: string; spent: string; waiting: string }>(
    statements.budgetsByYear,
    [...scope.about, grantedFinance, undecidedFinance],
  );
  return rows.map(({ year, amount, spent, waiting }) => ({
    year,
    amount: toMoney(amount, currency),
    spent: toMoney(spent, currency),
    waiting: toMoney(waiting, currency),
    spent_query: listAddress(scope, "spent", { year }),
    waiting_query: listAddress(scope, "waiting", { year }),
  }));
}

async function timeOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["time"]> {
  const rows = await tx.rows<Omit<DepartmentAnalytics["time"][number], "query">>(statements.timeByProject, [
    ...scope.about,
    viewer.id,
    seesAllProjects(viewer),
  ]);
  return rows.map((row) => ({
    ...row,
    query: row.project && listAddress(scope, "time", { project_id: row.project.id }),
  }));
}

async function approvalsOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["approvals"]> {
  const rows = await approvalTimes(tx, viewer, scope);
  return rows.map(({ family, approver, role_id, role, count, days, withheld }) => ({
    family,
    approver,
    role,
    count,
    days: withheld || count < enoughFinished || days === null ? null : tenth(days),
    withheld,
    query:
      !withheld && mayOpen(viewer, scope, "approvals", family)
        ? listAddress(scope, "approvals", { family, approver, role_id })
        : null,
  }));
}

async function bookingsOf(tx: Tx, viewer: Viewer, scope: Scope): Promise<DepartmentAnalytics["bookings"]> {
  if (!mayOpen(viewer, scope, "bookings")) return null;
  const rows = await tx.rows<Omit<NonNullable<DepartmentAnalytics["bookings"]>[number], "query">>(
    statements.bookingUse,
    scope.about,
  );
  return rows.map((row) => ({
    ...row,
    query: listAddress(scope, "bookings", { type: row.type, bookable_id: row.id }),
  }));
}
