import { addDays } from "../../shared/time/days.rules";
import { type Period, periodBefore, periodOf } from "../../shared/analytics/periods.rules";
import { Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { type ProjectAccess, projectAccess, type Viewer } from "../projects/projects.policy";
import { authorizePerson } from "./analytics.policy";
import { readBlockedDays } from "./project-blocked.read";
import { type CountedRow, countedTasks, type FlowColumn, flowColumns, flowFacts } from "./project.sql";

export interface FlowFilter {
  tag_id?: number | null;
  priority?: string | null;
  user_id?: number | null;
}

export interface FlowQuery extends FlowFilter {
  from?: string | null;
  to?: string | null;
  compare?: boolean | null;
  group?: string | null;
}

/** What every figure of a project is computed from: read once, so that figures and lists can't differ. */
export interface ProjectFlow {
  project: ProjectAccess;
  today: string;
  timeZone: string;
  behind: boolean;
  period: Period;
  before: Period;
  columns: FlowColumn[];
  /** For how many days tasks waited for others; of those that did. */
  blockedDays: ReadonlyMap<number, number>;
  tasks: CountedRow[];
  /** The statements' first parameters: project, filter, time zone. */
  about: unknown[];
  now: number;
}

/**
 * The tasks of a project that are open, or were finished in the period or the one before.
 * @throws Problem 404 when the project isn't the viewer's to see; 403 for people from outside, and for one person's figures
 * without the right to them.
 */
export async function readProjectFlow(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  query: FlowQuery,
  now: Date,
): Promise<ProjectFlow> {
  const project = await projectAccess(tx, viewer, projectId);
  if (viewer.external) throw new Problem("permission.denied");
  if (query.user_id) await authorizePerson(tx, viewer, query.user_id);
  const facts = await tx.one<{ today: string; timeZone: string; behind: boolean | null }>(flowFacts, [projectId]);
  const { today, timeZone, behind } = facts as NonNullable<typeof facts>;
  const period = periodOf(query, today);
  const before = periodBefore(period);
  const about = [projectId, query.tag_id ?? null, query.priority ?? null, query.user_id ?? null, timeZone];
  const since = query.compare ? before.from : period.from;
  // Together: each waits for the same moment, not for the other's answer.
  const [tasks, columns] = await Promise.all([
    tx.rows<CountedRow>(countedTasks, [...about, since, period.to, query.group === "tag"]),
    tx.rows<FlowColumn>(flowColumns, [projectId]),
  ]);
  return {
    project,
    today,
    timeZone,
    behind: behind ?? false,
    period,
    before,
    columns,
    blockedDays: await readBlockedDays(tx, projectId, tasks, now.getTime()),
    tasks,
    about,
    now: now.getTime(),
  };
}

/** The whole days that a forecast looks back on, up to yesterday. */
export const lookBack = (today: string, days: number): Period => ({
  from: addDays(today, -days),
  to: addDays(today, -1),
});
