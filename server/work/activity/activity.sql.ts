import { typesHiddenFromExternals } from "../../../shared/kernel/external-view";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { feedCondition, historyCondition } from "./activity.policy";

/**
 * Lists shorten values larger than `maxBytes` and arrays with more than `maxMembers` members, because 200 unshortened description changes
 * were 20 MB.
 */
const maxBytes = 1_000;
const maxMembers = 200;
/** Length of an excerpt in characters; must be smaller than `maxBytes`. */
const beginning = 200;

/** Converts a text to plain text that keeps its HTML escaping. Drops a tag or entity that would be cut in half. */
const excerpt = (text: string) =>
  `regexp_replace(left(ltrim(regexp_replace(left(${text}, 5000), '(<[^>]*(>|$)|\\s)+', ' ', 'g')), ${beginning}), '&[^;]{0,9}$', '') || '…'`;

// Whether a text value takes more than `maxBytes` bytes. PostgreSQL reads the stored size without loading the value.
const isLong = (value: string) => `(jsonb_typeof(${value}) = 'string' AND pg_column_size(${value}) > ${maxBytes})`;

const shortValue = (value: string, otherwise: string) =>
  `CASE WHEN ${isLong(value)} THEN to_jsonb(${excerpt(`${value} #>> '{}'`)})
     WHEN jsonb_typeof(${value}) = 'array' AND jsonb_array_length(${value}) > ${maxMembers}
       THEN jsonb_path_query_array(${value}, '$[0 to ${maxMembers - 1}]')
     ELSE ${otherwise} END`;

/**
 * SQL expression for event data in lists of events. Long texts, including previous values, become a plain-text excerpt with `shortened:
 * true`; long arrays keep their first members. Code that processes events reads the full data.
 * @param data SQL expression for the data, a JSON object.
 */
const shortData = (data: string): string =>
  `(SELECT COALESCE(jsonb_object_agg(f.key, ${shortValue(
    "f.value",
    `CASE WHEN jsonb_typeof(f.value) = 'object' THEN COALESCE(inner_data.short, '{}') ELSE f.value END`,
  )}), '{}') || CASE WHEN bool_or(${isLong("f.value")} OR COALESCE(inner_data.shortened, false))
      THEN '{"shortened": true}'::jsonb ELSE '{}' END
   FROM jsonb_each(${data}) AS f
   LEFT JOIN LATERAL (
     SELECT jsonb_object_agg(i.key, ${shortValue("i.value", "i.value")}) AS short, bool_or(${isLong("i.value")}) AS shortened
     FROM jsonb_each(CASE WHEN jsonb_typeof(f.value) = 'object' THEN f.value ELSE '{}' END) AS i
   ) AS inner_data ON true)`;

const actor = `${personOrNull("u")} AS actor`;

export const selectEventsOfTask = sql(
  "activity.ofTask",
  `SELECT e.id, e.type, e.at, CASE WHEN $5 THEN e.data ELSE ${shortData("e.data")} END AS data, ${actor}
   FROM domain_event e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.task_id = $1 AND ${historyCondition}
     AND ($2::bigint IS NULL OR e.id < $2) AND NOT ($4 AND e.type ~ '${typesHiddenFromExternals}')
   ORDER BY e.id DESC LIMIT $3`,
);

// Adds the current title of the column to `task.moved`, because the event contains only its id and feeds have no board to look it up in.
const eventData = `CASE WHEN e.type = 'task.moved' THEN ${shortData("e.data")} || jsonb_build_object('column', (
    SELECT jsonb_build_object('id', s.id, 'title', s.title) FROM task_status s
    WHERE s.tenant_id = current_tenant() AND s.id = (e.data->>'task_status_id')::bigint))
  ELSE ${shortData("e.data")} END AS data`;

/**
 * Reads the latest entries per project and then the latest of all, so that a long log isn't scanned. Within a stream, ids and revisions
 * grow together. $1 reader, $2 whether the reader sees every project, $3 only events older than this id, $4 limit, $5 one project, $6
 * whether the reader is external.
 */
export const selectRecentEvents = sql(
  "activity.recent",
  `SELECT e.id, e.type, e.at, ${eventData}, mine.id AS project_id, ${actor}
   FROM (
     SELECT p.id FROM project p
     WHERE p.tenant_id = current_tenant() AND ($5::bigint IS NULL OR p.id = $5) AND ($2 OR EXISTS (
       SELECT FROM project_access a WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))
   ) AS mine
   CROSS JOIN LATERAL (
     SELECT e.id, e.type, e.at, e.data, e.actor_id FROM domain_event e
     WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || mine.id
       AND ($3::bigint IS NULL OR e.id < $3) AND NOT ($6 AND e.type ~ '${typesHiddenFromExternals}') AND ${feedCondition}
     ORDER BY e.revision DESC LIMIT $4
   ) AS e
   LEFT JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = e.actor_id
   ORDER BY e.id DESC LIMIT $4`,
);
