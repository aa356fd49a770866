import type { Permission } from "../../../shared/kernel/access";
import type { Period } from "../../../shared/kernel/periods.rules";
import { Problem } from "../../../shared/kernel/problems";
import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import type { ReportScreen } from "../../../shared/insights/analytics/reports.contract";
import type { UserAnalytics } from "../../../shared/insights/analytics/user-analytics.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { readDepartmentAnalytics } from "./department-analytics.service";
import { readProjectAnalytics } from "./project-analytics.service";
import { readUserAnalytics } from "./user-analytics.service";

export interface ReportSelection {
  screen: ReportScreen;
  subjectId: number | null;
  filters: { tag_id?: number; priority?: string; user_id?: number };
}

export type ReportView =
  | { screen: "project"; data: ProjectAnalytics }
  | { screen: "user"; data: UserAnalytics }
  | { screen: "department"; data: DepartmentAnalytics };

/** Permission required by each screen's endpoint; users may always see their own figures. */
const permissionOf: Record<ReportScreen, Permission | null> = {
  project: "analytics-project-list",
  user: null,
  department: "analytics-department-list",
};

/**
 * Returns the content of the screen as this reader sees it. Without a period, it is the screen's default period, which ends today.
 * @throws Problem 403 or 404 under the same conditions as the screen; 403 when figures are withheld from this reader.
 */
export async function readReportView(
  tx: Tx,
  actor: Actor,
  { screen, subjectId, filters }: ReportSelection,
  period: Partial<Period>,
  now: Date,
): Promise<ReportView> {
  const permission = permissionOf[screen];
  const open = actor.features.has("analytics") && !actor.planExpired && !actor.external;
  if (!open || (permission && !actor.permissions.has(permission))) throw new Problem("permission.denied");
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
