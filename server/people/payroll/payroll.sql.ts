import type { Actor as Person } from "../../../shared/kernel/events";
import type { PayrollPointKind } from "../../../shared/people/payroll/payroll.contract";
import type { PayrollCells, PayrollColumn } from "../../../shared/people/payroll/payroll.rules";
import type { WorkSchedule } from "../../../shared/work/schedules/schedules.rules";
import { sql } from "../../platform/database/unit-of-work";
import { schedulesJson } from "../../work/schedules/schedules.read";

const personJson = (of: string) =>
  `CASE WHEN ${of}.id IS NOT NULL THEN json_build_object('id', ${of}.id, 'fullname', ${of}.fullname, 'image', ${of}.image) END`;

export interface MonthRow {
  id: number | null;
  month: string;
  state: "open" | "closed";
  closing: number;
  closed_at: Date | null;
  closed_by: Person | null;
}

const months = (
  source: string,
) => `SELECT p.id, to_char(m.month, 'YYYY-MM') AS month, COALESCE(p.state, 'open') AS state,
    COALESCE(p.closing, 0) AS closing, c.closed_at, ${personJson("u")} AS closed_by
  FROM (${source}) m
  LEFT JOIN payroll_month p ON p.tenant_id = current_tenant() AND p.month = m.month
  LEFT JOIN payroll_closing c ON c.tenant_id = p.tenant_id AND c.month_id = p.id AND c.reopened_at IS NULL
  LEFT JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.closed_by`;

export const selectMonths = sql(
  "payroll.months",
  `${months(`SELECT (date_trunc('month', tenant_today()::timestamp) - make_interval(months => n))::date AS month
     FROM generate_series(0, 11) n
     UNION SELECT month FROM payroll_month WHERE tenant_id = current_tenant()`)}
   ORDER BY m.month DESC LIMIT 240`,
);

/** $1: the first day of a month that has begun. */
export const selectMonthByDay = sql(
  "payroll.month",
  months("SELECT d AS month FROM (SELECT $1::date AS d) one WHERE d <= tenant_today()"),
);

/** Creates the row of a month, so that it can be locked. */
export const insertMonth = sql(
  "payroll.ensureMonth",
  "INSERT INTO payroll_month (tenant_id, month) VALUES (current_tenant(), $1) ON CONFLICT ON CONSTRAINT payroll_month_once DO NOTHING",
);

export const lockMonth = sql(
  "payroll.lockMonth",
  "SELECT id, state, closing FROM payroll_month WHERE tenant_id = current_tenant() AND month = $1 FOR UPDATE",
);

export const updateMonthState = sql(
  "payroll.setState",
  "UPDATE payroll_month SET state = $2, closing = $3 WHERE tenant_id = current_tenant() AND id = $1",
);

export interface ClosingRow {
  number: number;
  closed_at: Date;
  closed_by: Person | null;
  accepted: Partial<Record<PayrollPointKind, number>>;
  reopened_at: Date | null;
  reopened_by: Person | null;
  reason: string | null;
}

export const selectClosingsOfMonth = sql(
  "payroll.closings",
  `SELECT c.number, c.closed_at, ${personJson("b")} AS closed_by, c.accepted, c.reopened_at, ${personJson("r")} AS reopened_by, c.reason
   FROM payroll_closing c
   LEFT JOIN app_user b ON b.tenant_id = c.tenant_id AND b.id = c.closed_by
   LEFT JOIN app_user r ON r.tenant_id = c.tenant_id AND r.id = c.reopened_by
   WHERE c.tenant_id = current_tenant() AND c.month_id = $1 ORDER BY c.number DESC LIMIT 100`,
);

export const selectColumnsOfClosing = sql(
  "payroll.closingColumns",
  "SELECT columns FROM payroll_closing WHERE tenant_id = current_tenant() AND month_id = $1 AND number = $2",
);

export const insertClosing = sql(
  "payroll.close",
  `INSERT INTO payroll_closing (tenant_id, month_id, number, closed_by, accepted, columns)
   VALUES (current_tenant(), $1, $2, $3, $4::jsonb, $5::jsonb)`,
);

export const updateClosingReopened = sql(
  "payroll.reopen",
  `UPDATE payroll_closing SET reopened_at = now(), reopened_by = $3, reason = $4
   WHERE tenant_id = current_tenant() AND month_id = $1 AND number = $2`,
);

const insertCells = (table: string) => `INSERT INTO ${table} (tenant_id, month_id, number, position, user_id, cells)
  SELECT current_tenant(), $1, $2, r.position, r.user_id, r.cells
  FROM jsonb_to_recordset($3::jsonb) AS r (position int, user_id bigint, cells jsonb)`;
export const insertRows = sql("payroll.insertRows", insertCells("payroll_row"));
export const insertSalaries = sql("payroll.insertSalaries", insertCells("payroll_salary"));

export interface StoredRow {
  position: number;
  user_id: number | null;
  user: Person | null;
  cells: PayrollCells;
  total: number;
}

const storedRow = `r.position, r.user_id, ${personJson("u")} AS "user", r.cells || COALESCE(s.cells, '{}') AS cells`;
const storedTables = `payroll_row r
  LEFT JOIN payroll_salary s ON s.tenant_id = r.tenant_id AND s.month_id = r.month_id AND s.number = r.number AND s.position = r.position
  LEFT JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id`;

/** Rows of a closing, with amounts if the reader may see them. $1 month, $2 number, $3 users or null, $4 limit, $5 offset. */
export const selectRowsOfClosing = sql(
  "payroll.rows",
  `SELECT ${storedRow}, (count(*) OVER ())::int AS total FROM ${storedTables}
   WHERE r.tenant_id = current_tenant() AND r.month_id = $1 AND r.number = $2 AND ($3::bigint[] IS NULL OR r.user_id = ANY($3))
   ORDER BY r.position LIMIT $4 OFFSET $5`,
);

/** Names of people in closing $2 of month $1 who aren't in closing $3. */
export const selectRemovedPeople = sql(
  "payroll.removed",
  `SELECT COALESCE(r.cells->>'name', u.fullname, r.cells->>'employee_id', '–') AS name, r.cells->>'employee_id' AS employee_id
   FROM payroll_row r LEFT JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.month_id = $1 AND r.number = $2 AND NOT EXISTS (
     SELECT FROM payroll_row o WHERE o.tenant_id = r.tenant_id AND o.month_id = r.month_id AND o.number = $3 AND o.user_id = r.user_id)
   ORDER BY r.position LIMIT 200`,
);

export const selectRowsOfUser = sql(
  "payroll.ofUser",
  `SELECT to_char(m.month, 'YYYY-MM') AS month, m.state, c.closed_at, c.columns, r.cells || COALESCE(s.cells, '{}') AS cells
   FROM ${storedTables}
   JOIN payroll_month m ON m.tenant_id = r.tenant_id AND m.id = r.month_id AND m.closing = r.number
   JOIN payroll_closing c ON c.tenant_id = r.tenant_id AND c.month_id = r.month_id AND c.number = r.number
   WHERE r.tenant_id = current_tenant() AND r.user_id = $1 ORDER BY m.month DESC LIMIT 60`,
);
export interface UserRow {
  month: string;
  state: "open" | "closed";
  closed_at: Date;
  columns: PayrollColumn[];
  cells: PayrollCells;
}

export interface EmploymentVersion {
  from: string;
  until: string | null;
  department: string | null;
  contract: string | null;
}

export interface PayrollPerson extends Person {
  employee_id: string | null;
  /** Null without employment in the month. */
  versions: EmploymentVersion[] | null;
  schedules: WorkSchedule[];
  total: number;
}

const employedIn = (user: string, from: string, to: string) => `EXISTS (SELECT FROM employment e
  WHERE e.tenant_id = current_tenant() AND e.user_id = ${user} AND e.period && daterange(${from}, ${to}, '[]'))`;

/** Changes planned until day $2 for users $1, in their order. Amounts only if the reader may see them. */
export const selectPlannedChanges = sql(
  "payroll.planned",
  `SELECT c.user_id, c.effective_on::text AS "on", f.field, f.after, trim_scale(f.salary)::text AS salary, f.currency
   FROM employment_change c JOIN employment_change_field f ON f.tenant_id = c.tenant_id AND f.change_id = c.id
   WHERE c.tenant_id = current_tenant() AND c.user_id = ANY($1) AND c.status = 'planned' AND c.effective_on <= $2::date
     AND f.field IN ('department', 'contract_type', 'salary')
   ORDER BY c.effective_on, c.id`,
);
export interface PlannedChange {
  user_id: number;
  on: string;
  field: "department" | "contract_type" | "salary";
  after: string | null;
  salary: string | null;
  currency: string | null;
}

/**
 * Users employed between days $1 and $2, by personnel number, with their employment on these days and the days around them. $3 limit, $4
 * offset, $5 users or null, $6 users to whom something is owed although they have left. A planned last day ends the employment.
 */
export const selectPeopleOfMonth = sql(
  "payroll.people",
  `SELECT u.id, u.fullname, u.image, u.employee_id, (count(*) OVER ())::int AS total, ${schedulesJson("u.id", "u.tenant_id")} AS schedules,
     (SELECT json_agg(json_build_object('from', lower(e.period), 'until', CASE WHEN upper_inf(e.period) AND u.left_on IS NOT NULL
          THEN GREATEST(u.left_on, lower(e.period)) ELSE upper(e.period) - 1 END,
        'department', e.department,
        'contract', e.contract_type) ORDER BY lower(e.period)) FROM employment e
      WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id AND e.period && daterange($1::date - 1, $2::date + 1, '[]')) AS versions
   FROM app_user u
   WHERE u.tenant_id = current_tenant() AND NOT u.external AND (u.id = ANY($6) OR ${employedIn("u.id", "$1::date", "$2::date")})
     AND ($5::bigint[] IS NULL OR u.id = ANY($5))
   ORDER BY u.employee_id COLLATE reader NULLS LAST, u.fullname COLLATE reader, u.id LIMIT $3 OFFSET $4`,
);

/**
 * People employed between days $3 and $4 who aren't in closing $2 of month $1, and people in it who aren't employed in the month any more.
 * Those who are in it only because something is owed to them have no week.
 */
export const selectLatePeople = sql(
  "payroll.late",
  `SELECT 'joined' AS kind, u.fullname AS name FROM app_user u
   WHERE u.tenant_id = current_tenant() AND NOT u.external AND ${employedIn("u.id", "$3::date", "$4::date")} AND NOT EXISTS (
     SELECT FROM payroll_row r WHERE r.tenant_id = u.tenant_id AND r.month_id = $1 AND r.number = $2 AND r.user_id = u.id)
   UNION ALL
   SELECT 'left', u.fullname FROM payroll_row r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.month_id = $1 AND r.number = $2 AND NOT ${employedIn("u.id", "$3::date", "$4::date")}
     AND COALESCE(r.cells->>'weekly_hours', r.cells->>'contract', r.cells->>'department') IS NOT NULL
   ORDER BY name LIMIT 200`,
);

/** Returns only amounts that the reader may see. */
export const selectSalaries = sql(
  "payroll.salaries",
  `SELECT user_id, lower(period)::text AS "from", (upper(period) - 1)::text AS until, trim_scale(salary)::text AS salary, currency
   FROM employment_salary WHERE tenant_id = current_tenant() AND user_id = ANY($1)
     AND period && daterange($2::date - 1, $3::date, '[]') ORDER BY lower(period)`,
);

export const selectRecordedMinutes = sql(
  "payroll.recorded",
  `SELECT user_id, sum(minutes)::int AS minutes FROM time_day
   WHERE tenant_id = current_tenant() AND user_id = ANY($1) AND date BETWEEN $2 AND $3 GROUP BY user_id`,
);

/** People without a personnel number, in the form of open points. */
export const selectPeopleWithoutNumber = sql(
  "payroll.withoutNumber",
  `SELECT ${personJson("u")} AS "user" FROM app_user u
   WHERE u.tenant_id = current_tenant() AND NOT u.external AND u.employee_id IS NULL AND ${employedIn("u.id", "$1::date", "$2::date")}
   ORDER BY u.fullname COLLATE reader, u.id`,
);

export const selectUnsettledChanges = sql(
  "payroll.changes",
  `SELECT c.id, c.effective_on::text AS day, ${personJson("u")} AS "user"
   FROM employment_change c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
   WHERE c.tenant_id = current_tenant() AND c.status IN ('planned', 'failed') AND c.effective_on <= $1::date
   ORDER BY c.effective_on, c.id`,
);

export interface OpenWeek {
  user: Person;
  schedules: WorkSchedule[];
  monday: string;
  /** Minutes recorded in the week within the month. */
  minutes: number;
}

/**
 * Unapproved weeks of people who recorded time in the month or shortly before: weeks that end in the month, and a last week with recorded
 * time.
 */
export const selectOpenWeeks = sql(
  "payroll.openWeeks",
  `SELECT ${personJson("u")} AS "user", ${schedulesJson("u.id", "u.tenant_id")} AS schedules, w.monday::text AS monday, COALESCE(d.minutes, 0) AS minutes
   FROM (SELECT DISTINCT user_id FROM time_day
     WHERE tenant_id = current_tenant() AND minutes > 0 AND date BETWEEN $1::date - 31 AND $2::date) timed
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = timed.user_id AND NOT u.external
   CROSS JOIN (SELECT generate_series(date_trunc('week', $1::date::timestamp), $2::date::timestamp, '7 days')::date AS monday) w
   LEFT JOIN time_week t ON t.tenant_id = u.tenant_id AND t.user_id = u.id AND t.monday = w.monday
   LEFT JOIN LATERAL (SELECT sum(x.minutes)::int AS minutes FROM time_day x WHERE x.tenant_id = u.tenant_id AND x.user_id = u.id
     AND x.date BETWEEN GREATEST(w.monday, $1::date) AND LEAST(w.monday + 6, $2::date)) d ON true
   WHERE COALESCE(t.state, 'open') <> 'approved' AND (w.monday + 6 <= $2::date OR d.minutes > 0)
     AND ${employedIn("u.id", "GREATEST(w.monday, $1::date)", "LEAST(w.monday + 6, $2::date)")}
   ORDER BY u.fullname COLLATE reader, u.id, w.monday`,
);

export const selectColumns = sql(
  "payroll.columns",
  "SELECT columns, version FROM payroll_setting WHERE tenant_id = current_tenant()",
);

/** $2 version to replace; returns no row if the current version differs. */
export const upsertColumns = sql(
  "payroll.saveColumns",
  `INSERT INTO payroll_setting AS s (tenant_id, columns) SELECT current_tenant(), $1
   WHERE $2::int = 0 OR EXISTS (SELECT FROM payroll_setting WHERE tenant_id = current_tenant())
   ON CONFLICT (tenant_id) DO UPDATE SET columns = EXCLUDED.columns, version = s.version + 1 WHERE s.version = $2
   RETURNING columns, version`,
);
