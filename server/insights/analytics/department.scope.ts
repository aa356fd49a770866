import type {
  DepartmentFigure,
  readDepartmentAnalytics as endpoint,
} from "../../../shared/insights/analytics/department-analytics.contract";
import { type Period, resolvePeriod } from "../../../shared/kernel/periods.rules";
import { minGroupSize, type MeasuredGroup, withheldGroups } from "../../../shared/insights/analytics/withheld.rules";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { Problem } from "../../../shared/kernel/problems";
import { requestFamilies } from "../../../shared/approvals/approvals/families";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import { canSeeBookings } from "../../bookings/bookings/bookings.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../../work/access/projects.policy";
import * as statements from "./department.sql";

export type DepartmentQuery = Pick<QueryOf<typeof endpoint>, "from" | "to" | "department_id">;

interface Department extends MeasuredGroup {
  name: string;
}

interface Organization {
  today: string;
  currency: string | null;
  people: number;
  /** Number of employees without a department; 0 when the viewer is the only one. */
  without: number;
}

export interface DepartmentScope {
  departments: Department[];
  departmentId: number | null;
  period: Period;
  today: string;
  currency: string | null;
  people: number;
  leads: boolean;
  withheld: boolean;
  about: unknown[];
}

export async function resolveDepartmentScope(tx: Tx, viewer: Viewer, query: DepartmentQuery): Promise<DepartmentScope> {
  // A tenant administrator leads every department.
  const administers = viewer.permissions.has("tenant-edit");
  const departments = await tx.rows<Department>(statements.selectMeasuredDepartments, [viewer.id, administers]);
  const facts = await tx.one<Organization>(statements.selectOrganizationSummary, [viewer.id]);
  const { today, people, currency, without } = facts as Organization;
  const one = query.department_id ? departments.find(({ id }) => id === query.department_id) : null;
  if (one === undefined) throw new Problem("notFound");
  const leads = one ? one.leads : administers;
  const count = one?.people ?? people;
  const withheld = withheldGroups(departments, administers ? 0 : without);
  const period = resolvePeriod(query, today);
  return {
    departments,
    departmentId: one?.id ?? null,
    period,
    today,
    currency,
    people: count,
    leads,
    withheld: !leads && (count < minGroupSize || (one ? withheld.groups.has(one.id) : withheld.organization)),
    about: [one?.id ?? null, period.from, period.to],
  };
}

/** Names and requests behind figures are listed only for viewers who lead these employees, or who may see all such requests anyway. */
export function mayListFigureRows(
  viewer: Viewer,
  { leads, withheld }: DepartmentScope,
  figure: DepartmentFigure,
  family = "",
): boolean {
  if (withheld) return false;
  switch (figure) {
    // Department members and the tasks of visible projects can be seen without analytics.
    case "people":
    case "time":
      return true;
    case "bookings":
      return canSeeBookings(viewer);
    case "approvals":
      return (
        leads ||
        requestFamilies.some((requestFamily) => requestFamily === family && canSeeAllRequests(viewer, requestFamily))
      );
    case "spend":
    case "spent":
    case "committed":
    case "waiting":
      return leads || (canSeeAllRequests(viewer, "finance") && viewer.permissions.has("payment-pay"));
    default:
      return leads || canSeeAllRequests(viewer, "leave");
  }
}

export interface ApprovalTime {
  family: string;
  approver: string;
  role_id: number | null;
  role: string | null;
  count: number;
  days: number | null;
  /**
   * Whether the duration is withheld: fewer than five approvers decided and the viewer doesn't lead all of them, so it would reveal
   * individual behavior.
   */
  withheld: boolean;
}

export async function approvalTimes(tx: Tx, viewer: Viewer, { about }: DepartmentScope): Promise<ApprovalTime[]> {
  const rows = await tx.rows<Omit<ApprovalTime, "withheld"> & { few: number[] }>(statements.selectApprovalTimes, [
    ...about,
    minGroupSize,
  ]);
  const few = [...new Set(rows.flatMap((row) => row.few))];
  const administers = viewer.permissions.has("tenant-edit");
  const strangers = administers
    ? []
    : await tx.rows<{ id: number }>(statements.selectUsersNotLedByViewer, [viewer.id, few]);
  const hidden = new Set(strangers.map(({ id }) => id));
  return rows.map(({ few: deciders, ...row }) => ({ ...row, withheld: deciders.some((id) => hidden.has(id)) }));
}

export function figureListPath(
  { departmentId, period }: DepartmentScope,
  figure: DepartmentFigure,
  part: Record<string, string | number | null> = {},
): string {
  const parameters = Object.entries({ ...period, figure, department_id: departmentId, ...part });
  const query = new URLSearchParams(
    parameters.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
  return `/analytics/department/list?${query.toString()}`;
}

export const roundToTenth = (value: number) => Math.round(value * 10) / 10;
