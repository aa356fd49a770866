import { type Period, previousPeriod, resolvePeriod } from "../../../shared/kernel/periods.rules";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { type ProjectAccess, projectAccess, type Viewer } from "../../work/access/projects.policy";
import { authorizePersonAnalytics } from "./analytics.policy";
import {
  type CountedTaskRow,
  selectCountedTasks,
  type FlowColumn,
  selectFlowColumns,
  selectFlowParameters,
  selectBlockerWaits,
} from "./project.sql";
import { groupBy } from "../../../shared/kernel/group-by";
import { blockedDurationMs } from "../../../shared/insights/analytics/blocked.rules";
import { daysBetween } from "../../../shared/work/tasks/cycle-time.rules";
import { readBlockingStays } from "./task.sql";

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

/** Shared input of all figures of a project, read once so that figures and lists can't differ. */
export interface ProjectFlow {
  project: ProjectAccess;
  today: string;
  timeZone: string;
  behind: boolean;
  period: Period;
  before: Period;
  columns: FlowColumn[];
  /** Days blocked per task; contains only tasks that were blocked. */
  blockedDays: ReadonlyMap<number, number>;
  tasks: CountedTaskRow[];
  about: unknown[];
  now: number;
}

/**
 * Reads the project's tasks that are open, or were finished in the period or the preceding one.
 * @throws Problem 404 when the viewer can't see the project; 403 for external users, or when the viewer may not see the figures of the
 *   selected user.
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
  if (query.user_id) await authorizePersonAnalytics(tx, viewer, query.user_id);
  const facts = await tx.one<{ today: string; timeZone: string; behind: boolean | null }>(selectFlowParameters, [
    projectId,
  ]);
  const { today, timeZone, behind } = facts as NonNullable<typeof facts>;
  const period = resolvePeriod(query, today);
  const before = previousPeriod(period);
  const about = [projectId, query.tag_id ?? null, query.priority ?? null, query.user_id ?? null, timeZone];
  const since = query.compare ? before.from : period.from;
  const [latestTasks, columns] = await Promise.all([
    tx.rows<CountedTaskRow>(selectCountedTasks, [...about, since, period.to, query.group === "tag"]),
    tx.rows<FlowColumn>(selectFlowColumns, [projectId]),
  ]);
  // In the order in which they were finished, then the open ones.
  const tasks = latestTasks.toReversed();
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

/** Returns how many days each task was blocked until it was finished or until now; tasks that were never blocked are left out. */
async function readBlockedDays(
  tx: Tx,
  projectId: number,
  tasks: readonly CountedTaskRow[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const waits = await tx.rows<{ taskId: number; at: number; ids: number[] }>(selectBlockerWaits, [
    projectId,
    tasks.map(({ id }) => id),
  ]);
  if (waits.length === 0) return new Map();
  const blockers = [...new Set(waits.flatMap(({ ids }) => ids))];
  const stays = await readBlockingStays(tx, projectId, blockers);
  const changes = groupBy(waits, ({ taskId }) => taskId);
  return new Map(
    tasks.flatMap(({ id, finishedAt }) => {
      const days = daysBetween(0, blockedDurationMs(changes.get(id) ?? [], stays, finishedAt ?? now));
      return days > 0 ? [[id, days] as const] : [];
    }),
  );
}
