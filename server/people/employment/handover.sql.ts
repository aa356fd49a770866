import { openTaskCondition } from "../../work/access/open-task";
import { teamCte } from "../../platform/management-line";
import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { responsibilityLists, stepNamesUser } from "./leaver-responsibilities.sql";

/** Open items of $1 by kind, with up to three names. If $2 (last day) isn't null, only items after that day are included. */
export const selectOpenResponsibilities = sql(
  "handover.hanging",
  Object.entries(responsibilityLists)
    .map(
      ([kind, list]) =>
        `SELECT '${kind}' AS kind, count(*)::int AS count, COALESCE((array_agg(name ORDER BY name COLLATE reader) FILTER (WHERE name IS NOT NULL))[1:4], '{}') AS names FROM (${list}) AS of_${kind}`,
    )
    .join(" UNION ALL "),
);

export const selectUnsentWeeks = sql("handover.weeks", `${responsibilityLists.weeks} ORDER BY 1`);

export const selectProjectsOfUser = sql(
  "handover.projects",
  `SELECT p.id, COALESCE(a.role, '') AS role
   FROM project p LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2
   WHERE p.tenant_id = current_tenant() AND p.archived_at IS NULL AND (
     EXISTS (SELECT FROM task_user x JOIN task t ON t.tenant_id = x.tenant_id AND t.id = x.task_id AND t.archived_at IS NULL
             JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND ${openTaskCondition()}
             WHERE x.tenant_id = p.tenant_id AND x.project_id = p.id AND x.user_id = $1)
     OR EXISTS (SELECT FROM subtask s JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id AND t.archived_at IS NULL
             WHERE t.tenant_id = p.tenant_id AND t.project_id = p.id AND s.assignee_id = $1 AND NOT s.completed))
   ORDER BY p.id`,
);

export const selectProjectsOfSeriesOwner = sql(
  "handover.projectsOfSeriesOwner",
  `SELECT p.id, COALESCE(a.role, '') AS role
   FROM project p LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2
   WHERE p.tenant_id = current_tenant() AND p.archived_at IS NULL AND EXISTS (SELECT FROM task_series s
     WHERE s.tenant_id = p.tenant_id AND s.project_id = p.id AND s.owner_id = $1 AND s.state <> 'ended')
   ORDER BY p.id`,
);

export const selectSoleOwnedProjects = sql(
  "handover.ownedAlone",
  `SELECT m.project_id AS id
   FROM project_member m JOIN project p ON p.tenant_id = m.tenant_id AND p.id = m.project_id AND p.archived_at IS NULL
   WHERE m.tenant_id = current_tenant() AND m.user_id = $1 AND m.role = 'owner' AND NOT EXISTS (
     SELECT FROM project_member o JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id AND u.active
     WHERE o.tenant_id = m.tenant_id AND o.project_id = m.project_id AND o.role = 'owner' AND o.user_id <> $1)
   ORDER BY m.project_id`,
);

export const selectInaccessibleProjects = sql(
  "handover.unseen",
  `SELECT FROM project p WHERE p.tenant_id = current_tenant() AND p.id = ANY($1) AND NOT EXISTS (
     SELECT FROM project_access a WHERE a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $2
       AND a.role IN ('owner', 'member')) LIMIT 1`,
);
export const selectAllProjectsPermission = sql("handover.allProjects", "SELECT person_holds($1, 'project-all') AS all");

/** Returns a row if $1 leads any reports or departments, or owns any budgets, and $2 may not edit approval rules. */
const ledUnless = (kind: "reports" | "departments" | "budgets") =>
  sql(
    `handover.led.${kind}`,
    `SELECT FROM (${responsibilityLists[kind]}) AS led WHERE NOT person_holds($2, 'approval-rule-edit') LIMIT 1`,
  );
export const successorLacksRulePermission = {
  reports: ledUnless("reports"),
  departments: ledUnless("departments"),
  budgets: ledUnless("budgets"),
};

export const selectPrivateBookings = sql(
  "handover.privateBookings",
  `SELECT FROM booking WHERE tenant_id = current_tenant() AND requester_id = $1 AND private
     AND status IN ('pending', 'approved') AND ends_at > now() LIMIT 1`,
);

export const selectRequestsAwaitingUser = sql(
  "handover.waiting",
  `SELECT s.request_id AS id,
     r.requester_id <> $2 AND EXISTS (SELECT FROM family_decider e WHERE e.tenant_id = r.tenant_id AND e.id = $2 AND e.family = r.family)
     AND NOT (four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = r.id AND a.id = $2)) AS entitled
   FROM request_step s JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND s.approver_id = $1 ORDER BY s.request_id`,
);

/** Moves a successor below $1 up to $1's manager first, because the hierarchy may not contain a cycle, even temporarily. */
export const updateSuccessorManager = sql(
  "handover.raise",
  `WITH RECURSIVE ${teamCte}
   UPDATE app_user SET parent_id = (SELECT parent_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $2 AND id IN (SELECT id FROM team) RETURNING id`,
);
export const updateDirectReports = sql(
  "handover.reports",
  `UPDATE app_user SET parent_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND parent_id = $1 AND id <> $2 AND id = ANY($3) RETURNING id`,
);
/** First day after last day $1; today if the employee leaves earlier. */
export const selectFirstDayAfterLeaving = sql(
  "handover.firstDay",
  "SELECT LEAST($1::date + 1, tenant_today())::text AS day",
);
/**
 * Day from which each report of $1, and successor $2, has a new manager: $3, or the day they got their current manager if that is later.
 */
export const selectManagerChangeDays = sql(
  "handover.ledSince",
  `SELECT u.id, GREATEST($3::date, (SELECT max(upper(e.period)) FROM employment e WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id
       AND NOT upper_inf(e.period) AND e.parent_id IS DISTINCT FROM u.parent_id))::text AS since
   FROM app_user u WHERE u.tenant_id = current_tenant() AND (u.parent_id = $1 OR u.id = $2) ORDER BY u.id`,
);
export const updateDepartmentHeads = sql(
  "handover.departments",
  `UPDATE department SET head_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND head_id = $1 RETURNING id, name`,
);

const replaced = (column: string) =>
  `regexp_replace(${column}::text, '"user_id": ' || $1::bigint || '(?=[,}])', '"user_id": ' || $2::bigint, 'g')::jsonb`;
export const updateRuleSteps = sql(
  "handover.rules",
  `UPDATE approval_rule SET steps = ${replaced("steps")}, version = version + 1
   WHERE tenant_id = current_tenant() AND ${stepNamesUser("steps")} RETURNING family`,
);
export const updateFormSteps = sql(
  "handover.forms",
  `UPDATE form_version SET definition = ${replaced("definition")} WHERE tenant_id = current_tenant() AND ${stepNamesUser("definition")}`,
);
export const updateDraftSteps = sql(
  "handover.drafts",
  `UPDATE form SET draft = ${replaced("draft")} WHERE tenant_id = current_tenant() AND ${stepNamesUser("draft")}`,
);
export const movePlannedSuccessors = [
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
  // An employee can't be their own successor; those items fall back to the plan's general successor.
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

export const selectGroupsOfUser = sql(
  "handover.groups",
  "SELECT group_id AS id FROM user_group_member WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY group_id",
);

export const selectHandovers = sql(
  "handover.of",
  `SELECT h.kind, ${personJson("u")} AS user
   FROM employment_handover h JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = h.successor_id
   WHERE h.tenant_id = current_tenant() AND h.change_id = $1 ORDER BY h.kind`,
);
export const insertHandovers = sql(
  "handover.insert",
  `INSERT INTO employment_handover (tenant_id, change_id, kind, successor_id)
   SELECT current_tenant(), $1, h.kind, h.user_id FROM unnest($2::text[], $3::bigint[]) AS h (kind, user_id)`,
);

export const selectPlannedLeaving = sql(
  "handover.planned",
  `SELECT id FROM employment_change WHERE tenant_id = current_tenant() AND user_id = $1 AND status = 'planned'
     AND type IN ('termination', 'resignation')`,
);
/** Planned departures and departures that couldn't be applied on their day. */
export const selectOpenLeavings = sql(
  "handover.openLeavings",
  `SELECT id FROM employment_change WHERE tenant_id = current_tenant() AND user_id = $1 AND status IN ('planned', 'failed')
     AND type IN ('termination', 'resignation') ORDER BY id`,
);
export const selectPlannedChangesOfUser = sql(
  "handover.plannedChanges",
  `SELECT id FROM employment_change WHERE tenant_id = current_tenant() AND user_id = $1 AND status = 'planned'
     AND type IN ('promotion', 'change') ORDER BY id`,
);

export const selectFirstActiveUser = sql(
  "handover.firstPresent",
  `SELECT u.id FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place)
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.id AND u.active AND NOT u.external ORDER BY w.place LIMIT 1`,
);
export const selectAnyAdministrator = sql(
  "handover.administrator",
  `SELECT u.id FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id AND r.code = 'administrator'
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND u.id <> $1 ORDER BY u.id LIMIT 1`,
);

/** Whether the user is exempt from single sign-on, so that the exemption needs a successor. */
export const selectSignOnExemption = sql(
  "handover.signOnExempt",
  "SELECT 1 AS found FROM sign_on WHERE tenant_id = current_tenant() AND required AND exempt_user_id = $1",
);

export const selectUserById = sql(
  "handover.person",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);
