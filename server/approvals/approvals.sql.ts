import { sql } from "../platform/database/unit-of-work";

/** A request of any family. */
export const lockSentRequest = sql(
  "requests.lockSent",
  `SELECT r.id, r.family, r.type, r.status, r.round, r.step, r.version, r.requester_id AS "requesterId",
     r.department_id AS "departmentId", r.sent_at AS "sentAt", r.decided_at AS "decidedAt", r.created_at AS "createdAt",
     json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS requester,
     COALESCE(r.title, r.type) AS title
   FROM request r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
   WHERE r.tenant_id = current_tenant() AND r.id = $1 FOR UPDATE OF r`,
);

/** $1 request, $2 status, $3 step, $4 whether it was sent just now, $5 whether it is decided, $6 title (null: as it is). */
export const moveRequest = sql(
  "requests.move",
  `UPDATE request SET status = $2, step = $3, version = version + 1, updated_at = now(),
     round = round + $4::boolean::int, sent_at = CASE WHEN $4 THEN now() ELSE sent_at END,
     decided_at = CASE WHEN $5 THEN now() END, title = COALESCE($6, title)
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version, round, title`,
);

/** $1: one object for each request that is sent: where it goes and what it is called. */
export const sendRows = sql(
  "requests.send",
  `UPDATE request r SET status = s.status, step = s.step, version = r.version + 1, updated_at = now(), round = r.round + 1,
     sent_at = now(), decided_at = CASE WHEN s.decided THEN now() END, title = COALESCE(s.title, r.title)
   FROM jsonb_to_recordset($1::jsonb) AS s (id bigint, status text, step int, decided boolean, title text)
   WHERE r.tenant_id = current_tenant() AND r.id = s.id RETURNING r.id, r.version, r.round, r.title`,
);

/** $1: for each request its round and its steps, in order; the first is asked at once. */
export const insertStepsOf = sql(
  "requests.insertSteps",
  `INSERT INTO request_step (tenant_id, request_id, round, position, rule, approver, route, approver_id, role_id, meant_id, state, since)
   SELECT current_tenant(), r.id, r.round, place - 1, step->>'rule', step->>'by', step->>'route',
          (step->>'approver_id')::bigint, (step->>'role_id')::bigint, (step->>'meant_id')::bigint,
          CASE WHEN place = 1 THEN 'now' ELSE 'next' END, CASE WHEN place = 1 THEN now() END
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, round int, chain jsonb),
     jsonb_array_elements(r.chain) WITH ORDINALITY AS s (step, place) ORDER BY r.id, place`,
);

const step = `id, position, approver_id, role_id, meant_id, approver, route, since, reminded_at AS "remindedAt"`;

export const stepNow = sql(
  "requests.stepNow",
  `SELECT ${step} FROM request_step
   WHERE tenant_id = current_tenant() AND request_id = $1 AND state = 'now'`,
);

export const stepsOfRound = sql(
  "requests.stepsOfRound",
  `SELECT ${step} FROM request_step
   WHERE tenant_id = current_tenant() AND request_id = $1 AND round = $2 ORDER BY position`,
);

/** Zero rows: somebody else was here. $1 step, $2 decision, $3 who, $4 on whose behalf, $5 note. */
export const decideStep = sql(
  "requests.decideStep",
  `UPDATE request_step SET state = $2, decided_by = $3, on_behalf_of = $4, note = $5, decided_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'now' RETURNING position`,
);

/** $1 request, $2 round, $3 position: asked from now on. */
export const askStep = sql(
  "requests.askStep",
  `UPDATE request_step SET state = 'now', since = now()
   WHERE tenant_id = current_tenant() AND request_id = $1 AND round = $2 AND position = $3 AND state = 'next'
   RETURNING ${step}`,
);

/** $1 step, $2 person, $3 role, $4 route, $5 who was meant: somebody else is asked than was written down. */
export const routeStep = sql(
  "requests.routeStep",
  `UPDATE request_step SET approver_id = $2, role_id = $3, route = $4, meant_id = $5
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'now'`,
);

/** What nobody will be asked any more. */
export const dropSteps = sql(
  "requests.dropSteps",
  `UPDATE request_step SET state = 'dropped'
   WHERE tenant_id = current_tenant() AND request_id = $1 AND state IN ('next', 'now')`,
);

export const dropStepsOf = sql(
  "requests.dropStepsOf",
  `UPDATE request_step SET state = 'dropped'
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) AND state IN ('next', 'now')`,
);

/** Who has approved a step of the latest round, and in whose name. $1 request, $2 round. */
export const approversOfRound = sql(
  "requests.approvers",
  `SELECT DISTINCT u.id FROM request_step s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.active AND NOT u.external AND u.id IN (s.decided_by, s.on_behalf_of)
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.round = $2 AND s.state = 'approved' ORDER BY u.id`,
);

/** Every step that a request ever had, with the names as they are today. */
export const track = sql(
  "requests.track",
  `SELECT s.id, s.request_id, s.round, s.position, s.rule, s.approver AS by, s.route, s.state, s.since, s.decided_at, s.note,
     CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullname', a.fullname, 'image', a.image) END AS approver,
     CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'fullname', m.fullname, 'image', m.image) END AS instead_of,
     CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name, 'code', g.code) END AS role,
     CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'fullname', d.fullname, 'image', d.image) END AS decided_by,
     CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'fullname', b.fullname, 'image', b.image) END AS on_behalf_of
   FROM request_step s
   LEFT JOIN app_user a ON a.tenant_id = s.tenant_id AND a.id = s.approver_id
   LEFT JOIN app_user m ON m.tenant_id = s.tenant_id AND m.id = s.meant_id
   LEFT JOIN role g ON g.tenant_id = s.tenant_id AND g.id = s.role_id
   LEFT JOIN app_user d ON d.tenant_id = s.tenant_id AND d.id = s.decided_by
   LEFT JOIN app_user b ON b.tenant_id = s.tenant_id AND b.id = s.on_behalf_of
   WHERE s.tenant_id = current_tenant() AND s.request_id = ANY($1) ORDER BY s.request_id, s.round, s.position`,
);

/** Whether a person decides, decided, or decides for someone who does. $1 request, $2 person. */
export const concerns = sql(
  "requests.concerns",
  `SELECT EXISTS (
     SELECT FROM request_step s WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.state <> 'dropped' AND (
       $2 IN (s.approver_id, s.decided_by)
       OR s.role_id = (SELECT role_id FROM app_user WHERE tenant_id = current_tenant() AND id = $2)
       OR EXISTS (SELECT FROM running_delegation d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegator_id
                  WHERE d.delegatee_id = $2 AND (u.id = s.approver_id OR u.role_id = s.role_id)))
   ) AS concerned`,
);
