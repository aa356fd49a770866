import { roleAwayUntil } from "./absence.policy";
import { requestColumns } from "./request.entity";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

/** SQL condition: the originally intended approver may still decide, because they were skipped only while on leave. */
export const absentApproverCondition = (step: string) => `${step}.route IN ('away', 'last_resort')`;

export const lockRequest = sql(
  "requests.lockSent",
  `SELECT ${requestColumns},
     COALESCE(r.title, r.type) AS title
   FROM request r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
   WHERE r.tenant_id = current_tenant() AND r.id = $1 FOR UPDATE OF r`,
);

export const updateRequestStatus = sql(
  "requests.move",
  `UPDATE request SET status = $2, step = $3, version = version + 1, updated_at = now(),
     round = round + $4::boolean::int, sent_at = CASE WHEN $4 THEN now() ELSE sent_at END,
     decided_at = CASE WHEN $5 THEN now() END, title = COALESCE($6, title)
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version, round, title`,
  { notNull: ["title"] },
);

/** $1 JSON array with one object per request: its id, new status, step and title, and whether it is decided. */
export const updateSentRequests = sql(
  "requests.send",
  `UPDATE request r SET status = s.status, step = s.step, version = r.version + 1, updated_at = now(), round = r.round + 1,
     sent_at = now(), decided_at = CASE WHEN s.decided THEN now() END, title = COALESCE(s.title, r.title)
   FROM jsonb_to_recordset($1::jsonb) AS s (id bigint, status text, step int, decided boolean, title text)
   WHERE r.tenant_id = current_tenant() AND r.id = s.id RETURNING r.id, r.version, r.round, r.title`,
  { notNull: ["title"] },
);

/** $1 JSON array with the round and steps of each request, in order; the first step is active immediately. */
export const insertRequestSteps = sql(
  "requests.insertSteps",
  `INSERT INTO request_step (tenant_id, request_id, round, position, rule, approver, route, approver_id, role_id, meant_id, state, since)
   SELECT current_tenant(), r.id, r.round, place - 1, step->>'rule', step->>'by', step->>'route',
          (step->>'approver_id')::bigint, (step->>'role_id')::bigint, (step->>'meant_id')::bigint,
          CASE WHEN place = 1 THEN 'now' ELSE 'next' END, CASE WHEN place = 1 THEN now() END
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, round int, chain jsonb),
     jsonb_array_elements(r.chain) WITH ORDINALITY AS s (step, place) ORDER BY r.id, place`,
);

/** $1 request, $2 round, $3 JSON array of the steps. */
export const insertFurtherSteps = sql(
  "requests.insertFurtherSteps",
  `INSERT INTO request_step (tenant_id, request_id, round, position, rule, approver, route, approver_id, role_id, meant_id, state)
   SELECT current_tenant(), $1, $2, place + (SELECT max(position) FROM request_step
       WHERE tenant_id = current_tenant() AND request_id = $1 AND round = $2), step->>'rule', step->>'by', step->>'route',
     (step->>'approver_id')::bigint, (step->>'role_id')::bigint, (step->>'meant_id')::bigint, 'next'
   FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS s (step, place) ORDER BY place`,
);

const step = `id, position, approver_id, role_id, meant_id, approver, route, since, reminded_at AS "remindedAt"`;

export const selectCurrentStep = sql(
  "requests.stepNow",
  `SELECT ${step} FROM request_step
   WHERE tenant_id = current_tenant() AND request_id = $1 AND state = 'now'`,
  { notNull: ["since"] },
);

export const stepsOfRound = sql(
  "requests.stepsOfRound",
  `SELECT ${step} FROM request_step
   WHERE tenant_id = current_tenant() AND request_id = $1 AND round = $2 ORDER BY position`,
);

/** Returns no row when another user decided first. $1 step, $2 decision, $3 decider, $4 on whose behalf, $5 note. */
export const decideStep = sql(
  "requests.decideStep",
  `UPDATE request_step SET state = $2, decided_by = $3, on_behalf_of = $4, note = $5, decided_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'now' RETURNING position`,
);

export const activateStep = sql(
  "requests.askStep",
  `UPDATE request_step SET state = 'now', since = now()
   WHERE tenant_id = current_tenant() AND request_id = $1 AND round = $2 AND position = $3 AND state = 'next'
   RETURNING ${step}`,
  { notNull: ["since"] },
);

export const updateStepAssignment = sql(
  "requests.updateStepAssignment",
  `UPDATE request_step SET approver_id = $2, role_id = $3, route = $4, meant_id = $5
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'now'`,
);

export const dropRemainingSteps = sql(
  "requests.dropSteps",
  `UPDATE request_step SET state = 'dropped'
   WHERE tenant_id = current_tenant() AND request_id = $1 AND state IN ('next', 'now')`,
);

export const dropRemainingStepsOfRequests = sql(
  "requests.dropStepsOf",
  `UPDATE request_step SET state = 'dropped'
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) AND state IN ('next', 'now')`,
);

/** Users who approved a step of the round, and those on whose behalf it was approved. $1 request, $2 round. */
export const approversOfRound = sql(
  "requests.approvers",
  `SELECT DISTINCT u.id FROM request_step s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.active AND NOT u.external AND u.id IN (s.decided_by, s.on_behalf_of)
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.round = $2 AND s.state = 'approved' ORDER BY u.id`,
);

/** All steps the request ever had, with current names. External requesters don't see who is on leave. */
export const approvalHistory = sql(
  "requests.track",
  `SELECT s.id, s.request_id, s.round, s.position, s.rule, s.approver AS by, s.route, s.state, s.since, s.decided_at, s.note,
     ${personOrNull("a")} AS approver,
     ${personOrNull("m")} AS instead_of,
     CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name, 'code', g.code) END AS role,
     ${personOrNull("d")} AS decided_by,
     ${personOrNull("b")} AS on_behalf_of,
     CASE WHEN s.state IN ('next', 'now') AND NOT q.external
       THEN CASE WHEN s.approver_id IS NULL THEN ${roleAwayUntil("s.role_id", "r.requester_id")}
         ELSE away_until(s.approver_id, tenant_today()) END END::text AS away_until,
     CASE WHEN s.state IN ('next', 'now') AND NOT q.external THEN away_until(s.meant_id, tenant_today()) END::text AS meant_away_until,
     CASE WHEN s.state = 'now' AND s.approver_id IS NOT NULL AND is_away(s.approver_id, tenant_today()) AND NOT EXISTS (
         SELECT FROM step_decider d WHERE d.step_id = s.id AND NOT is_away(d.decider_id, tenant_today()))
       THEN GREATEST(s.since, (
         SELECT min(l.start_date) FROM leave_request l JOIN request x ON x.tenant_id = l.tenant_id AND x.id = l.id
         WHERE l.tenant_id = s.tenant_id AND l.user_id = s.approver_id AND l.live
           AND x.status IN ('approved', 'approved_by_manager') AND tenant_today() BETWEEN l.start_date AND l.end_date
         )::timestamp AT TIME ZONE t.time_zone) END AS awaited_since,
     CASE WHEN s.state = 'now' AND s.escalated_at IS NULL THEN (
       SELECT n.day::timestamp AT TIME ZONE t.time_zone FROM request_needed_by n
       WHERE n.tenant_id = s.tenant_id AND n.request_id = s.request_id) END AS needed_by
   FROM request_step s
   JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   JOIN app_user q ON q.tenant_id = r.tenant_id AND q.id = r.requester_id
   JOIN tenant t ON t.id = s.tenant_id
   LEFT JOIN app_user a ON a.tenant_id = s.tenant_id AND a.id = s.approver_id
   LEFT JOIN app_user m ON m.tenant_id = s.tenant_id AND m.id = s.meant_id
   LEFT JOIN role g ON g.tenant_id = s.tenant_id AND g.id = s.role_id
   LEFT JOIN app_user d ON d.tenant_id = s.tenant_id AND d.id = s.decided_by
   LEFT JOIN app_user b ON b.tenant_id = s.tenant_id AND b.id = s.on_behalf_of
   WHERE s.tenant_id = current_tenant() AND s.request_id = ANY($1) ORDER BY s.request_id, s.round, s.position`,
);

/** SQL condition: the user is or was an approver of the request, directly or as a delegate. Both parameters are SQL expressions. */
export const involvementCondition = (request: string, user: string): string => `EXISTS (
     SELECT FROM request_step s WHERE s.tenant_id = current_tenant() AND s.request_id = ${request} AND s.state <> 'dropped' AND (
       ${user} IN (s.approver_id, s.decided_by) OR (${user} = s.meant_id AND ${absentApproverCondition("s")})
       OR s.role_id = (SELECT role_id FROM app_user WHERE tenant_id = current_tenant() AND id = ${user})
       OR EXISTS (SELECT FROM running_delegation d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegator_id
                  WHERE d.delegatee_id = ${user} AND (u.id = s.approver_id OR u.role_id = s.role_id
                    OR (u.id = s.meant_id AND ${absentApproverCondition("s")}))))
   )`;

/** Those of the requests $1 in which user $2 is involved. */
export const selectInvolvements = sql(
  "requests.involvements",
  `SELECT x.id FROM unnest($1::bigint[]) AS x (id) WHERE ${involvementCondition("x.id", "$2")}`,
  { notNull: ["id"] },
);
