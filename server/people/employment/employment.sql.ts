import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { scheduleText } from "../../work/schedules/schedules.read";

export interface ChangeRow {
  id: number;
  user_id: number;
  type: "promotion" | "change" | "termination" | "resignation";
  effective_on: string;
  status: "planned" | "applied" | "withdrawn" | "failed";
  reason: string | null;
  successor_id: number | null;
  requested_by: { id: number; fullname: string; image: string | null };
  fields: FieldRow[];
  /** The work schedule that the change contains, as text (`weeksText`). */
  schedule: { before: string; after: string } | null;
}

export interface FieldRow {
  field: "position" | "department" | "parent" | "contract_type" | "role" | "location" | "salary";
  before: string | null;
  after: string | null;
  after_id: number | null;
  salary: string | null;
  currency: string | null;
}

/** Amounts are returned only to permitted readers by the database's row policies. */
const columns = `c.id, c.user_id, c.type, c.effective_on::text AS effective_on, c.status, c.reason, c.successor_id,
  ${personJson("r")} AS requested_by,
  COALESCE((SELECT json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after,
      'after_id', COALESCE(f.position_id, f.department_id, f.parent_id, f.role_id), 'salary', trim_scale(f.salary)::text,
      'currency', f.currency) ORDER BY f.field)
    FROM employment_change_field f WHERE f.tenant_id = c.tenant_id AND f.change_id = c.id), '[]'::json) AS fields,
  (SELECT json_build_object('before', ${scheduleText("b")}, 'after', ${scheduleText("ws")}) FROM work_schedule ws
   LEFT JOIN work_schedule b ON b.tenant_id = ws.tenant_id AND b.user_id = ws.user_id AND upper(b.during) = lower(ws.during)
   WHERE ws.tenant_id = c.tenant_id AND ws.change_id = c.id LIMIT 1) AS schedule`;
const tables = `employment_change c JOIN app_user r ON r.tenant_id = c.tenant_id AND r.id = c.requested_by`;

export const selectChangeById = sql(
  "employment.changeById",
  `SELECT ${columns} FROM ${tables} WHERE c.tenant_id = current_tenant() AND c.id = $1`,
);

export const selectOpenChanges = sql(
  "employment.openChanges",
  `SELECT ${columns} FROM ${tables} WHERE c.tenant_id = current_tenant() AND c.user_id = $1
     AND c.status IN ('planned', 'failed') ORDER BY c.effective_on, c.id`,
);

export const selectConflictingChange = sql(
  "employment.inTheWay",
  `SELECT c.id, f.field, c.effective_on::text AS effective_on FROM employment_change_field f
   JOIN employment_change c ON c.tenant_id = f.tenant_id AND c.id = f.change_id
   WHERE f.tenant_id = current_tenant() AND f.user_id = $1 AND f.planned AND f.field = ANY($2)
     AND c.effective_on <= $3::date
   ORDER BY c.effective_on, c.id LIMIT 1`,
);

export const selectFieldsChangedSince = sql(
  "employment.changedSince",
  `SELECT f.field, h.effective_on::text AS effective_on FROM user_history h
   JOIN user_history_field f ON f.tenant_id = h.tenant_id AND f.history_id = h.id AND f.field = ANY($3)
   WHERE h.tenant_id = current_tenant() AND h.user_id = $1 AND h.effective_on > $2::date
   ORDER BY h.effective_on DESC, h.id DESC LIMIT 1`,
);

export const insertChange = sql(
  "employment.insertChange",
  `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, reason, requested_by, successor_id)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6) RETURNING id`,
);

/**
 * $1 change, $2 employee, $3 fields as a JSON array, $4 whether they are planned; a unique index allows one planned change per employee and
 * field.
 */
export const insertFields = sql(
  "employment.insertFields",
  `INSERT INTO employment_change_field (tenant_id, change_id, user_id, field, before, after, position_id, department_id,
     parent_id, role_id, salary, currency, planned)
   SELECT current_tenant(), $1, $2, f.field, f.before, f.after, f.position_id, f.department_id, f.parent_id, f.role_id, f.salary,
     f.currency, $4
   FROM jsonb_to_recordset($3::jsonb) AS f (field text, before text, after text, position_id bigint, department_id bigint,
     parent_id bigint, role_id bigint, salary numeric, currency text)`,
);

/** Must run under `lockSeats`, which serializes edits of a plan with applying it. */
export const selectChangeStatus = sql(
  "employment.changeStatus",
  "SELECT status FROM employment_change WHERE tenant_id = current_tenant() AND id = $1",
);

export const updateSettledChange = sql(
  "employment.settle",
  `UPDATE employment_change SET status = $2, settled_at = now(), withdrawn_by = $3
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const updateSettledFields = sql(
  "employment.settleFields",
  "UPDATE employment_change_field SET planned = false WHERE tenant_id = current_tenant() AND change_id = $1",
);

/**
 * Due changes, earliest first. Terminations are due on the day after the last day, so that changes on the last day come first, in the same
 * order even after missed runs.
 */
export const selectDueChanges = sql(
  "employment.due",
  `SELECT c.id, c.type FROM employment_change c
   CROSS JOIN LATERAL (SELECT CASE WHEN c.type IN ('termination', 'resignation') THEN 1 ELSE 0 END AS days) later
   WHERE c.tenant_id = current_tenant() AND c.status = 'planned' AND c.effective_on <= tenant_today() - later.days
   ORDER BY c.effective_on + later.days, c.effective_on, c.id`,
);

export const selectReferenceNames = sql(
  "employment.names",
  `SELECT (SELECT title FROM position WHERE tenant_id = current_tenant() AND id = $1) AS position,
     (SELECT name FROM department WHERE tenant_id = current_tenant() AND id = $2) AS department,
     (SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $3) AS parent,
     (SELECT name FROM role WHERE tenant_id = current_tenant() AND id = $4) AS role`,
);
