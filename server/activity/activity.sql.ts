import { unlistedOutside } from "../../shared/kernel/outside";
import { sql } from "../platform/database/unit-of-work";
import { feedLines, history } from "./activity.policy";
import { shortData } from "./short-data.present";

const actor = `CASE WHEN u.id IS NOT NULL
  THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor`;

/** $1 task, $2 older than this event, $3 how many, $4 whether the reader is from outside, $5 whether texts are whole. */
export const eventsOfTask = sql(
  "activity.ofTask",
  `SELECT e.id, e.type, e.at, CASE WHEN $5 THEN e.data ELSE ${shortData("e.data")} END AS data, ${actor}
   FROM domain_event e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.task_id = $1 AND ${history}
     AND ($2::bigint IS NULL OR e.id < $2) AND NOT ($4 AND e.type ~ '${unlistedOutside}')
   ORDER BY e.id DESC LIMIT $3`,
);

// A moved task is told with the name of its column as it is today: the event has the id, and feeds have no board.
const told = `CASE WHEN e.type = 'task.moved' THEN ${shortData("e.data")} || jsonb_build_object('column', (
    SELECT jsonb_build_object('id', s.id, 'title', s.title) FROM task_status s
    WHERE s.tenant_id = current_tenant() AND s.id = (e.data->>'task_status_id')::bigint))
  ELSE ${shortData("e.data")} END AS data`;

/**
 * From each project its latest lines, and of those the latest: the log may be long, what is read stays short. Within a stream ids and
 * revisions grow together. $1 reader, $2 whether they see every project, $3 older than this event, $4 how many, $5 one project, $6 whether
 * the reader is from outside.
 */
export const recent = sql(
  "activity.recent",
  `SELECT e.id, e.type, e.at, ${told}, mine.id AS project_id, ${actor}
   FROM (
     SELECT p.id FROM project p
     WHERE p.tenant_id = current_tenant() AND ($5::bigint IS NULL OR p.id = $5) AND ($2 OR EXISTS (
       SELECT FROM project_access a WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))
   ) AS mine
   CROSS JOIN LATERAL (
     SELECT e.id, e.type, e.at, e.data, e.actor_id FROM domain_event e
     WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || mine.id
       AND ($3::bigint IS NULL OR e.id < $3) AND NOT ($6 AND e.type ~ '${unlistedOutside}') AND ${feedLines}
     ORDER BY e.revision DESC LIMIT $4
   ) AS e
   LEFT JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = e.actor_id
   ORDER BY e.id DESC LIMIT $4`,
);
