import type { Permission } from "../../../shared/kernel/permissions";
import { sql } from "../../platform/database/unit-of-work";
import { userColumns, userTables, withTeam } from "../people.sql";

export interface KnownPerson {
  id: number;
  email: string;
  employee_id: string | null;
  leader: string | null;
  leads: boolean;
}

/** Everybody, as far as a row of a file can name them; `leads`: active and from inside. */
export const everyPerson = sql(
  "peopleImport.everyPerson",
  `SELECT u.id, u.email, u.employee_id, m.email AS leader, u.active AND NOT u.external AS leads
   FROM app_user u LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id
   WHERE u.tenant_id = current_tenant()`,
);

/** $1 who asks, $2 their ids. */
export const peopleById = sql(
  "peopleImport.byId",
  `${withTeam} SELECT ${userColumns} FROM ${userTables} WHERE u.tenant_id = current_tenant() AND u.id = ANY($2)`,
);

export const privateById = sql(
  "peopleImport.private",
  `SELECT p.user_id, trim_scale(p.salary)::text AS salary, p.currency, p.address, p.city, p.credential_number,
     p.issued_on::text AS issued_date, p.expires_on::text AS expiry_date, p.last_degree
   FROM user_private p WHERE p.tenant_id = current_tenant() AND p.user_id = ANY($1)`,
);

export interface KnownRole {
  id: number;
  name: string;
  role_code: string | null;
  role_permissions: Permission[];
}

export const everyPosition = sql(
  "peopleImport.positions",
  "SELECT id, title AS name, NULL::text AS code FROM position WHERE tenant_id = current_tenant()",
);
export const everyDepartment = sql(
  "peopleImport.departments",
  "SELECT id, name, code FROM department WHERE tenant_id = current_tenant()",
);
