import type { Activity, HistoryNames } from "../../../shared/work/activity/activity.contract";
import { projectStream } from "../../../shared/kernel/events";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../access/projects.policy";

type Kind = keyof HistoryNames;

const fields: Readonly<Record<string, Kind>> = {
  user_ids: "users",
  group_ids: "groups",
  tag_ids: "tags",
  blocker_ids: "tasks",
  task_status_id: "columns",
  from_task_status_id: "columns",
};
const kinds: readonly Kind[] = ["users", "groups", "tags", "columns", "tasks"];

// Tasks, columns and tags are limited to project $6: names from other projects may not be visible to the reader.
const selectPresentNames = sql(
  "activity.names",
  `SELECT 'users' AS kind, id, fullname AS name FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)
   UNION ALL
   SELECT 'groups', id, title FROM user_group WHERE tenant_id = current_tenant() AND id = ANY($2)
   UNION ALL
   SELECT 'tags', id, name FROM project_tag WHERE tenant_id = current_tenant() AND id = ANY($3) AND project_id = $6
   UNION ALL
   SELECT 'columns', id, title FROM task_status WHERE tenant_id = current_tenant() AND id = ANY($4) AND project_id = $6
   UNION ALL
   SELECT 'tasks', t.id, p.code || '-' || t.number || ' ' || t.title FROM task t
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($5) AND t.project_id = $6`,
);

// Names that columns and tags had when the task left their project: the current names may not be visible to the reader. $1 task, $2
// columns, $3 tags.
const selectNamesElsewhere = sql(
  "activity.namesElsewhere",
  `WITH gone AS (
     SELECT stream, max(id) AS left_with FROM domain_event WHERE tenant_id = current_tenant() AND task_id = $1 AND type = 'task.left'
     GROUP BY stream
   ), later AS (
     SELECT DISTINCT ON (1) (e.data->>'id')::bigint AS id,
       CASE WHEN e.type = 'column.deleted' THEN e.data->>'title' ELSE e.data->'before'->>'title' END AS name
     FROM gone g JOIN domain_event e ON e.tenant_id = current_tenant() AND e.stream = g.stream AND e.id > g.left_with
     WHERE (e.type = 'column.deleted' OR (e.type = 'column.updated' AND e.data->'before' ? 'title'))
       AND (e.data->>'id')::bigint = ANY($2)
     ORDER BY 1, e.id
   )
   SELECT 'columns' AS kind, id, name FROM later
   UNION ALL
   SELECT 'columns', c.id, c.title FROM task_status c
   WHERE c.tenant_id = current_tenant() AND c.id = ANY($2) AND c.id NOT IN (SELECT id FROM later)
   UNION ALL
   SELECT 'tags', t.id, COALESCE((
     SELECT e.data->>'name' FROM gone g JOIN domain_event e ON e.tenant_id = current_tenant() AND e.stream = g.stream AND e.id < g.left_with
     WHERE g.stream = 'project:' || t.project_id AND e.type IN ('tag.created', 'tag.updated') AND (e.data->>'id')::bigint = t.id
     ORDER BY e.id DESC LIMIT 1), t.name)
   FROM project_tag t WHERE t.tenant_id = current_tenant() AND t.id = ANY($3)`,
);

// Last logged names of records that were deleted or moved to another project. Queried only for these, because a project's log is long and
// no index covers event types.
const selectFormerNames = sql(
  "activity.formerNames",
  `SELECT DISTINCT ON (kind, id) kind, id, name FROM (
     SELECT CASE type WHEN 'group.added' THEN 'groups' WHEN 'tag.deleted' THEN 'tags' WHEN 'column.deleted' THEN 'columns'
              ELSE 'tasks' END AS kind,
            CASE type WHEN 'group.added' THEN (data->'group'->>'id')::bigint ELSE (data->>'id')::bigint END AS id,
            CASE type WHEN 'group.added' THEN data->'group'->>'title' WHEN 'tag.deleted' THEN data->>'name'
              WHEN 'column.deleted' THEN data->>'title' ELSE concat_ws(' ', data->>'key', data->>'title') END AS name,
            revision
     FROM domain_event WHERE tenant_id = current_tenant() AND stream = ANY($1)
       AND type IN ('group.added', 'tag.deleted', 'column.deleted', 'task.deleted', 'task.left')
   ) AS gone
   WHERE (kind = 'groups' AND id = ANY($2)) OR (kind = 'tags' AND id = ANY($3))
      OR (kind = 'columns' AND id = ANY($4)) OR (kind = 'tasks' AND id = ANY($5))
   ORDER BY kind, id, revision DESC`,
);

interface Named {
  kind: Kind;
  id: number;
  name: string;
}

/**
 * Returns the names of the records referenced by these activities. Deleted records get their last logged name, except for external users,
 * who don't get the texts of deletions.
 */
export async function resolveNames(
  tx: Tx,
  viewer: Pick<Viewer, "external">,
  task: { id: number; projectId: number },
  activities: readonly Activity[],
): Promise<HistoryNames> {
  const { projectId } = task;
  const unresolvedIds = idsIn(activities);
  const names: HistoryNames = { users: [], groups: [], tags: [], columns: [], tasks: [] };
  if (kinds.every((kind) => unresolvedIds[kind].size === 0)) return names;
  const currentNames = await tx.rows<Named>(selectPresentNames, [
    ...kinds.map((kind) => [...unresolvedIds[kind]]),
    projectId,
  ]);
  for (const { kind, id } of currentNames) unresolvedIds[kind].delete(id);
  for (const { kind, id, name } of currentNames) names[kind].push({ id, name });
  if (viewer.external) return names;
  const otherNames = await calledElsewhere(tx, task, activities, unresolvedIds);
  for (const { kind, id } of otherNames) unresolvedIds[kind].delete(id);
  const lastNames = kinds.some((kind) => kind !== "users" && unresolvedIds[kind].size > 0)
    ? await tx.rows<Named>(selectFormerNames, [
        streamsOf(projectId, activities),
        ...kinds.filter((kind) => kind !== "users").map((kind) => [...unresolvedIds[kind]]),
      ])
    : [];
  for (const { kind, id, name } of [...otherNames, ...lastNames]) names[kind].push({ id, name });
  return names;
}

async function calledElsewhere(
  tx: Tx,
  { id, projectId }: { id: number; projectId: number },
  activities: readonly Activity[],
  { columns, tags }: Record<Kind, Set<number>>,
): Promise<Named[]> {
  const stayed = streamsOf(projectId, activities).length === 1;
  return stayed || columns.size + tags.size === 0
    ? []
    : tx.rows<Named>(selectNamesElsewhere, [id, [...columns], [...tags]]);
}

function idsIn(activities: readonly Activity[]): Record<Kind, Set<number>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as Record<Kind, Set<number>>;
  const look = (data: Record<string, unknown>) => {
    for (const [field, kind] of Object.entries(fields)) {
      for (const id of [data[field]].flat()) if (Number.isSafeInteger(id)) found[kind].add(id as number);
    }
  };
  for (const { data } of activities) {
    look(data);
    if (typeof data.before === "object" && data.before !== null) look(data.before as Record<string, unknown>);
  }
  return found;
}

/** Streams of the project and of all earlier projects whose events a moved task has brought along. */
function streamsOf(projectId: number, activities: readonly Activity[]): string[] {
  const ids = activities.map(({ data }) => data.project_id).filter((id) => Number.isSafeInteger(id)) as number[];
  return [...new Set([projectId, ...ids])].map(projectStream);
}
