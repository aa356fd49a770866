import { addDays } from "../../shared/time/days.rules";
import type { Permission } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { DepartmentAnalytics } from "../../shared/analytics/department-analytics.contract";
import type { ProjectAnalytics } from "../../shared/analytics/project-analytics.contract";
import type { ReportScreen } from "../../shared/analytics/reports.contract";
import type { UserAnalytics } from "../../shared/analytics/user-analytics.contract";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { readDepartmentAnalytics } from "./department-analytics.service";
import { readProjectAnalytics } from "./project-analytics.service";
import { readUserAnalytics } from "./user-analytics.service";

export interface ReportOf {
  screen: ReportScreen;
  subjectId: number | null;
  days: number;
  filters: { tag_id?: number; priority?: string; user_id?: number };
}

/** The screen as it is, with what it is called there. */
export type ReportView =
  | { screen: "project"; data: ProjectAnalytics }
  | { screen: "user"; data: UserAnalytics }
  | { screen: "department"; data: DepartmentAnalytics };

/** What the guards of the screen's call ask; one's own figures are for everybody. */
const permissionOf: Record<ReportScreen, Permission | null> = {
  project: "analytics-project-list",
  user: null,
  department: "analytics-department-list",
};

/**
 * What the screen shows this reader, for the days up to the Sunday before `monday` (null: up to today).
 * @throws Problem 403, 404 as the screen; 403 for figures that are withheld from this reader.
 */
export async function readReportView(
  tx: Tx,
  actor: Actor,
  { screen, subjectId, days, filters }: ReportOf,
  monday: string | null,
  now: Date,
): Promise<ReportView> {
  const permission = permissionOf[screen];
  const open = actor.features.has("analytics") && !actor.planExpired && !actor.external;
  if (!open || (permission && !actor.permissions.has(permission))) throw new Problem("permission.denied");
  const period = monday === null ? {} : { from: addDays(monday, -days), to: addDays(monday, -1) };
  const id = subjectId ?? 0;
  if (screen === "project") {
    const query = { ...period, ...filters, compare: true, by: "week" };
    return { screen, data: await readProjectAnalytics(tx, actor, id, query as never, now) };
  }
  if (screen === "user")
    return { screen, data: await readUserAnalytics(tx, actor, id, { ...period, compare: true }, now) };
  const data = await readDepartmentAnalytics(tx, actor, { ...period, department_id: subjectId ?? undefined });
  if (data.withheld) throw new Problem("permission.denied");
  return { screen, data };
}
