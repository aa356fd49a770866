import type {
  DepartmentRow,
  listDepartmentFigure,
} from "../../../shared/insights/analytics/department-analytics.contract";
import { budgetStatuses } from "../../../shared/requests/finance/finance.budget.rules";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { toMoney } from "../../../shared/kernel/money";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import type { StatementFor, Tx } from "../../platform/database/unit-of-work";
import { projectAccess, type Viewer } from "../../work/access/projects.policy";
import {
  approvalTimes,
  mayListFigureRows,
  type DepartmentScope,
  resolveDepartmentScope,
  roundToTenth,
} from "./department.scope";
import * as statements from "./department.sql";

type Query = QueryOf<typeof listDepartmentFigure>;
type Row = Omit<DepartmentRow, "of">;

/**
 * Lists the records behind a figure, paginated.
 * @throws Problem 404 for an unknown department; 403 when the viewer may not see names or the group is too small.
 */
export async function listFigureOfDepartment(tx: Tx, viewer: Viewer, query: Query) {
  const scope = await resolveDepartmentScope(tx, viewer, query);
  if (!mayListFigureRows(viewer, scope, query.figure, query.family ?? "")) throw new Problem("permission.denied");
  const rows = await figureRows(tx, viewer, scope, query);
  const page = pageOf(query, 50);
  return { data: rows.slice(page.offset, page.offset + page.perPage), meta: pageMetaOf(page, rows.length) };
}

async function figureRows(tx: Tx, viewer: Viewer, scope: DepartmentScope, query: Query): Promise<DepartmentRow[]> {
  const rows = async (statement: StatementFor<Row>, ...parameters: unknown[]): Promise<DepartmentRow[]> =>
    (await tx.rows<Row>(statement, [...scope.about, ...parameters])).map((row) => ({ ...row, of: null }));
  const amounts = async (statement: StatementFor<Row>, ...parameters: unknown[]) =>
    (await rows(statement, ...parameters)).map((row) => ({
      ...row,
      value: toMoney(row.value, scope.currency ?? "USD"),
    }));
  switch (query.figure) {
    case "people":
      return rows(statements.selectPeopleRows);
    case "spend":
      return amounts(statements.selectSpendRows, query.month ?? "", query.type ?? "");
    case "spent":
    case "committed":
    case "waiting":
      return amounts(statements.selectBudgetRows, budgetStatuses[query.figure], query.year ?? 0);
    case "time":
      await projectAccess(tx, viewer, query.project_id ?? 0);
      return rows(statements.selectTimeRows, query.project_id ?? 0);
    case "approvals":
      await refuseWithheld(tx, viewer, scope, query);
      return rows(statements.selectApprovalRows, query.family ?? "", query.approver ?? "", query.role_id ?? null);
    case "bookings":
      return rows(statements.selectBookingRows, query.type ?? "", query.bookable_id ?? 0);
    default:
      return leaveRows(tx, scope, query);
  }
}

async function refuseWithheld(tx: Tx, viewer: Viewer, scope: DepartmentScope, query: Query): Promise<void> {
  const step = (await approvalTimes(tx, viewer, scope)).find(
    ({ family, approver, role_id }) =>
      family === query.family && approver === query.approver && role_id === (query.role_id ?? null),
  );
  if (step?.withheld) throw new Problem("permission.denied");
}

async function leaveRows(tx: Tx, scope: DepartmentScope, { figure, month }: Query): Promise<DepartmentRow[]> {
  const found = await tx.rows<statements.LeaveRow>(statements.selectLeaveByPerson, scope.about);
  const people = new Map<number, { id: number; title: string; days: number; worked: number }>();
  for (const row of found.filter((one) => !month || one.month === month)) {
    const subtotal = people.get(row.id) ?? { id: row.id, title: row.fullname, days: 0, worked: 0 };
    const days =
      (figure === "planned" ? 0 : row.taken) + (figure === "planned" || figure === "leave" ? row.planned : 0);
    people.set(row.id, { ...subtotal, days: subtotal.days + days, worked: subtotal.worked + (row.worked ?? 0) });
  }
  return [...people.values()]
    .filter(({ days }) => figure === "absence" || days > 0)
    .map(({ id, title, days, worked }) => ({
      id,
      title,
      detail: "",
      value: String(roundToTenth(days)),
      of: figure === "absence" ? String(roundToTenth(worked)) : null,
    }));
}
