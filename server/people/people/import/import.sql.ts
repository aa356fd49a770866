import type { Permission } from "../../../../shared/kernel/access";
import { sql } from "../../../platform/database/unit-of-work";
import { userColumns, userTables, withTeamCte } from "../people.sql";

export interface ExistingPerson {
  id: number;
  email: string;
  employee_id: string | null;
  fullname: string;
  leader: string | null;
  active: boolean;
  external: boolean;
}

export const selectAllPeople = sql(
  "peopleImport.everyPerson",
  `SELECT u.id, u.email, u.employee_id, m.email AS leader, u.fullname, u.active, u.external
   FROM app_user u LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id
   WHERE u.tenant_id = current_tenant()`,
);

export const selectPeopleById = sql(
  "peopleImport.byId",
  `${withTeamCte} SELECT ${userColumns} FROM ${userTables} WHERE u.tenant_id = current_tenant() AND u.id = ANY($2)`,
);

export const selectPrivateFieldsById = sql(
  "peopleImport.private",
  `SELECT p.user_id, trim_scale(p.salary)::text AS salary, p.currency, p.address, p.city, p.credential_number,
     p.issued_on::text AS issued_date, p.expires_on::text AS expiry_date, p.last_degree
   FROM user_private p WHERE p.tenant_id = current_tenant() AND p.user_id = ANY($1)`,
);

export interface ExistingRole {
  id: number;
  name: string;
  role_code: string | null;
  role_permissions: Permission[];
}

export const selectAllPositions = sql(
  "peopleImport.positions",
  "SELECT id, title AS name, NULL::text AS code FROM position WHERE tenant_id = current_tenant()",
);
export const selectAllDepartments = sql(
  "peopleImport.departments",
  "SELECT id, name, code FROM department WHERE tenant_id = current_tenant()",
);
export const selectAllGroups = sql(
  "peopleImport.groups",
  "SELECT id, title AS name, NULL::text AS code FROM user_group WHERE tenant_id = current_tenant()",
);
/** Dotted-line managers of each user in $1. */
export const selectDottedManagersOfPeople = sql(
  "peopleImport.dottedManagers",
  `SELECT user_id, array_agg(manager_id ORDER BY manager_id) AS managers FROM dotted_line
   WHERE tenant_id = current_tenant() AND user_id = ANY($1) AND ended_on IS NULL GROUP BY user_id`,
);
export const selectMembershipsOfPeople = sql(
  "peopleImport.memberships",
  `SELECT m.user_id, array_agg(g.title ORDER BY g.title COLLATE reader) AS titles
   FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
   WHERE m.tenant_id = current_tenant() AND m.user_id = ANY($1) GROUP BY m.user_id`,
);
