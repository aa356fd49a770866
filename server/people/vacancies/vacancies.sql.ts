import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

const columns = `v.id, v.version, json_build_object('id', p.id, 'title', p.title) AS position, v.department_id,
  v.manager_id, v.manager_id AS parent_id, v.opened_on::text AS opened_on,
  CASE WHEN v.acting_until >= tenant_today() THEN ${personJson("a")} END AS acting,
  CASE WHEN v.acting_until >= tenant_today() THEN v.acting_until::text END AS acting_until`;
const tables = `vacancy v JOIN position p ON p.tenant_id = v.tenant_id AND p.id = v.position_id
  LEFT JOIN app_user a ON a.tenant_id = v.tenant_id AND a.id = v.acting_id`;

export const selectVacanciesOnDay = sql(
  "vacancies.on",
  `SELECT ${columns} FROM ${tables} WHERE v.tenant_id = current_tenant() AND v.opened_on <= $1::date
     AND (v.ended_on IS NULL OR v.ended_on > $1::date) ORDER BY p.title COLLATE reader, v.id`,
);
export const selectVacancyById = sql(
  "vacancies.byId",
  `SELECT ${columns} FROM ${tables} WHERE v.tenant_id = current_tenant() AND v.id = $1 AND v.ended_on IS NULL`,
);

export const insertVacancy = sql(
  "vacancies.insert",
  `INSERT INTO vacancy (tenant_id, position_id, department_id, manager_id, acting_id, acting_until)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);
export const updateVacancy = sql(
  "vacancies.change",
  `UPDATE vacancy SET position_id = $2, department_id = $3, manager_id = $4, acting_id = $5, acting_until = $6, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND ended_on IS NULL AND version = COALESCE($7, version) RETURNING id`,
);
/** Ends the vacancy; of two concurrent calls, only the first one does. $1 vacancy, $2 new employee, or null when the vacancy is deleted. */
export const updateVacancyEnded = sql(
  "vacancies.end",
  `UPDATE vacancy SET ended_on = GREATEST(opened_on, COALESCE((SELECT joined_on FROM app_user u
       WHERE u.tenant_id = vacancy.tenant_id AND u.id = $2 AND u.joined_on > tenant_today()), tenant_today())),
     filled_by = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND ended_on IS NULL
   RETURNING position_id, department_id, manager_id AS parent_id`,
);

export const selectExistingReferences = sql(
  "vacancies.known",
  `SELECT EXISTS (SELECT FROM position WHERE tenant_id = current_tenant() AND id = $1) AS position_id,
     $2::bigint IS NULL OR EXISTS (SELECT FROM department WHERE tenant_id = current_tenant() AND id = $2) AS department_id,
     $3::bigint IS NULL OR EXISTS (SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $3 AND active AND NOT external) AS parent_id,
     $4::bigint IS NULL OR EXISTS (SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $4 AND active AND NOT external) AS acting_id`,
);

/** Two statements: the first replaces manager $1 of vacancies with $2, the second ends a leaver's acting in other vacancies. */
export const updateManagedVacancies = sql(
  "vacancies.moveLed",
  `UPDATE vacancy SET manager_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND manager_id = $1 AND ended_on IS NULL RETURNING id`,
);
export const updateVacancyActingEnded = sql(
  "vacancies.endActing",
  `UPDATE vacancy SET acting_id = NULL, acting_until = NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND acting_id = $1 AND ended_on IS NULL RETURNING id`,
);

const hasBegun = (day: string) => `announced_on < ${day} AND ${day} <= tenant_today()`;
export const claimVacancyAnnouncements = sql(
  "vacancies.announce",
  `UPDATE vacancy SET announced_on = tenant_today()
   WHERE tenant_id = current_tenant()
     AND (${hasBegun("ended_on")} OR (ended_on IS NULL OR ended_on > tenant_today()) AND ${hasBegun("acting_until + 1")}) RETURNING id`,
);
