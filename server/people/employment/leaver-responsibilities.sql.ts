import { openTaskCondition } from "../../work/access/open-task";
import type { EndingKind, HandoverKind } from "../../../shared/people/employment/handover.kinds";

/** SQL condition: a JSON column names user $1 as the approver of a step. */
export const stepNamesUser = (column: string) => `${column}::text ~ ('"user_id": ' || $1::bigint || '[,}]')`;

/** SQL condition: drafts and returned requests of a user. Requests for bookings are handled with their bookings. */
export const isUnsentRequest = (user: string) => `r.tenant_id = current_tenant() AND r.requester_id = ${user}
    AND r.family <> 'booking' AND r.status IN ('draft', 'changes_requested')`;

/**
 * Statement per kind that lists open items of $1 by name. If $2 (last day) isn't null, only items after that day are included.
 * `tests/people/employment` checks that every column referring to users is covered.
 */
export const responsibilityLists: Record<HandoverKind | EndingKind, string> = {
  tasks: `SELECT DISTINCT ON (t.id) p.code || '-' || t.number AS name FROM task_user x
    JOIN task t ON t.tenant_id = x.tenant_id AND t.project_id = x.project_id AND t.id = x.task_id AND t.archived_at IS NULL
    JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND ${openTaskCondition()}
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
    WHERE x.tenant_id = current_tenant() AND x.user_id = $1`,
  // Listed by task key, because the content of a project is visible only to its members.
  subtasks: `SELECT p.code || '-' || t.number AS name FROM subtask s
    JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id AND t.archived_at IS NULL
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
    WHERE s.tenant_id = current_tenant() AND s.assignee_id = $1 AND NOT s.completed`,
  series: `SELECT p.code AS name FROM task_series s
    JOIN project p ON p.tenant_id = s.tenant_id AND p.id = s.project_id AND p.archived_at IS NULL
    WHERE s.tenant_id = current_tenant() AND s.owner_id = $1 AND s.state <> 'ended'`,
  approvals: `SELECT u.fullname AS name FROM request_step s
    JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
    JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
    WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND s.approver_id = $1`,
  reports: `SELECT fullname AS name FROM app_user WHERE tenant_id = current_tenant() AND parent_id = $1
    UNION ALL SELECT p.title FROM vacancy v JOIN position p ON p.tenant_id = v.tenant_id AND p.id = v.position_id
    WHERE v.tenant_id = current_tenant() AND v.manager_id = $1 AND v.ended_on IS NULL`,
  dotted: `SELECT u.fullname AS name FROM dotted_line l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
    WHERE l.tenant_id = current_tenant() AND l.manager_id = $1 AND l.ended_on IS NULL`,
  departments: "SELECT name FROM department WHERE tenant_id = current_tenant() AND head_id = $1",
  budgets: `SELECT DISTINCT d.name FROM finance_budget b JOIN department d ON d.tenant_id = b.tenant_id AND d.id = b.department_id
    WHERE b.tenant_id = current_tenant() AND b.owner_id = $1 AND b.year >= extract(year FROM tenant_today())`,
  projects: `SELECT p.title AS name FROM project_member m
    JOIN project p ON p.tenant_id = m.tenant_id AND p.id = m.project_id AND p.archived_at IS NULL
    WHERE m.tenant_id = current_tenant() AND m.user_id = $1 AND m.role = 'owner' AND NOT EXISTS (
      SELECT FROM project_member o JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id AND u.active
      WHERE o.tenant_id = m.tenant_id AND o.project_id = m.project_id AND o.role = 'owner' AND o.user_id <> $1)`,
  rules: `SELECT name FROM approval_rule WHERE tenant_id = current_tenant() AND ${stepNamesUser("steps")}`,
  forms: `SELECT COALESCE(f.draft->>'title', v.title) AS name FROM form f
    LEFT JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
    WHERE f.tenant_id = current_tenant() AND (${stepNamesUser("f.draft")} OR ${stepNamesUser("v.definition")})`,
  cover: `SELECT u.fullname AS name FROM leave_request l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
    WHERE l.tenant_id = current_tenant() AND l.substitute_id = $1 AND l.live AND l.end_date >= tenant_today()`,
  bookings: `SELECT CASE WHEN NOT private THEN title END AS name FROM booking WHERE tenant_id = current_tenant() AND requester_id = $1
      AND status IN ('pending', 'approved') AND ends_at > now()`,
  drivers: `SELECT u.fullname AS name FROM driver d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
    WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND d.deleted_at IS NULL`,
  plans: `SELECT u.fullname AS name FROM employment_change c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
    WHERE c.tenant_id = current_tenant() AND c.status = 'planned' AND c.user_id <> $1 AND (c.successor_id = $1
      OR EXISTS (SELECT FROM employment_handover h WHERE h.tenant_id = c.tenant_id AND h.change_id = c.id AND h.successor_id = $1)
      OR EXISTS (SELECT FROM employment_change_field f WHERE f.tenant_id = c.tenant_id AND f.change_id = c.id AND f.parent_id = $1))`,
  onboarding: `SELECT title AS name FROM onboarding_template WHERE tenant_id = current_tenant() AND user_id = $1
    UNION SELECT title FROM onboarding_task WHERE tenant_id = current_tenant() AND user_id = $1 AND done_at IS NULL`,
  preparations:
    "SELECT title AS name FROM onboarding_task WHERE tenant_id = current_tenant() AND person_id = $1 AND done_at IS NULL",
  timer: `SELECT p.code || '-' || t.number AS name FROM timer m JOIN task t ON t.tenant_id = m.tenant_id AND t.id = m.task_id
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id WHERE m.tenant_id = current_tenant() AND m.user_id = $1`,
  weeks: `SELECT DISTINCT date_trunc('week', d.date)::date::text AS name FROM time_day d
    WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND d.minutes > 0 AND NOT EXISTS (
      SELECT FROM time_week w WHERE w.tenant_id = d.tenant_id AND w.user_id = d.user_id
        AND w.monday = date_trunc('week', d.date)::date AND w.state <> 'open')`,
  delegations: `SELECT u.fullname AS name FROM delegation d JOIN app_user u ON u.tenant_id = d.tenant_id
      AND u.id = CASE WHEN d.delegator_id = $1 THEN d.delegatee_id ELSE d.delegator_id END
    WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL AND $1 IN (d.delegator_id, d.delegatee_id)`,
  acting: `SELECT u.fullname AS name FROM acting x JOIN app_user u ON u.tenant_id = x.tenant_id
      AND u.id = CASE WHEN x.user_id = $1 THEN x.acting_id ELSE x.user_id END
    WHERE x.tenant_id = current_tenant() AND upper(x.period) > tenant_today() AND $1 IN (x.user_id, x.acting_id)`,
  leave: `SELECT l.start_date::text AS name FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
    WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND (l.live OR r.status = 'changes_requested')
      AND l.end_date > COALESCE($2::date, (SELECT left_on FROM app_user WHERE tenant_id = current_tenant() AND id = $1), tenant_today())`,
  // Titles of drafts are hidden, because only the author may read them.
  requests: `SELECT CASE WHEN r.status = 'draft' THEN r.family ELSE COALESCE(NULLIF(r.title, ''), r.family) END AS name FROM request r
    WHERE ${isUnsentRequest("$1")} AND NOT (r.family = 'leave' AND r.status = 'changes_requested')`,
  groups: `SELECT g.title AS name FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
    WHERE m.tenant_id = current_tenant() AND m.user_id = $1`,
  changes: `SELECT c.effective_on::text AS name FROM employment_change c
    WHERE c.tenant_id = current_tenant() AND c.user_id = $1 AND c.status = 'planned' AND c.type IN ('promotion', 'change')
      AND ($2::date IS NULL OR c.effective_on > $2)`,
};
