import { sql } from "../../platform/database/unit-of-work";
import { storedFieldNames, linkNames, selectFields, selectLinks, storedFields } from "./tasks.fields";
import { maxScannedEvents } from "./task.entity";
import { lockedColumn } from "./tasks.sql";

/** Whether a field may have up to 50,000 characters. Such a field is read and written only when it is changed. */
const isLong = (name: string) => name === "description";

export const tasksBeforeChange = sql(
  "tasks.before",
  `SELECT t.id, ${selectFields(storedFieldNames.filter((name) => !isLong(name)))},
     CASE WHEN t.id = ANY($2) THEN t.description END AS description, t.field_values,
     '/files/' || t.cover_file_id || '/preview' AS cover_url, ${selectLinks(linkNames)}
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = ANY($1)`,
);

export const lengthOfDescriptions = sql(
  "tasks.lengthOfDescriptions",
  "SELECT COALESCE(sum(length(description)), 0)::int AS letters FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/**
 * $1 JSON array of complete records: the new value of every field; `described`, whether the description is written; and `by_hand`, whether
 * the progress was set manually.
 */
export const writeTaskFields = sql(
  "tasks.writeFacts",
  `UPDATE task SET ${storedFields.map(({ name, column, write }) => `${column} = ${isLong(name) ? `CASE WHEN r.described THEN ${write} ELSE task.${column} END` : write}`).join(", ")},
     progress_by_hand = COALESCE(r.by_hand, progress_by_hand), version = version + 1, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb)
     AS r (id bigint, ${storedFields.map(({ name, type }) => `${name} ${type}`).join(", ")}, by_hand boolean, described boolean)
   WHERE tenant_id = current_tenant() AND task.id = r.id`,
);

/** Locks the projects of tasks $1 against changes until the transaction ends. See `shareLockProject`. */
export const shareLockProjectsOfTasks = sql(
  "projects.holdAll",
  `SELECT id FROM project WHERE tenant_id = current_tenant()
     AND id IN (SELECT project_id FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)) ORDER BY id FOR SHARE`,
);

/**
 * Serializes changes of dependencies and of counted lists per project. Otherwise two transactions could each add half of a cycle or use the
 * last free capacity without seeing each other. Projects are locked before tasks, because the tasks' foreign keys could otherwise cause
 * deadlocks.
 */
export const lockProjectsOfTasks = sql(
  "projects.lockAll",
  `SELECT id FROM project WHERE tenant_id = current_tenant()
     AND id IN (SELECT project_id FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)) ORDER BY id
   FOR NO KEY UPDATE`,
);

export const projectOfTasks = sql(
  "tasks.projectOf",
  `SELECT id, project_id FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/** Locks columns in the order of their ids before placing cards, so that two concurrent moves don't compute the same rank. */
export const lockColumns = sql(
  "columns.lockAll",
  `SELECT ${lockedColumn} FROM task_status
   WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

/** The former columns of archived tasks, for restoring them without a target column. $1 tasks. */
export const columnsOfTasks = sql(
  "tasks.columns",
  `SELECT id, task_status_id AS "columnId" FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

const placed = (field: "target" | "rank" | "progress" | "restored", type: string) =>
  `($1::jsonb->task.id::text->>'${field}')::${type}`;
/**
 * $1 JSON object with a place for each task. An array's length would be part of the plan, so each run would be planned. For a JSON array,
 * PostgreSQL expects a hundred rows and would read a table of some thousand tasks completely.
 */
export const placeTasks = sql(
  "tasks.placeAll",
  `UPDATE task SET task_status_id = ${placed("target", "bigint")}, rank = ${placed("rank", "text")},
     progress = ${placed("progress", "int")}, version = version + 1, updated_at = now(),
     archived_at = CASE WHEN ${placed("restored", "boolean")} THEN NULL ELSE archived_at END
   WHERE tenant_id = current_tenant() AND id = ANY(ARRAY(SELECT jsonb_object_keys($1::jsonb)::bigint))`,
);

export const archiveTasks = sql(
  "tasks.archiveAll",
  `UPDATE task SET archived_at = now(), version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/**
 * Current column, rank and neighbors of tasks $1. The neighbor below is never one of these tasks, because they are restored sequentially
 * from the top.
 */
export const taskPositions = sql(
  "tasks.standing",
  `SELECT t.id, t.task_status_id AS "columnId", t.rank, above.id AS "aboveId", below.id AS "belowId"
   FROM task t
   LEFT JOIN LATERAL (SELECT id FROM task x WHERE x.tenant_id = current_tenant()
     AND x.task_status_id = t.task_status_id AND x.rank < t.rank ORDER BY x.rank DESC LIMIT 1) AS above ON true
   LEFT JOIN LATERAL (SELECT id FROM task x WHERE x.tenant_id = current_tenant()
     AND x.task_status_id = t.task_status_id AND x.rank > t.rank AND x.id <> ALL($1) ORDER BY x.rank LIMIT 1) AS below ON true
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1)`,
);

/** Version of the task after an event; null for events of comments, attachments and others. */
const versionAfterEvent = `CASE WHEN e.type LIKE 'task.%' THEN (e.data->>'version')::int
  WHEN e.type LIKE 'subtask.%' THEN (e.data->'task'->>'version')::int END`;

/**
 * The last import that changed task `r` after version `r.version`. An update from a board emits no event per task, so its version is
 * derived: the version before the first later event of the task, or the present one. If an earlier event has this version already, the
 * import only added comments or files.
 */
const importOfTask = `SELECT i.created_by AS actor_id
   FROM imported_task x JOIN project_import i ON i.tenant_id = x.tenant_id AND i.id = x.import_id
   JOIN task t ON t.tenant_id = x.tenant_id AND t.id = x.task_id
   CROSS JOIN LATERAL (
     SELECT COALESCE(min(e.version) FILTER (WHERE e.at > i.created_at) - 1, t.version) AS version,
       max(e.version) FILTER (WHERE e.at <= i.created_at) AS before
     FROM (SELECT e.at, ${versionAfterEvent} AS version
       FROM domain_event e WHERE e.tenant_id = current_tenant() AND e.task_id = r.id ORDER BY e.id DESC LIMIT ${maxScannedEvents}) AS e
   ) AS imported
   WHERE x.tenant_id = current_tenant() AND x.task_id = r.id AND ($2::bigint IS NULL OR i.created_by IS DISTINCT FROM $2)
     AND imported.version > GREATEST(r.version, imported.before)`;

/**
 * Tasks whose fields, position or archive state changed after a version, and the user who changed them, according to the event log. A task
 * with more changes than are examined counts as changed by an unknown user, so that old versions don't cause thousands of events to be
 * read. Any change after a later import of the task counts, because imports don't log which fields they changed. $1 JSON array of {id, version, fields, values, place, archive}; `values` are ids of project fields; $2 a user whose own changes don't count, or null.
 */
export const tasksChangedSince = sql(
  "tasks.changedSince",
  `SELECT DISTINCT ON (r.id) r.id AS "taskId", u.id, u.fullname, u.image
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, version int, fields jsonb, values jsonb, place boolean, archive boolean)
   CROSS JOIN LATERAL (
     SELECT e.id, e.actor_id, e.beyond,
       e.later AND ($2::bigint IS NULL OR e.actor_id IS DISTINCT FROM $2)
         AND ((e.type = 'task.updated' AND (e.data->'before' ?| ARRAY(SELECT jsonb_array_elements_text(r.fields))
             OR e.data->'before'->'field_values' ?| ARRAY(SELECT jsonb_array_elements_text(r.values))))
           OR (r.place AND e.type IN ('task.moved', 'task.restored'))
           OR (r.archive AND e.type IN ('task.archived', 'task.restored'))) AS touched
     FROM (
       SELECT e.*, e.version > r.version AS later, row_number() OVER (ORDER BY e.id DESC) = ${maxScannedEvents}
         AND NOT COALESCE(bool_or(e.version <= r.version) OVER (), false) AS beyond
       FROM (
         SELECT id, type, actor_id, data, CASE WHEN type LIKE 'task.%' THEN (data->>'version')::int END AS version
         FROM domain_event WHERE tenant_id = current_tenant() AND task_id = r.id ORDER BY id DESC LIMIT ${maxScannedEvents}
       ) AS e
     ) AS e
     UNION ALL
     SELECT 0, imported.actor_id, false, true FROM (${importOfTask}) AS imported
   ) AS e
   LEFT JOIN app_user u ON e.touched AND u.tenant_id = current_tenant() AND u.id = e.actor_id
   WHERE e.touched OR e.beyond
   ORDER BY r.id, COALESCE(e.touched, false) DESC, e.id DESC`,
);
