import { sql } from "../platform/database/unit-of-work";

const columns = `
  p.id, p.title, p.description, p.version,
  (SELECT count(*)::int FROM app_user u
   WHERE u.tenant_id = p.tenant_id AND u.position_id = p.id AND u.active) AS employee_count`;

const orders = {
  title: "lower(title), id",
  "-title": "lower(title) DESC, id",
  employees: "employee_count, lower(title), id",
  "-employees": "employee_count DESC, lower(title), id",
} as const;
export type PositionSort = keyof typeof orders;

const fits =
  "p.tenant_id = current_tenant() AND ($1::text IS NULL OR lower(p.title) LIKE $1 OR lower(p.description) LIKE $1)";

/** $1 text to look for or null, $2 how many, $3 after how many. */
export const listPositions = (sort: PositionSort) =>
  sql(
    `positions.list.${sort}`,
    `SELECT * FROM (SELECT ${columns} FROM position p WHERE ${fits}) AS found ORDER BY ${orders[sort]} LIMIT $2 OFFSET $3`,
  );

export const countPositions = sql("positions.count", `SELECT count(*)::int AS total FROM position p WHERE ${fits}`);

export const positionById = sql(
  "positions.byId",
  `SELECT ${columns} FROM position p WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

export const lockPosition = sql(
  "positions.lock",
  "SELECT id FROM position WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

export const lockForDeletion = sql(
  "positions.lockForDeletion",
  "SELECT id FROM position WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR UPDATE",
);

export const selectPositions = sql(
  "positions.select",
  `SELECT id, title FROM position WHERE tenant_id = current_tenant() AND ($1::text IS NULL OR lower(title) LIKE $1)
   ORDER BY lower(title), id`,
);

export const peopleOfPosition = sql(
  "positions.people",
  `SELECT u.id, u.fullname, u.image, d.name AS department FROM app_user u
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.position_id = $1 AND u.active ORDER BY lower(u.fullname), u.id`,
);

/** What names a position. `tests/positions` compares the tables with the database's own list of what points to one. */
export const positionUses = sql(
  "positions.uses",
  `SELECT 'people' AS kind, count(*)::int AS count, (array_agg(fullname ORDER BY lower(fullname)))[1:3] AS names
   FROM app_user u WHERE tenant_id = current_tenant() AND (position_id = $1 OR EXISTS (
     SELECT FROM employment_change_field f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id AND f.planned AND f.position_id = $1))
   UNION ALL SELECT 'vacancies', count(*)::int, (array_agg(p.title ORDER BY lower(p.title)))[1:3]
     FROM vacancy v JOIN position p ON p.tenant_id = v.tenant_id AND p.id = v.position_id
     WHERE v.tenant_id = current_tenant() AND v.position_id = $1 AND v.ended_on IS NULL`,
);

export const movePosition = [
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

/** Whether $2 is in $1. */
export const holdsPosition = sql(
  "positions.holds",
  "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $2 AND position_id = $1",
);
