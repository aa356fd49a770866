import type {
  DepartmentFigure,
  readDepartmentAnalytics as endpoint,
} from "../../shared/analytics/department-analytics.contract";
import { type Period, periodOf } from "../../shared/analytics/periods.rules";
import { fewestPeople, type MeasuredGroup, withheldFrom } from "../../shared/analytics/withheld.rules";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import { requestFamilies } from "../../shared/requests/families";
import { seesAll } from "../approvals/request-readers.policy";
import { seesBookings } from "../bookings/bookings.policy";
import type { Tx } from "../platform/database/unit-of-work";
import type { Viewer } from "../projects/projects.policy";
import * as statements from "./department.sql";

export type DepartmentQuery = Pick<QueryOf<typeof endpoint>, "from" | "to" | "department_id">;

interface Department extends MeasuredGroup {
  name: string;
}

interface Organisation {
  today: string;
  currency: string | null;
  people: number;
  /** Of them in no department; none, where it is the reader alone. */
  without: number;
}

/** A department, or the organisation, in a period, as the viewer may see it. */
export interface Scope {
  departments: Department[];
  departmentId: number | null;
  period: Period;
  today: string;
  currency: string | null;
  people: number;
  leads: boolean;
  withheld: boolean;
  /** What every statement is asked with. */
  about: unknown[];
}

/** @throws Problem 404 for a department that isn't there. */
export async function scopeOf(tx: Tx, viewer: Viewer, query: DepartmentQuery): Promise<Scope> {
  // Whoever administers the organisation leads it, and all that is in it.
  const administers = viewer.permissions.has("tenant-edit");
  const departments = await tx.rows<Department>(statements.measuredDepartments, [viewer.id, administers]);
  const facts = await tx.one<Organisation>(statements.organisationFacts, [viewer.id]);
  const { today, people, currency, without } = facts as Organisation;
  const one = query.department_id ? departments.find(({ id }) => id === query.department_id) : null;
  if (one === undefined) throw new Problem("notFound");
  const leads = one ? one.leads : administers;
  const count = one?.people ?? people;
  const kept = withheldFrom(departments, administers ? 0 : without);
  const period = periodOf(query, today);
  return {
    departments,
    departmentId: one?.id ?? null,
    period,
    today,
    currency,
    people: count,
    leads,
    withheld: !leads && (count < fewestPeople || (one ? kept.groups.has(one.id) : kept.organisation)),
    about: [one?.id ?? null, period.from, period.to],
  };
}

/** Names and requests stand behind figures only for who leads these people, or sees all such requests anyhow. */
export function mayOpen(viewer: Viewer, { leads, withheld }: Scope, figure: DepartmentFigure, family = ""): boolean {
  if (withheld) return false;
  switch (figure) {
    // Who belongs to a department, and which tasks a project that one sees has, is known without figures.
    case "people":
    case "time":
      return true;
    case "bookings":
      return seesBookings(viewer);
    case "approvals":
      return leads || requestFamilies.some((known) => known === family && seesAll(viewer, known));
    case "spend":
    case "spent":
    case "waiting":
      return leads || (seesAll(viewer, "finance") && viewer.permissions.has("payment-pay"));
    default:
      return leads || seesAll(viewer, "leave");
  }
}

export interface ApprovalTime {
  family: string;
  approver: string;
  role_id: number | null;
  role: string | null;
  count: number;
  days: number | null;
  /** Fewer than five people decided, and the viewer doesn't lead them all: how long it took would tell about each. */
  withheld: boolean;
}

/** How long each step of the scope's requests took, and whether the viewer may know. */
export async function approvalTimes(tx: Tx, viewer: Viewer, { about }: Scope): Promise<ApprovalTime[]> {
  const rows = await tx.rows<Omit<ApprovalTime, "withheld"> & { few: number[] }>(statements.approvalTimes, [
    ...about,
    fewestPeople,
  ]);
  const few = [...new Set(rows.flatMap((row) => row.few))];
  const administers = viewer.permissions.has("tenant-edit");
  const strangers = administers ? [] : await tx.rows<{ id: number }>(statements.notLed, [viewer.id, few]);
  const hidden = new Set(strangers.map(({ id }) => id));
  return rows.map(({ few: deciders, ...row }) => ({ ...row, withheld: deciders.some((id) => hidden.has(id)) }));
}

export function listAddress(
  { departmentId, period }: Scope,
  figure: DepartmentFigure,
  part: Record<string, string | number | null> = {},
): string {
  const said = Object.entries({ ...period, figure, department_id: departmentId, ...part });
  const query = new URLSearchParams(said.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
  return `/analytics/department/list?${query.toString()}`;
}

export const tenth = (value: number) => Math.round(value * 10) / 10;
