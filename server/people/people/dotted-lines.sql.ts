import { sql } from "../../platform/database/unit-of-work";

/** Builds the statement for the active users at one end of dotted lines with $1 at the other end. */
const atEnd = (whom: string, other: string) => `SELECT u.id, u.fullname, u.image, p.title AS position FROM dotted_line l
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.${whom} AND u.active AND NOT u.external
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE l.tenant_id = current_tenant() AND l.${other} = $1 AND l.ended_on IS NULL ORDER BY u.fullname COLLATE reader, u.id`;

export const selectDottedManagers = sql("dottedLines.of", atEnd("manager_id", "user_id"));
export const selectDottedReports = sql("dottedLines.reports", atEnd("user_id", "manager_id"));
export const selectDottedLinesOnDay = sql(
  "dottedLines.on",
  `SELECT l.user_id, l.manager_id FROM dotted_line l WHERE l.tenant_id = current_tenant() AND l.begun_on <= $1::date
     AND (l.ended_on IS NULL OR l.ended_on > $1::date) ORDER BY l.user_id, l.manager_id`,
);

/** Names of the dotted-line managers of each user in $1; users without any are left out. */
export const selectDottedLineManagerNames = sql(
  "dottedLines.names",
  `SELECT l.user_id AS id, string_agg(u.fullname, ' · ' ORDER BY u.fullname COLLATE reader, u.id) AS names
   FROM dotted_line l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.manager_id
   WHERE l.tenant_id = current_tenant() AND l.user_id = ANY($1) AND l.ended_on IS NULL GROUP BY l.user_id`,
);

/** User $1, their direct and dotted-line reports, and users $2, each with the name of their manager. */
export const selectTeamOfLeaver = sql(
  "dottedLines.aroundLeaver",
  `SELECT u.id, m.fullname AS parent FROM app_user u
   LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id
   WHERE u.tenant_id = current_tenant() AND (u.id = $1 OR u.parent_id = $1 OR u.id = ANY($2)
     OR EXISTS (SELECT FROM dotted_line l WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.manager_id = $1 AND l.ended_on IS NULL))`,
);
export const selectManagerNames = sql(
  "dottedLines.parentNames",
  `SELECT u.id, m.fullname AS parent FROM app_user u
   LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)`,
);

/** Users among $1 who can be managers: active and not external. */
export const selectLeadCandidates = sql(
  "dottedLines.mayLead",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) AND active AND NOT external",
);
export const updateOtherDottedLinesEnded = sql(
  "dottedLines.endOthers",
  `UPDATE dotted_line SET ended_on = tenant_today()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND ended_on IS NULL AND manager_id <> ALL($2)`,
);
export const insertDottedLine = sql(
  "dottedLines.begin",
  `INSERT INTO dotted_line (tenant_id, user_id, manager_id) SELECT current_tenant(), $1, unnest($2::bigint[])
   ON CONFLICT (tenant_id, user_id, manager_id) WHERE ended_on IS NULL DO NOTHING`,
);

/**
 * Transfers dotted lines from manager $1 to $2, except lines of $2 and of users that $2 already leads. Effective from the day in
 * `app.effective_on`, or later if the old line, or an earlier one to $2, ended later.
 */
export const moveDottedLines = sql(
  "dottedLines.move",
  `WITH ended AS (
     UPDATE dotted_line SET ended_on = GREATEST(begun_on, effective_day())
     WHERE tenant_id = current_tenant() AND manager_id = $1 AND ended_on IS NULL RETURNING user_id, ended_on
   ), begun AS (
     INSERT INTO dotted_line (tenant_id, user_id, manager_id, begun_on)
     SELECT current_tenant(), u.id, $2, GREATEST(ended.ended_on,
       (SELECT max(o.ended_on) FROM dotted_line o
        WHERE o.tenant_id = u.tenant_id AND o.user_id = u.id AND o.manager_id = $2),
       (SELECT max(upper(e.period)) FROM employment e
        WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id AND e.parent_id = $2 AND NOT upper_inf(e.period)))
     FROM ended JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = ended.user_id
     WHERE u.id <> $2 AND u.parent_id IS DISTINCT FROM $2
     ON CONFLICT (tenant_id, user_id, manager_id) WHERE ended_on IS NULL DO NOTHING
   ) SELECT user_id FROM ended ORDER BY user_id`,
);
export const updateDottedLinesOfUserEnded = sql(
  "dottedLines.endOf",
  `UPDATE dotted_line SET ended_on = GREATEST(begun_on, effective_day())
   WHERE tenant_id = current_tenant() AND $1 IN (user_id, manager_id) AND ended_on IS NULL RETURNING user_id`,
);
