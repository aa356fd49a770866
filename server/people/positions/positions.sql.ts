import { positionSorts } from "../../../shared/people/positions/positions.schema";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

export const positionStatements = recordStatements("positions", {
  table: "position",
  as: "p",
  columns: `p.id, p.version, p.title, p.description,
    (SELECT count(*)::int FROM app_user u
     WHERE u.tenant_id = p.tenant_id AND u.position_id = p.id AND u.active) AS employee_count`,
  matches: matchesSearch("$1", ["p.folded"], ["p.description"]),
  sorts: positionSorts,
  order: { title: "title COLLATE reader", employees: "employee_count" },
});

export const selectPositions = sql(
  "positions.select",
  `SELECT id, title FROM position WHERE tenant_id = current_tenant() AND ${matchesSearch("$1", ["folded"])}
   ORDER BY title COLLATE reader, id`,
);

export const selectPeopleOfPosition = sql(
  "positions.people",
  `SELECT u.id, u.fullname, u.image, d.name AS department FROM app_user u
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.position_id = $1 AND u.active ORDER BY u.fullname COLLATE reader, u.id`,
);

/** References to position $1. `tests/people/positions` compares the tables with the foreign keys in the database. */
export const selectPositionUses = sql(
  "positions.uses",
  `SELECT 'people' AS kind, count(*)::int AS count, (array_agg(fullname ORDER BY fullname COLLATE reader))[1:3] AS names
   FROM app_user u WHERE tenant_id = current_tenant() AND (position_id = $1 OR EXISTS (
     SELECT FROM employment_change_field f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id AND f.planned AND f.position_id = $1))
   UNION ALL SELECT 'vacancies', count(*)::int, (array_agg(p.title ORDER BY p.title COLLATE reader))[1:3]
     FROM vacancy v JOIN position p ON p.tenant_id = v.tenant_id AND p.id = v.position_id
     WHERE v.tenant_id = current_tenant() AND v.position_id = $1 AND v.ended_on IS NULL`,
);

export const movePositionReferences = [
  sql(
    "positions.movePeople",
    "UPDATE app_user SET position_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND position_id = $1",
  ),
  sql(
    "positions.moveVacancies",
    "UPDATE vacancy SET position_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND position_id = $1",
  ),
  sql(
    "positions.movePlanned",
    `UPDATE employment_change_field SET position_id = $2, after = (SELECT title FROM position WHERE tenant_id = current_tenant() AND id = $2)
     WHERE tenant_id = current_tenant() AND planned AND position_id = $1`,
  ),
] as const;

export const selectPositionHolder = sql(
  "positions.holds",
  "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $2 AND position_id = $1",
);
