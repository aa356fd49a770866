import { departmentSorts } from "../../../shared/people/departments/departments.schema";
import { canSeeProject } from "../../work/access/projects.policy";
import { personOrNull } from "../../platform/database/person-json";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

export const departmentStatements = recordStatements("departments", {
  table: "department",
  as: "d",
  columns: `d.id, d.version, d.name, d.code, d.parent_id,
    ${personOrNull("h")} AS head,
    (SELECT count(*)::int FROM app_user u
     WHERE u.tenant_id = d.tenant_id AND u.department_id = d.id AND u.active) AS employee_count`,
  joins: "LEFT JOIN app_user h ON h.tenant_id = d.tenant_id AND h.id = d.head_id",
  matches: matchesSearch("$1", ["d.folded", "h.folded"], ["d.code"]),
  sorts: departmentSorts,
  order: { name: "name COLLATE reader", code: "code COLLATE reader", employees: "employee_count" },
});

export const selectDepartmentsAbove = sql(
  "departments.above",
  `WITH RECURSIVE above AS (
     SELECT d.parent_id AS id, 1 AS level FROM department d WHERE d.tenant_id = current_tenant() AND d.id = $1
     UNION ALL
     SELECT d.parent_id, level + 1 FROM above JOIN department d ON d.tenant_id = current_tenant() AND d.id = above.id
   )
   SELECT d.id, d.name FROM above JOIN department d ON d.tenant_id = current_tenant() AND d.id = above.id
   ORDER BY level DESC`,
);

export const selectDepartmentsBelow = sql(
  "departments.below",
  `SELECT d.id, d.name, (SELECT count(*)::int FROM app_user u
     WHERE u.tenant_id = d.tenant_id AND u.department_id = d.id AND u.active) AS employee_count
   FROM department d WHERE d.tenant_id = current_tenant() AND d.parent_id = $1 ORDER BY d.name COLLATE reader, d.id`,
);

export const selectPeopleOfDepartment = sql(
  "departments.people",
  `SELECT u.id, u.fullname, u.image, u.external, p.title AS position FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.department_id = $1 AND u.active
   ORDER BY u.id IS DISTINCT FROM d.head_id, u.fullname COLLATE reader, u.id`,
);

export const selectDepartments = sql(
  "departments.select",
  `SELECT id, name, parent_id FROM department WHERE tenant_id = current_tenant() AND ${matchesSearch("$1", ["folded"])}
   ORDER BY name COLLATE reader, id`,
);

/**
 * References to department $1, with up to three names each; projects are named only if reader $2 sees them. `tests/people/departments` compares
 * the tables with the database's foreign keys.
 */
export const selectDepartmentUses = sql(
  "departments.uses",
  `SELECT 'people' AS kind, count(*)::int AS count, (array_agg(fullname ORDER BY fullname COLLATE reader))[1:3] AS names
     FROM app_user u WHERE tenant_id = current_tenant() AND (department_id = $1 OR EXISTS (
       SELECT FROM employment_change_field f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id AND f.planned AND f.department_id = $1))
   UNION ALL SELECT 'departments', count(*)::int, (array_agg(name ORDER BY name COLLATE reader))[1:3]
     FROM department WHERE tenant_id = current_tenant() AND parent_id = $1
   UNION ALL SELECT 'projects', count(*)::int,
     (array_agg(title ORDER BY title COLLATE reader) FILTER (WHERE ${canSeeProject("p.id", "$2")}))[1:3]
     FROM project p WHERE tenant_id = current_tenant() AND department_id = $1
   UNION ALL SELECT 'requests', count(*)::int, '{}' FROM (
       SELECT id FROM request WHERE tenant_id = current_tenant() AND department_id = $1
       UNION SELECT id FROM finance_request WHERE tenant_id = current_tenant() AND department_id = $1) AS requests
   UNION ALL SELECT 'budgets', count(*)::int, (array_agg(year::text ORDER BY year DESC))[1:3]
     FROM finance_budget WHERE tenant_id = current_tenant() AND department_id = $1
   UNION ALL SELECT 'rules', count(*)::int, (array_agg(name ORDER BY position))[1:3]
     FROM approval_rule WHERE tenant_id = current_tenant() AND condition->'department_ids' @> to_jsonb($1::bigint)
   UNION ALL SELECT 'allowances', count(*)::int, (array_agg(name ORDER BY leave_type_id, position))[1:3]
     FROM leave_allowance_rule WHERE tenant_id = current_tenant() AND department_id = $1
   UNION ALL SELECT 'rooms', count(*)::int, (array_agg(r.name ORDER BY r.name COLLATE reader))[1:3]
     FROM room_department d JOIN room r ON r.tenant_id = d.tenant_id AND r.id = d.room_id
     WHERE d.tenant_id = current_tenant() AND d.department_id = $1
   UNION ALL SELECT 'forms', count(*)::int, (array_agg(DISTINCT name))[1:3] FROM (
     SELECT f.id, COALESCE(f.draft->>'title', v.title) AS name FROM form f
     LEFT JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
     WHERE f.tenant_id = current_tenant() AND (f.draft->'audience'->'department_ids' @> to_jsonb($1::bigint)
       OR v.definition->'audience'->'department_ids' @> to_jsonb($1::bigint))) AS forms
   UNION ALL SELECT 'vacancies', count(*)::int, (array_agg(p.title ORDER BY p.title COLLATE reader))[1:3]
     FROM vacancy v JOIN position p ON p.tenant_id = v.tenant_id AND p.id = v.position_id
     WHERE v.tenant_id = current_tenant() AND v.department_id = $1 AND v.ended_on IS NULL
   UNION ALL SELECT 'articles', count(*)::int, '{}'
     FROM news_audience WHERE tenant_id = current_tenant() AND department_id = $1`,
);

/** Replaces department $1 with $2 in the audience of forms. */
const inAudience = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = jsonb_set(${column}, '{audience,department_ids}', (
     SELECT jsonb_agg(DISTINCT CASE WHEN id = to_jsonb($1::bigint) THEN to_jsonb($2::bigint) ELSE id END)
     FROM jsonb_array_elements(${column}->'audience'->'department_ids') AS ids (id)))
   WHERE tenant_id = current_tenant() AND ${column}->'audience'->'department_ids' @> to_jsonb($1::bigint)`;

/** Replaces department $1 with $2 in the conditions of approval rules. */
export const moveDepartmentRules = sql(
  "departments.moveRules",
  `UPDATE approval_rule SET condition = jsonb_set(condition, '{department_ids}', (
     SELECT jsonb_agg(DISTINCT CASE WHEN id = to_jsonb($1::bigint) THEN to_jsonb($2::bigint) ELSE id END)
     FROM jsonb_array_elements(condition->'department_ids') AS ids (id)))
   WHERE tenant_id = current_tenant() AND condition->'department_ids' @> to_jsonb($1::bigint)
   RETURNING family`,
);

/** Statements that move all references from $1 to $2. Budgets of the same year are added up. */
export const moveDepartmentReferences = [
  sql(
    "departments.moveVacancies",
    "UPDATE vacancy SET department_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.movePeople",
    "UPDATE app_user SET department_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.movePlanned",
    `UPDATE employment_change_field SET department_id = $2, after = (SELECT name FROM department WHERE tenant_id = current_tenant() AND id = $2)
     WHERE tenant_id = current_tenant() AND planned AND department_id = $1`,
  ),
  sql(
    "departments.moveBelow",
    "UPDATE department SET parent_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND parent_id = $1",
  ),
  sql(
    "departments.moveProjects",
    "UPDATE project SET department_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.moveRequests",
    "UPDATE request SET department_id = $2 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.moveFinance",
    "UPDATE finance_request SET department_id = $2 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.addBudgets",
    `UPDATE finance_budget b SET amount = b.amount + o.amount, version = b.version + 1 FROM finance_budget o
     WHERE b.tenant_id = current_tenant() AND b.department_id = $2
       AND o.tenant_id = b.tenant_id AND o.department_id = $1 AND o.year = b.year`,
  ),
  sql(
    "departments.moveBudgets",
    `UPDATE finance_budget o SET department_id = $2, version = version + 1
     WHERE o.tenant_id = current_tenant() AND o.department_id = $1 AND NOT EXISTS (
       SELECT FROM finance_budget b WHERE b.tenant_id = o.tenant_id AND b.department_id = $2 AND b.year = o.year)`,
  ),
  sql(
    "departments.moveAllowanceRules",
    "UPDATE leave_allowance_rule SET department_id = $2 WHERE tenant_id = current_tenant() AND department_id = $1",
  ),
  sql(
    "departments.addRooms",
    `INSERT INTO room_department (tenant_id, room_id, department_id)
     SELECT tenant_id, room_id, $2 FROM room_department d WHERE tenant_id = current_tenant() AND department_id = $1
       AND NOT EXISTS (SELECT FROM room_department o WHERE o.tenant_id = d.tenant_id AND o.room_id = d.room_id
         AND o.department_id = $2)`,
  ),
  sql(
    "departments.dropRooms",
    // $2 is unused but required, because all statements of the list get both parameters.
    "DELETE FROM room_department WHERE tenant_id = current_tenant() AND department_id = $1 AND $2::bigint IS NOT NULL",
  ),
  sql(
    "departments.moveNews",
    `UPDATE news_audience n SET department_id = $2 WHERE tenant_id = current_tenant() AND department_id = $1 AND NOT EXISTS (
       SELECT FROM news_audience o WHERE o.tenant_id = n.tenant_id AND o.article_id = n.article_id AND o.department_id = $2)`,
  ),
  sql("departments.moveForms", inAudience("form_version", "definition")),
  sql("departments.moveDrafts", inAudience("form", "draft")),
] as const;

export const selectDepartmentMember = sql(
  "departments.holds",
  "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $2 AND department_id = $1",
);
