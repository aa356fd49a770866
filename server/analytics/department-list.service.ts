import type { DepartmentRow, listDepartmentFigure } from "../../shared/analytics/department-analytics.contract";
import { grantedFinance, undecidedFinance } from "../../shared/finance/finance.workflow";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { toMoney } from "../../shared/kernel/money";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { projectAccess, type Viewer } from "../projects/projects.policy";
import { approvalTimes, mayOpen, type Scope, scopeOf, tenth } from "./department.scope";
import * as statements from "./department.sql";

type Query = QueryOf<typeof listDepartmentFigure>;
type Row = Omit<DepartmentRow, "of">;

/** What a figure counts, page by page. @throws Problem 404; 403 for who sees no names, or too few people. */
export async function listFigureOfDepartment(tx: Tx, viewer: Viewer, query: Query) {
  const scope = await scopeOf(tx, viewer, query);
  if (!mayOpen(viewer, scope, query.figure, query.family ?? "")) throw new Problem("permission.denied");
  const rows = await rowsBehind(tx, viewer, scope, query);
  const page = pageOf(query, 50);
  return { data: rows.slice(page.offset, page.offset + page.perPage), meta: pageMetaOf(page, rows.length) };
}

async function rowsBehind(tx: Tx, viewer: Viewer, scope: Scope, query: Query): Promise<DepartmentRow[]> {
  const rows = async (statement: Statement, ...more: unknown[]): Promise<DepartmentRow[]> =>
    (await tx.rows<Row>(statement, [...scope.about, ...more])).map((row) => ({ ...row, of: null }));
  const amounts = async (statement: Statement, ...more: unknown[]) =>
    (await rows(statement, ...more)).map((row) => ({ ...row, value: toMoney(row.value, scope.currency ?? "USD") }));
  switch (query.figure) {
    case "people":
      return rows(statements.peopleRows);
    case "spend":
      return amounts(statements.spendRows, query.month ?? "", query.type ?? "");
    case "spent":
      return amounts(statements.budgetRows, grantedFinance, query.year ?? 0);
    case "waiting":
      return amounts(statements.budgetRows, undecidedFinance, query.year ?? 0);
    case "time":
      await projectAccess(tx, viewer, query.project_id ?? 0);
      return rows(statements.timeRows, query.project_id ?? 0);
    case "approvals":
      await refuseWithheld(tx, viewer, scope, query);
      return rows(statements.approvalRows, query.family ?? "", query.approver ?? "", query.role_id ?? null);
    case "bookings":
      return rows(statements.bookingRows, query.type ?? "", query.bookable_id ?? 0);
    default:
      return leaveRows(tx, scope, query);
  }
}

/** @throws Problem 403 for a step of which the viewer may not know how long it took. */
async function refuseWithheld(tx: Tx, viewer: Viewer, scope: Scope, query: Query): Promise<void> {
  const step = (await approvalTimes(tx, viewer, scope)).find(
    ({ family, approver, role_id }) =>
      family === query.family && approver === query.approver && role_id === (query.role_id ?? null),
  );
  if (step?.withheld) throw new Problem("permission.denied");
}

/** Whose leave; for the absence rate everybody, with the days that could have been worked. */
async function leaveRows(tx: Tx, scope: Scope, { figure, month }: Query): Promise<DepartmentRow[]> {
  const found = await tx.rows<statements.LeaveRow>(statements.leaveByPerson, scope.about);
  const people = new Map<number, { id: number; title: string; days: number; worked: number }>();
  for (const row of found.filter((one) => !month || one.month === month)) {
    const known = people.get(row.id) ?? { id: row.id, title: row.fullname, days: 0, worked: 0 };
    const days =
      (figure === "planned" ? 0 : row.taken) + (figure === "planned" || figure === "leave" ? row.planned : 0);
    people.set(row.id, { ...known, days: known.days + days, worked: known.worked + (row.worked ?? 0) });
  }
  return [...people.values()]
    .filter(({ days }) => figure === "absence" || days > 0)
    .map(({ id, title, days, worked }) => ({
      id,
      title,
      detail: "",
      value: String(tenth(days)),
      of: figure === "absence" ? String(tenth(worked)) : null,
    }));
}
