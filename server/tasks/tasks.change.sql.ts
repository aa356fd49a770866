import { sql } from "../platform/database/unit-of-work";
import { factNames, linkNames, selected, selectedLinks, storedFacts } from "./tasks.fields";
import { mostLookedThrough } from "./task.entity";

/** Up to 50,000 letters: read and written where it is changed alone. */
const isLong = (name: string) => name === "description";

/** The tasks as they are before a change. $1 tasks, $2 those of which the description is asked for. */
export const tasksBefore = sql(
  "tasks.before",
  `SELECT t.id, ${selected(factNames.filter((name) => !isLong(name)))},
     CASE WHEN t.id = ANY($2) THEN t.description END AS description, '/files/' || t.cover_file_id || '/preview' AS cover_url, ${selectedLinks(linkNames)}
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = ANY($1)`,
);

/** Letters of these tasks' descriptions together. */
export const lengthOfDescriptions = sql(
  "tasks.lengthOfDescriptions",
  "SELECT COALESCE(sum(length(description)), 0)::int AS letters FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** $1 a list of whole records: every fact of each task as it should be; of a description whether it is written, and what. */
export const writeFacts = sql(
  "tasks.writeFacts",
  `UPDATE task SET ${storedFacts.map(({ name, column, write }) => `${column} = ${isLong(name) ? `CASE WHEN r.described THEN ${write} ELSE task.${column} END` : write}`).join(", ")},
     progress_by_hand = COALESCE(r.by_hand, progress_by_hand), version = version + 1, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb)
     AS r (id bigint, ${storedFacts.map(({ name, type }) => `${name} ${type}`).join(", ")}, by_hand boolean, described boolean)
   WHERE tenant_id = current_tenant() AND task.id = r.id`,
);

/** Keeps projects from changing until the transaction ends, see `holdProjectOfTask`. $1 tasks. */
export const holdProjectsOfTasks = sql(
  "projects.holdAll",
  `SELECT id FROM project WHERE tenant_id = current_tenant()
     AND id IN (SELECT project_id FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)) ORDER BY id FOR SHARE`,
);

/**
 * What waits for what, and what is counted on all cards, is changed by one at a time in a project: two who each add one half of a circle,
 * or what just fits, see nothing of one another. Before the tasks: their foreign keys would wait for one another otherwise.
 */
export const lockProjectsOfTasks = sql(
  "projects.lockAll",
  `SELECT id FROM project WHERE tenant_id = current_tenant()
     AND id IN (SELECT project_id FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)) ORDER BY id
   FOR NO KEY UPDATE`,
);

/** Whoever places cards in columns holds them, in the order of their ids: two drops never compute the same rank. */
export const lockColumns = sql(
  "columns.lockAll",
  `SELECT id, project_id AS "projectId", title, kind FROM task_status
   WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

/** The columns in which archived tasks stood, for those who bring them back without naming another. $1 tasks. */
export const columnsOfTasks = sql(
  "tasks.columns",
  `SELECT id, task_status_id AS "columnId" FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/**
 * $1 a column, $2 its new tasks, $3 their ranks, $4 their progress, $5 which of them come back from the archive.
 */
export const placeTasks = sql(
  "tasks.placeAll",
  `UPDATE task SET task_status_id = $1, rank = r.rank, progress = r.progress, version = version + 1, updated_at = now(),
     archived_at = CASE WHEN r.restored THEN NULL ELSE archived_at END
   FROM unnest($2::bigint[], $3::text[], $4::int[], $5::boolean[]) AS r (id, rank, progress, restored)
   WHERE tenant_id = current_tenant() AND task.id = r.id`,
);

export const archiveTasks = sql(
  "tasks.archiveAll",
  `UPDATE task SET archived_at = now(), version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

/**
 * Where tasks stand: their column, rank and the tasks next to them; below the next one that isn't among them, since they
 * go back one after the other from the top. $1 tasks.
 */
export const standing = sql(
  "tasks.standing",
  `SELECT t.id, t.task_status_id AS "columnId", t.rank, above.id AS "aboveId", below.id AS "belowId"
   FROM task t
   LEFT JOIN LATERAL (SELECT id FROM task x WHERE x.tenant_id = current_tenant()
     AND x.task_status_id = t.task_status_id AND x.rank < t.rank ORDER BY x.rank DESC LIMIT 1) AS above ON true
   LEFT JOIN LATERAL (SELECT id FROM task x WHERE x.tenant_id = current_tenant()
     AND x.task_status_id = t.task_status_id AND x.rank > t.rank AND x.id <> ALL($1) ORDER BY x.rank LIMIT 1) AS below ON true
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1)`,
);

/**
 * Which tasks someone changed in the same respect after the version that was seen. The event log knows, and who it was. Where more has
 * happened since than is looked through, it counts as changed by nobody in particular: a history of thousands of events would be read
 * for each old version that is sent.
 * $1 a list of {id, version, fields, place, archive}; $2 a person whose own changes don't count, or null.
 */
export const changedSince = sql(
  "tasks.changedSince",
  `SELECT DISTINCT ON (r.id) r.id AS "taskId", u.id, u.fullname, u.image
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, version int, fields jsonb, place boolean, archive boolean)
   CROSS JOIN LATERAL (
     SELECT e.*, e.version > r.version AS later, row_number() OVER (ORDER BY e.id DESC) = ${mostLookedThrough}
       AND NOT COALESCE(bool_or(e.version <= r.version) OVER (), false) AS beyond
     FROM (
       SELECT id, type, actor_id, data, CASE WHEN type LIKE 'task.%' THEN (data->>'version')::int END AS version
       FROM domain_event WHERE tenant_id = current_tenant() AND task_id = r.id ORDER BY id DESC LIMIT ${mostLookedThrough}
     ) AS e
   ) AS e
   CROSS JOIN LATERAL (
     SELECT e.later AND ($2::bigint IS NULL OR e.actor_id IS DISTINCT FROM $2)
       AND ((e.type = 'task.updated' AND e.data->'before' ?| ARRAY(SELECT jsonb_array_elements_text(r.fields)))
         OR (r.place AND e.type IN ('task.moved', 'task.restored'))
         OR (r.archive AND e.type IN ('task.archived', 'task.restored'))) AS touched
   ) AS same
   LEFT JOIN app_user u ON same.touched AND u.tenant_id = current_tenant() AND u.id = e.actor_id
   WHERE same.touched OR e.beyond
   ORDER BY r.id, COALESCE(same.touched, false) DESC, e.id DESC`,
);
