import { sql, unnamedSql } from "../../platform/database/unit-of-work";
import { teamCte } from "../../platform/management-line";

const selectExistingId = <const Name extends string>(name: Name, table: string) =>
  sql(`people.${name}`, `SELECT id FROM ${table} WHERE tenant_id = current_tenant() AND id = $1`);
export const positionById = selectExistingId("position", "position");
export const departmentById = selectExistingId("department", "department");

export const selectRoleById = sql(
  "people.role",
  "SELECT code AS role_code, permissions AS role_permissions FROM role WHERE tenant_id = current_tenant() AND id = $1",
);

export const selectAllRoles = sql(
  "people.everyRole",
  `SELECT id, name, code AS role_code, permissions AS role_permissions FROM role
   WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id`,
);

export const selectSubordinate = sql(
  "people.standsBelow",
  `WITH RECURSIVE ${teamCte} SELECT id FROM team WHERE id = $2`,
);

export const selectOtherAdministrators = sql(
  "people.otherAdministrators",
  `SELECT count(*)::int AS count FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.id <> $1 AND u.active AND NOT u.external AND u.invited_at IS NULL
     AND r.code = 'administrator'`,
);

const directoryOf = (condition: string) => `SELECT u.id, u.version, u.fullname, u.image, u.active, u.external,
     CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title) END AS position,
     CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department
   FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.id ${condition} ORDER BY u.id`;
export const selectDirectoryPerson = sql("people.directoryPerson", directoryOf("= $1"));
export const selectDirectoryPeople = sql("people.directoryPeople", directoryOf("= ANY($1)"));

/** All foreign key columns to `app_user`, read from the catalog so that new tables are included. */
export const selectUserForeignKeys = sql(
  "people.whatNamesPeople",
  `SELECT k.conrelid::regclass::text AS table, a.attname::text AS column FROM pg_constraint k
   JOIN unnest(k.conkey) AS n ON true
   JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n AND a.attname <> 'tenant_id'
   WHERE k.contype = 'f' AND k.confrelid = 'app_user'::regclass ORDER BY 1, 2`,
);

/** Rows that exist without any action of the user and are deleted with them. */
export const rowsDeletedWithUser: ReadonlySet<string> = new Set([
  "user_private",
  "user_bank_account.user_id",
  "employment.user_id",
  "dotted_line.user_id",
  "employment_salary",
  "user_history",
  "work_schedule.user_id",
  "onboarding_task.person_id",
  "password_history",
  "password_reset",
  "session",
  "user_group_member",
  "scim_user",
  "notification",
  "people_import_row",
]);

const isName = (text: string) => /^[a-z_][a-z0-9_]*$/.test(text);

/** Whether one of these columns refers to $1, or the event log contains an action of $1. */
export function anyReferencesUser(columns: readonly { table: string; column: string }[]) {
  const safe = columns.filter(({ table, column }) => isName(table) && isName(column));
  const assignments = safe.map(
    ({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE tenant_id = current_tenant() AND ${column} = $1)`,
  );
  const log = "EXISTS (SELECT FROM domain_event WHERE tenant_id = current_tenant() AND actor_id = $1)";
  return unnamedSql<"people.anyReference">(`SELECT ${[...assignments, log].join(" OR ")} AS found`);
}

/** Sets the day from which following changes are effective; the triggers that version employment read it. */
export const setEffectiveDay = sql("people.setEffective", "SELECT set_config('app.effective_on', $1, true)");

/** Former employees among `$1`. An account that was only deactivated, even before a planned last day, can be activated again. */
export const selectFormerEmployees = sql(
  "people.formerEmployees",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY ($1::bigint[]) AND NOT u.active AND u.left_on <= tenant_today()
     AND NOT EXISTS (SELECT FROM employment_change c WHERE c.tenant_id = u.tenant_id AND c.user_id = u.id AND c.status = 'planned'
                     AND c.type IN ('termination', 'resignation'))`,
);
export const raiseVersion = sql(
  "people.raiseVersion",
  "UPDATE app_user SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);

export const setLastDay = sql(
  "people.setLastDay",
  "UPDATE app_user SET left_on = $2, last_day_announced = $3, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
