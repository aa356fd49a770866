import { type Activity, type HistoryNames, historyPage } from "../../../shared/work/activity/activity.contract";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import { resolveNames } from "./activity.names";
import { selectEventsOfTask, selectRecentEvents } from "./activity.sql";
import { projectAccess, canSeeAllProjects, type Viewer } from "../access/projects.policy";

interface EventRow {
  id: number;
  type: string;
  at: Date;
  data: Record<string, unknown>;
  actor: Person | null;
}

interface TaskHistory {
  activities: Activity[];
  names: HistoryNames;
  hasMore: boolean;
}

/**
 * Returns the history of a task, newest first, with the names of referenced records. Long texts are shortened unless exactly one entry is
 * requested.
 */
export async function readTaskHistory(
  tx: Tx,
  viewer: Pick<Viewer, "external">,
  task: { id: number; projectId: number },
  { before, per_page: wanted = historyPage }: { before?: number; per_page?: number } = {},
): Promise<TaskHistory> {
  const rows = await tx.rows<EventRow>(selectEventsOfTask, [
    task.id,
    before ?? null,
    wanted + 1,
    viewer.external,
    wanted === 1,
  ]);
  const activities = rows.slice(0, wanted).map(presentActivity);
  return { activities, names: await resolveNames(tx, viewer, task, activities), hasMore: rows.length > wanted };
}

interface RecentQuery {
  per_page?: number;
  before?: number;
  project_id?: number;
}

/**
 * Returns activity in all projects the viewer can see, or only in the requested project, newest first. With `before`, only older events.
 * @throws Problem 404 when the viewer can't see the requested project.
 */
export async function readRecentActivity(
  tx: Tx,
  viewer: Viewer,
  query: RecentQuery,
): Promise<(Activity & { project_id: number })[]> {
  if (query.project_id !== undefined) await projectAccess(tx, viewer, query.project_id);
  const rows = await tx.rows<EventRow & { project_id: number }>(selectRecentEvents, [
    viewer.id,
    canSeeAllProjects(viewer),
    query.before ?? null,
    query.per_page ?? 20,
    query.project_id ?? null,
    viewer.external,
  ]);
  return rows.map((row) => ({ ...presentActivity(row), project_id: row.project_id }));
}

export function presentActivity(row: EventRow): Activity {
  return { id: row.id, type: row.type, actor: row.actor, at: row.at.toISOString(), data: row.data };
}
