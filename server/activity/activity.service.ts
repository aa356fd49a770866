import { type Activity, type HistoryNames, historyPage } from "../../shared/activity/activity.contract";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Tx } from "../platform/database/unit-of-work";
import { namesIn } from "./activity.names";
import { eventsOfTask, recent } from "./activity.sql";
import { projectAccess, seesAllProjects, type Viewer } from "../projects/projects.policy";

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
  /** Whether there are older ones. */
  more: boolean;
}

/**
 * The history of one task, newest first: the events of the log, with what their ids are called. Long texts are shortened unless one line
 * alone is asked for.
 */
export async function historyOfTask(
  tx: Tx,
  viewer: Pick<Viewer, "external">,
  task: { id: number; projectId: number },
  { before, per_page: wanted = historyPage }: { before?: number; per_page?: number } = {},
): Promise<TaskHistory> {
  const rows = await tx.rows<EventRow>(eventsOfTask, [
    task.id,
    before ?? null,
    wanted + 1,
    viewer.external,
    wanted === 1,
  ]);
  const activities = rows.slice(0, wanted).map(presentActivity);
  return { activities, names: await namesIn(tx, task, activities), more: rows.length > wanted };
}

interface RecentQuery {
  per_page?: number;
  before?: number;
  project_id?: number;
}

/**
 * What happened lately in the projects the viewer sees, or in one of them; newest first, older than `before`.
 * @throws Problem 404 when the one project isn't theirs to see.
 */
export async function recentActivity(
  tx: Tx,
  viewer: Viewer,
  query: RecentQuery,
): Promise<(Activity & { project_id: number })[]> {
  if (query.project_id !== undefined) await projectAccess(tx, viewer, query.project_id);
  const rows = await tx.rows<EventRow & { project_id: number }>(recent, [
    viewer.id,
    seesAllProjects(viewer),
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
