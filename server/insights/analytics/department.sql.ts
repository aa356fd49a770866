import { headedDepartments } from "../../people/departments/headed-departments.policy";
import { teamCte } from "../../platform/management-line";
import { minutesOnDay } from "../../work/schedules/schedules.read";
import { sql } from "../../platform/database/unit-of-work";

/** Members of department $1 (null: the tenant): active and not external. */
const people = `people AS (SELECT u.id, u.fullname, u.location_key AS location,
     EXISTS (SELECT FROM work_schedule ws WHERE ws.tenant_id = u.tenant_id AND ws.user_id = u.id) AS scheduled FROM app_user u
     WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND ($1::bigint IS NULL OR u.department_id = $1))`;

/**
 * Departments, and whether the viewer leads them. $1 viewer, who leads the departments they head and all departments below; $2 whether the
 * viewer leads all departments.
 */
export const selectMeasuredDepartments = sql(
  "analytics.departments",
  `WITH RECURSIVE ${headedDepartments}
   SELECT d.id, d.name, $2::boolean OR d.id IN (SELECT id FROM led) AS leads, COALESCE(n.people, 0) AS people,
          n.people IS NULL AND NOT EXISTS (SELECT FROM request r WHERE r.tenant_id = current_tenant() AND r.department_id = d.id)
            AS blank
   FROM department d LEFT JOIN (
     SELECT u.department_id, count(*)::int AS people FROM app_user u
     WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external GROUP BY 1) n ON n.department_id = d.id
   WHERE d.tenant_id = current_tenant() ORDER BY d.name COLLATE reader, d.id`,
);

export const selectOrganizationSummary = sql(
  "analytics.organization",
  `SELECT tenant_today()::text AS today, count(*)::int AS people,
     CASE WHEN bool_or(u.department_id IS NULL AND u.id <> $1)
       THEN (count(*) FILTER (WHERE u.department_id IS NULL))::int ELSE 0 END AS without,
     (SELECT f.currency FROM finance_settings f WHERE f.tenant_id = current_tenant()) AS currency
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external`,
);

/**
 * Working days of each employee from $2 to $3, and how many of them are approved leave, by month. Working days are computed once per
 * location, because everyone at a location has the same holidays, and per person for people with their own schedule or who joined or
 * leave in the period. Days before joining and after the last day are left out, unless the person was employed before and was hired again.
 */
export const selectLeaveByPerson = sql(
  "analytics.leaveByPerson",
  `WITH ${people}, employees AS MATERIALIZED (
     SELECT p.id, p.fullname, COALESCE(p.location, '') AS place, u.joined_on, u.left_on,
            CASE WHEN p.scheduled OR u.joined_on > $2::date OR u.left_on < $3::date THEN p.id ELSE 0 END AS person
     FROM people p JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = p.id
   ), today AS MATERIALIZED (SELECT tenant_today() AS day), days AS (
     SELECT d::date AS day, extract(dow FROM d)::smallint = ANY (t.weekend) AS off
     FROM generate_series($2::date, $3::date, interval '1 day') d, tenant t WHERE t.id = current_tenant()
   ), parts AS MATERIALIZED (
     SELECT l.place, d.day, d.off, 1 - COALESCE((
       SELECT LEAST(1, COALESCE(sum(CASE WHEN h.half IS NULL THEN 1 ELSE 0.5 END), 0)) FROM holiday h
       WHERE h.tenant_id = current_tenant() AND h.date = d.day AND (h.location IS NULL OR h.location_key = l.place)), 0) AS part
     FROM (SELECT DISTINCT place FROM employees) l CROSS JOIN days d
   ), work AS MATERIALIZED (
     SELECT place, 0::bigint AS person, day, part FROM parts WHERE NOT off
     UNION ALL
     SELECT w.place, p.id, w.day, w.part FROM employees p JOIN parts w ON w.place = p.place
     LEFT JOIN work_schedule ws ON ws.tenant_id = current_tenant() AND ws.user_id = p.id AND ws.during @> w.day
     WHERE p.person <> 0 AND COALESCE(${minutesOnDay("ws", "w.day")} > 0, NOT w.off)
       AND (p.left_on IS NULL OR w.day <= p.left_on)
       AND (p.joined_on IS NULL OR w.day >= p.joined_on OR EXISTS (SELECT FROM employment e
         WHERE e.tenant_id = current_tenant() AND e.user_id = p.id AND e.period @> w.day))
   ), months AS (
     SELECT w.place, w.person, to_char(w.day, 'YYYY-MM') AS month, sum(w.part) FILTER (WHERE w.day <= t.day)::float8 AS worked
     FROM work w, today t GROUP BY 1, 2, 3
   ), away AS (
     SELECT l.user_id, p.place, p.person, d.day,
       sum(CASE WHEN l.start_time IS NOT NULL
         THEN LEAST(1, l.part_minutes / (SELECT workday_hours * 60 FROM tenant WHERE id = current_tenant()))
         ELSE 1 - CASE WHEN l.from_noon AND d.day = l.start_date THEN 0.5 ELSE 0 END
           - CASE WHEN l.to_noon AND d.day = l.end_date THEN 0.5 ELSE 0 END END) AS part
     FROM leave_request l
     JOIN employees p ON p.id = l.user_id
     JOIN request r ON r.tenant_id = current_tenant() AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
     JOIN days d ON d.day BETWEEN l.start_date AND l.end_date
     WHERE l.tenant_id = current_tenant() AND l.live AND l.start_date <= $3 AND l.end_date >= $2 GROUP BY 1, 2, 3, 4
   ), absent AS (
     SELECT a.user_id, to_char(a.day, 'YYYY-MM') AS month, sum(LEAST(w.part, a.part)) FILTER (WHERE a.day <= t.day) AS taken,
            sum(LEAST(w.part, a.part)) FILTER (WHERE a.day > t.day) AS planned
     FROM today t, away a JOIN work w ON w.place = a.place AND w.person = a.person AND w.day = a.day GROUP BY 1, 2
   )
   SELECT p.id, p.fullname, m.month, m.worked, COALESCE(a.taken, 0)::float8 AS taken, COALESCE(a.planned, 0)::float8 AS planned
   FROM employees p JOIN months m ON m.place = p.place AND m.person = p.person
   LEFT JOIN absent a ON a.user_id = p.id AND a.month = m.month ORDER BY p.fullname COLLATE reader, p.id, 3`,
);

export interface LeaveRow {
  id: number;
  fullname: string;
  month: string;
  worked: number | null;
  taken: number;
  planned: number;
}

/** Approved or paid costs in the tenant's currency. */
const spent = `FROM finance_request f
   WHERE f.tenant_id = current_tenant() AND ($1::bigint IS NULL OR f.department_id = $1) AND f.dated BETWEEN $2 AND $3
     AND f.status IN ('approved', 'paid', 'archived') AND f.cost IS NOT NULL
     AND f.home_currency = (SELECT s.currency FROM finance_settings s WHERE s.tenant_id = current_tenant())`;

export const selectSpendByMonth = sql(
  "analytics.spendByMonth",
  `SELECT to_char(f.dated, 'YYYY-MM') AS month, f.type, sum(f.cost)::text AS amount, count(*)::int AS count ${spent}
   GROUP BY 1, 2 ORDER BY 1, 2`,
);
const financeRow = "f.id, f.title, COALESCE(f.code, '') || ' · ' || f.dated::text AS detail, f.cost::text AS value";
export const selectSpendRows = sql(
  "analytics.spendRows",
  `SELECT ${financeRow} ${spent} AND to_char(f.dated, 'YYYY-MM') = $4 AND f.type = $5 ORDER BY f.dated, f.id`,
);

/** Requests that count against a budget. $1 department or null; years from $2 to $3. */
const budgeted = `finance_budget b
   JOIN finance_request f ON f.tenant_id = current_tenant() AND f.department_id = b.department_id AND f.number_year = b.year
     AND f.number IS NOT NULL AND f.cost IS NOT NULL
   WHERE b.tenant_id = current_tenant() AND ($1::bigint IS NULL OR b.department_id = $1)
     AND b.year BETWEEN extract(year FROM $2::date) AND extract(year FROM $3::date)`;

export const selectBudgetsByYear = sql(
  "analytics.budgets",
  `WITH used AS (
     SELECT b.year, sum(f.cost) FILTER (WHERE f.status = ANY($4)) AS spent,
       sum(f.cost) FILTER (WHERE f.status = ANY($5)) AS committed, sum(f.cost) FILTER (WHERE f.status = ANY($6)) AS waiting
     FROM ${budgeted} GROUP BY 1
   )
   SELECT b.year, sum(b.amount)::text AS amount, COALESCE(max(u.spent), 0)::text AS spent,
     COALESCE(max(u.committed), 0)::text AS committed, COALESCE(max(u.waiting), 0)::text AS waiting
   FROM finance_budget b LEFT JOIN used u ON u.year = b.year
   WHERE b.tenant_id = current_tenant() AND ($1::bigint IS NULL OR b.department_id = $1)
     AND b.year BETWEEN extract(year FROM $2::date) AND extract(year FROM $3::date)
   GROUP BY 1 ORDER BY 1`,
);
export const selectBudgetRows = sql(
  "analytics.budgetRows",
  `SELECT ${financeRow} FROM ${budgeted} AND f.status = ANY($4) AND b.year = $5 ORDER BY f.dated, f.id`,
);

export const selectPeopleRows = sql(
  "analytics.peopleRows",
  `WITH ${people} SELECT p.id, p.fullname AS title, '' AS detail, '' AS value FROM people p
   WHERE $2::date IS NOT NULL AND $3::date IS NOT NULL ORDER BY p.fullname COLLATE reader, p.id`,
);

/**
 * Logged time of the department's employees by project. $4 viewer, $5 whether they see all projects; projects hidden from the viewer are
 * one sum.
 */
export const selectTimeByProject = sql(
  "analytics.timeByProject",
  `WITH ${people}, seen AS (
     SELECT p.id FROM project p WHERE p.tenant_id = current_tenant() AND ($5 OR EXISTS (SELECT FROM project_access x
       WHERE x.tenant_id = current_tenant() AND x.project_id = p.id AND x.user_id = $4))
   ), spent AS MATERIALIZED (
     SELECT e.task_id, sum(e.minutes) AS minutes FROM time_entry e JOIN people u ON u.id = e.user_id
     WHERE e.tenant_id = current_tenant() AND e.date BETWEEN $2 AND $3 GROUP BY 1
   ), sums AS (
     SELECT seen.id AS project_id, sum(e.minutes)::int AS minutes
     FROM spent e JOIN task t ON t.tenant_id = current_tenant() AND t.id = e.task_id
     LEFT JOIN seen ON seen.id = t.project_id GROUP BY 1
   )
   SELECT s.minutes, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title, 'code', p.code,
            'color', p.color, 'archived', p.archived_at IS NOT NULL) END AS project
   FROM sums s LEFT JOIN project p ON p.tenant_id = current_tenant() AND p.id = s.project_id
   ORDER BY p.id IS NULL, s.minutes DESC, p.id`,
);

export const selectTimeRows = sql(
  "analytics.timeRows",
  `WITH ${people}
   SELECT t.id, t.title, p.code || '-' || t.number AS detail, sum(e.minutes)::text AS value
   FROM time_entry e JOIN people u ON u.id = e.user_id
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = e.task_id AND t.project_id = $4
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = t.project_id
   WHERE e.tenant_id = current_tenant() AND e.date BETWEEN $2 AND $3
   GROUP BY t.id, t.title, p.code, t.number ORDER BY sum(e.minutes) DESC, t.id`,
);

const decided = `FROM request_step s
   JOIN request r ON r.tenant_id = current_tenant() AND r.id = s.request_id
   LEFT JOIN role o ON o.tenant_id = current_tenant() AND o.id = s.role_id
   JOIN tenant t ON t.id = current_tenant()
   WHERE s.tenant_id = current_tenant() AND ($1::bigint IS NULL OR r.department_id = $1) AND s.since IS NOT NULL
     AND s.decided_at >= $2::date::timestamp AT TIME ZONE t.time_zone
     AND s.decided_at < ($3::date + 1)::timestamp AT TIME ZONE t.time_zone`;
const waited = "extract(epoch FROM s.decided_at - s.since) / 86400";

/**
 * Number of decisions and median waiting time in days, by request family, approver and role. `few` contains the ids of the approvers when
 * fewer than $4 of them decided.
 */
export const selectApprovalTimes = sql(
  "analytics.approvalTimes",
  `SELECT r.family, s.approver, o.id AS role_id, o.name AS role, count(*)::int AS count,
          (percentile_disc(0.5) WITHIN GROUP (ORDER BY ${waited}))::float8 AS days,
          CASE WHEN count(DISTINCT s.decided_by) < $4 THEN array_agg(DISTINCT s.decided_by) ELSE '{}' END AS few
   ${decided} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4`,
);
/** $1 viewer, $2 users. Returns the users that the viewer doesn't lead as department head or as manager at any level. */
export const selectUsersNotLedByViewer = sql(
  "analytics.notLed",
  `WITH RECURSIVE ${teamCte}, ${headedDepartments}
   SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($2) AND u.id <> $1
     AND u.id NOT IN (SELECT id FROM team)
     AND (u.department_id IS NULL OR u.department_id NOT IN (SELECT id FROM led))`,
);

export const selectApprovalRows = sql(
  "analytics.approvalRows",
  `SELECT s.id, COALESCE(r.title, u.fullname) AS title, (s.decided_at AT TIME ZONE t.time_zone)::date::text AS detail,
          round(${waited}, 1)::text AS value
   ${decided.replace("JOIN tenant t", "JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = r.requester_id\n   JOIN tenant t")}
     AND r.family = $4 AND s.approver = $5 AND s.role_id IS NOT DISTINCT FROM $6::bigint
   ORDER BY s.decided_at, s.id`,
);

/** Bookings of rooms and cars by the department's employees; a booking released early counts until its release. */
const bookedByPeople = `FROM booking b JOIN people u ON u.id = b.requester_id
   JOIN tenant t ON t.id = current_tenant()
   WHERE b.tenant_id = current_tenant() AND b.status = 'approved' AND b.bookable_type <> 'equipment'
     AND b.starts_at >= $2::date::timestamp AT TIME ZONE t.time_zone
     AND b.starts_at < ($3::date + 1)::timestamp AT TIME ZONE t.time_zone`;
const minutes = "GREATEST(0, round(extract(epoch FROM COALESCE(b.released_at, b.ends_at) - b.starts_at) / 60))";

export const selectBookingUsage = sql(
  "analytics.bookingUse",
  `WITH ${people}, used AS (
     SELECT b.bookable_type AS type, COALESCE(b.room_id, b.car_id) AS id, count(*)::int AS count, sum(${minutes})::int AS minutes
     ${bookedByPeople} GROUP BY 1, 2
   )
   SELECT u.*, COALESCE(r.name, c.name) AS name FROM used u
   LEFT JOIN room r ON u.type = 'room' AND r.tenant_id = current_tenant() AND r.id = u.id
   LEFT JOIN car c ON u.type = 'car' AND c.tenant_id = current_tenant() AND c.id = u.id
   ORDER BY u.minutes DESC, u.type, u.id`,
);
/** Bookings of one room or car. $4 type (room or car), $5 id. Returns times without the purpose because bookings may be private. */
export const selectBookingRows = sql(
  "analytics.bookingRows",
  `WITH ${people}
   SELECT b.id, (b.starts_at AT TIME ZONE t.time_zone)::date::text AS title,
          to_char(b.starts_at AT TIME ZONE t.time_zone, 'HH24:MI') || '–' || to_char(b.ends_at AT TIME ZONE t.time_zone, 'HH24:MI') AS detail,
          ${minutes}::int::text AS value
   ${bookedByPeople} AND b.bookable_type = $4 AND COALESCE(b.room_id, b.car_id) = $5 ORDER BY b.starts_at, b.id`,
);
