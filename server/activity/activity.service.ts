import { type Activity, type HistoryNames, historyPage } from "../../shared/activity/activity.contract";
import { untold } from "../../shared/activity/activity.rules";
import type { Actor as Person } from "../../shared/kernel/events";
import { unlistedOutside } from "../../shared/kernel/outside";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { namesIn } from "./activity.names";
import { shortData } from "./short-data";
import { projectAccess, seesAllProjects, type Viewer } from "../projects/projects.policy";

export { shortData };

interface EventRow {
  id: number;
  type: string;
  at: Date;
  data: Record<string, unknown>;
  actor: Person | null;
}

const actor = `CASE WHEN u.id IS NOT NULL
  THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor`;

/** Which events `e` are lines in the history of their task; as `isHistoryOf` has it. */
export const history = `NOT e.type = ANY('{${untold.join(",")}}')
     AND (e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')`;

const eventsOfTask = sql(
  "activity.ofTask",
  `SELECT e.id, e.type, e.at, CASE WHEN $5 THEN e.data ELSE ${shortData("e.data")} END AS data, ${actor}
   FROM domain_event e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.task_id = $1 AND ${history}
     AND ($2::bigint IS NULL OR e.id < $2) AND NOT ($4 AND e.type ~ '${unlistedOutside}')
   ORDER BY e.id DESC LIMIT $3`,
);

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
  return { activities, names: await namesIn(tx, task.projectId, activities), more: rows.length > wanted };
}

/** Housekeeping of a board that nobody wants to read about. */
const silent = [
  "subtask.created",
  "column.sorted",
  "column.rebalanced",
  "tag.created",
  "tag.updated",
  "tag.deleted",
  ...untold,
];

// A moved task is told with the name of its column as it is today: the event has the id, and feeds have no board.
const told = `CASE WHEN e.type = 'task.moved' THEN ${shortData("e.data")} || jsonb_build_object('column', (
    SELECT jsonb_build_object('id', s.id, 'title', s.title) FROM task_status s
    WHERE s.tenant_id = current_tenant() AND s.id = (e.data->>'task_status_id')::bigint))
  ELSE ${shortData("e.data")} END AS data`;

// From each project its latest, by the index on (tenant, stream, revision), and of those the latest: the log may be
// long, what is read stays short. Within a stream ids and revisions grow together.
const recent = sql(
  "activity.recent",
  `SELECT e.id, e.type, e.at, ${told}, mine.id AS project_id, ${actor}
   FROM (
     SELECT p.id FROM project p
     WHERE p.tenant_id = current_tenant() AND ($5::bigint IS NULL OR p.id = $5) AND ($2 OR EXISTS (
       SELECT FROM project_access a WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))
   ) AS mine
   CROSS JOIN LATERAL (
     SELECT l.id, l.type, l.at, l.data, l.actor_id FROM domain_event l
     WHERE l.tenant_id = current_tenant() AND l.stream = 'project:' || mine.id
       AND ($3::bigint IS NULL OR l.id < $3) AND NOT l.type = ANY($6) AND NOT ($7 AND l.type ~ '${unlistedOutside}')
       AND (l.type <> 'task.moved' OR l.data->'task_status_id' <> l.data->'from_task_status_id')
     ORDER BY l.revision DESC LIMIT $4
   ) AS e
   LEFT JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = e.actor_id
   ORDER BY e.id DESC LIMIT $4`,
);

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
    silent,
    viewer.external,
  ]);
  return rows.map((row) => ({ ...presentActivity(row), project_id: row.project_id }));
}

export function presentActivity(row: EventRow): Activity {
  return { id: row.id, type: row.type, actor: row.actor, at: row.at.toISOString(), data: row.data };
}
