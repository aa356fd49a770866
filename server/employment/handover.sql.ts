import { teamOf } from "../people/management-line.policy";
import { sql } from "../platform/database/unit-of-work";
import { lists, namesPerson } from "./hanging.sql";

/** Everything that hangs on $1, after the last day $2 where that matters, by kind, with some of it by name. */
export const hanging = sql(
  "handover.hanging",
  Object.entries(lists)
    .map(
      ([kind, list]) =>
        `SELECT '${kind}' AS kind, count(*)::int AS count, COALESCE((array_agg(name ORDER BY name) FILTER (WHERE name IS NOT NULL))[1:4], '{}') AS names FROM (${list}) AS of_${kind}`,
    )
    .join(" UNION ALL "),
);

/** Unsent weeks of $1 by their Mondays. */
export const unsentWeeks = sql("handover.weeks", `${lists.weeks} ORDER BY 1`);

/** Where $1 has to be told apart from who takes over: projects with something open of theirs, and how $2 is in them. */
export const projectsOf = sql(
  "handover.projects",
  `SELECT p.id, COALESCE(a.role, '') AS role,
     (SELECT json_agg(json_build_object('user_id', m.user_id, 'role', m.role)) FROM project_member m
      WHERE m.tenant_id = p.tenant_id AND m.project_id = p.id) AS members
   FROM project p LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2
   WHERE p.tenant_id = current_tenant() AND p.archived_at IS NULL AND (
     EXISTS (SELECT FROM task_user x JOIN task t ON t.tenant_id = x.tenant_id AND t.id = x.task_id AND t.archived_at IS NULL
             JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND s.kind <> 'done'
             WHERE x.tenant_id = p.tenant_id AND x.project_id = p.id AND x.user_id = $1)
     OR EXISTS (SELECT FROM subtask s JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id AND t.archived_at IS NULL
             WHERE t.tenant_id = p.tenant_id AND t.project_id = p.id AND s.assignee_id = $1 AND NOT s.completed))
   ORDER BY p.id`,
);

/** Projects that $1 alone owns, with everybody who is in them by name. */
export const ownedAlone = sql(
  "handover.ownedAlone",
  `SELECT m.project_id AS id, (SELECT json_agg(json_build_object('user_id', o.user_id, 'role', o.role)) FROM project_member o
      WHERE o.tenant_id = m.tenant_id AND o.project_id = m.project_id) AS members
   FROM project_member m JOIN project p ON p.tenant_id = m.tenant_id AND p.id = m.project_id AND p.archived_at IS NULL
   WHERE m.tenant_id = current_tenant() AND m.user_id = $1 AND m.role = 'owner' AND NOT EXISTS (
     SELECT FROM project_member o JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id AND u.active
     WHERE o.tenant_id = m.tenant_id AND o.project_id = m.project_id AND o.role = 'owner' AND o.user_id <> $1)
   ORDER BY m.project_id`,
);

/** Whether in one of the projects $1 person $2 has less than who takes tasks over there is given. */
export const unseen = sql(
  "handover.unseen",
  `SELECT FROM project p WHERE p.tenant_id = current_tenant() AND p.id = ANY($1) AND NOT EXISTS (
     SELECT FROM project_access a WHERE a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2
       AND a.role IN ('owner', 'member')) LIMIT 1`,
);
export const holdsAllProjects = sql("handover.allProjects", "SELECT person_holds($1, 'project-all') AS all");

/** Something of what $1 leads, where $2 may not say who decides anyhow. */
const ledUnless = (kind: "reports" | "departments") =>
  sql(
    `handover.led.${kind}`,
    `SELECT FROM (${lists[kind]}) AS led WHERE NOT person_holds($2, 'approval-rule-edit') LIMIT 1`,
  );
export const ledAndClosed = { reports: ledUnless("reports"), departments: ledUnless("departments") };

/** Whether something private is among what $1 has booked, and hands over. */
export const privateBookings = sql(
  "handover.privateBookings",
  `SELECT FROM booking WHERE tenant_id = current_tenant() AND requester_id = $1 AND private
     AND status IN ('pending', 'approved') AND ends_at > now() LIMIT 1`,
);

/** Requests that wait for $1, and whether $2 may decide them. */
export const waitingRequests = sql(
  "handover.waiting",
  `SELECT s.request_id AS id,
     r.requester_id <> $2 AND EXISTS (SELECT FROM family_decider e WHERE e.tenant_id = r.tenant_id AND e.id = $2 AND e.family = r.family)
     AND NOT (four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = r.id AND a.id = $2)) AS entitled
   FROM request_step s JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND s.approver_id = $1 ORDER BY s.request_id`,
);

/** A successor from below rises to where $1 stands first: nobody stands above themself, not for a moment either. */
export const raiseSuccessor = sql(
  "handover.raise",
  `WITH RECURSIVE ${teamOf}
   UPDATE app_user SET parent_id = (SELECT parent_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $2 AND id IN (SELECT id FROM team) RETURNING id`,
);
export const moveReports = sql(
  "handover.reports",
  `UPDATE app_user SET parent_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND parent_id = $1 AND id <> $2 AND id = ANY($3) RETURNING id`,
);
/** The first day on which somebody whose last day is $1 isn't there any more; today, where they go before it. */
export const firstDayWithout = sql("handover.firstDay", "SELECT LEAST($1::date + 1, tenant_today())::text AS day");
/** Of $1's reports and of who takes over ($2) the day since when they are led by somebody else: $3, or later, where they came later. */
export const ledSince = sql(
  "handover.ledSince",
  `SELECT u.id, GREATEST($3::date, (SELECT max(upper(e.period)) FROM employment e WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id
       AND NOT upper_inf(e.period) AND e.parent_id IS DISTINCT FROM u.parent_id))::text AS since
   FROM app_user u WHERE u.tenant_id = current_tenant() AND (u.parent_id = $1 OR u.id = $2) ORDER BY u.id`,
);
export const moveDepartments = sql(
  "handover.departments",
  `UPDATE department SET head_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND head_id = $1 RETURNING id, name`,
);

const replaced = (column: string) =>
  `regexp_replace(${column}::text, '"user_id": ' || $1::bigint || '(?=[,}])', '"user_id": ' || $2::bigint, 'g')::jsonb`;
export const moveRules = sql(
  "handover.rules",
  `UPDATE approval_rule SET steps = ${replaced("steps")}, version = version + 1
   WHERE tenant_id = current_tenant() AND ${namesPerson("steps")} RETURNING family`,
);
export const moveForms = sql(
  "handover.forms",
  `UPDATE form_version SET definition = ${replaced("definition")} WHERE tenant_id = current_tenant() AND ${namesPerson("definition")}`,
);
export const moveDrafts = sql(
  "handover.drafts",
  `UPDATE form SET draft = ${replaced("draft")} WHERE tenant_id = current_tenant() AND ${namesPerson("draft")}`,
);
export const moveCover = sql(
  "handover.cover",
  `UPDATE leave_request SET substitute_id = NULLIF($2::bigint, user_id)
   WHERE tenant_id = current_tenant() AND substitute_id = $1 AND live AND end_date >= tenant_today()`,
);

/** Rooms and cars stay booked, for who takes over. */
export const moveBookings = sql(
  "handover.bookings",
  `UPDATE booking SET requester_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND status IN ('pending', 'approved') AND ends_at > now()
   RETURNING id`,
);
/** What somebody drives still. */
export const drivesOf = sql(
  "handover.drivesOf",
  `SELECT b.id FROM booking b JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id = $1 AND d.deleted_at IS NULL
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > now() ORDER BY b.id`,
);
/** Whoever takes over drives, or drives already: then their journeys are added to those. */
export const moveDrives = [
  sql(
    "handover.drives",
    `UPDATE booking b SET driver_id = t.id, version = b.version + 1 FROM driver d, driver t
     WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > now()
       AND d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id = $1
       AND t.tenant_id = b.tenant_id AND t.user_id = $2 AND t.deleted_at IS NULL`,
  ),
  sql(
    "handover.driver",
    `UPDATE driver d SET deleted_at = CASE WHEN t.found THEN now() END, user_id = CASE WHEN t.found THEN d.user_id ELSE $2 END,
       version = d.version + 1
     FROM (SELECT EXISTS (SELECT FROM driver WHERE tenant_id = current_tenant() AND user_id = $2 AND deleted_at IS NULL) AS found) t
     WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND d.deleted_at IS NULL`,
  ),
] as const;

/** Plans for others that name $1. */
export const movePlans = [
  sql(
    "handover.planSuccessors",
    `UPDATE employment_change SET successor_id = NULLIF($2::bigint, user_id)
     WHERE tenant_id = current_tenant() AND status = 'planned' AND successor_id = $1`,
  ),
  sql(
    "handover.planHandovers",
    `UPDATE employment_handover h SET successor_id = $2 FROM employment_change c
     WHERE h.tenant_id = current_tenant() AND h.successor_id = $1 AND c.tenant_id = h.tenant_id AND c.id = h.change_id
       AND c.status = 'planned' AND c.user_id <> $2`,
  ),
  // Nobody takes over from themself: of what they leave it goes to whoever takes over the rest.
  sql(
    "handover.planOwnHandovers",
    `DELETE FROM employment_handover h USING employment_change c
     WHERE h.tenant_id = current_tenant() AND h.successor_id = $1 AND c.tenant_id = h.tenant_id AND c.id = h.change_id
       AND c.status = 'planned' AND c.user_id = $2`,
  ),
  sql(
    "handover.planManagers",
    `UPDATE employment_change_field SET parent_id = NULLIF($2::bigint, user_id),
       after = (SELECT fullname FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = NULLIF($2::bigint, employment_change_field.user_id))
     WHERE tenant_id = current_tenant() AND planned AND parent_id = $1`,
  ),
] as const;

export const groupsOf = sql(
  "handover.groups",
  `SELECT g.id, g.title, ARRAY(SELECT user_id FROM user_group_member o WHERE o.tenant_id = g.tenant_id AND o.group_id = g.id
     AND o.user_id <> $1 ORDER BY user_id) AS users
   FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
   WHERE m.tenant_id = current_tenant() AND m.user_id = $1 ORDER BY g.id`,
);

export const handovers = sql(
  "handover.of",
  `SELECT h.kind, json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS user
   FROM employment_handover h JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = h.successor_id
   WHERE h.tenant_id = current_tenant() AND h.change_id = $1 ORDER BY h.kind`,
);
export const insertHandovers = sql(
  "handover.insert",
  `INSERT INTO employment_handover (tenant_id, change_id, kind, successor_id)
   SELECT current_tenant(), $1, h.kind, h.user_id FROM unnest($2::text[], $3::bigint[]) AS h (kind, user_id)`,
);

/** The leaving that is planned for $1. */
export const plannedLeaving = sql(
  "handover.planned",
  `SELECT id FROM employment_change WHERE tenant_id = current_tenant() AND user_id = $1 AND status = 'planned'
     AND type IN ('termination', 'resignation')`,
);
/** Their own plans, without that they leave. */
export const plannedChangesOf = sql(
  "handover.plannedChanges",
  `SELECT id FROM employment_change WHERE tenant_id = current_tenant() AND user_id = $1 AND status = 'planned'
     AND type IN ('promotion', 'change') ORDER BY id`,
);

/** Of those who could take over, in this order, the first who is here. */
export const firstPresent = sql(
  "handover.firstPresent",
  `SELECT u.id FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place)
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.id AND u.active AND NOT u.external ORDER BY w.place LIMIT 1`,
);
export const anAdministrator = sql(
  "handover.administrator",
  `SELECT u.id FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id AND r.code = 'administrator'
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND u.id <> $1 ORDER BY u.id LIMIT 1`,
);

/** Whoever signs in by password where everybody else comes from the issuer. */
export const signOnExempt = sql(
  "handover.signOnExempt",
  "SELECT 1 AS found FROM sign_on WHERE tenant_id = current_tenant() AND required AND exempt_user_id = $1",
);

export const personNamed = sql(
  "handover.person",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);
