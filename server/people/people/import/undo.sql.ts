import type { AccountPermissions } from "../../../identity/session/account.policy";
import { personOrNull } from "../../../platform/database/person-json";
import { sql, unnamedSql } from "../../../platform/database/unit-of-work";
import { rowsDeletedWithUser } from "../people.write.sql";

export const insertImport = sql(
  "importUndo.add",
  `INSERT INTO people_import (tenant_id, user_id, file_name, created, changed, added)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);

/** $1 import, $2 JSON array of `{id, before}`; stores the users' current versions. */
export const insertImportRows = sql(
  "importUndo.addRows",
  `INSERT INTO people_import_row (tenant_id, import_id, user_id, version, before)
   SELECT current_tenant(), $1, u.id, u.version, NULLIF(w.before, 'null')
   FROM jsonb_to_recordset($2) AS w (id bigint, before jsonb)
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.id`,
);

export interface ImportRecord {
  id: number;
  file_name: string;
  created: number;
  changed: number;
  created_at: Date;
  user_id: number | null;
  by: { id: number; fullname: string; image: string | null } | null;
}

export const selectRecentImports = sql(
  "importUndo.recent",
  `SELECT i.id, i.file_name, i.created, i.changed, i.created_at, i.user_id,
     ${personOrNull("u")} AS by
   FROM people_import i LEFT JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
   WHERE i.tenant_id = current_tenant() AND i.created_at > now() - interval '1 day' AND (i.user_id = $1 OR $2)
   ORDER BY i.id DESC LIMIT 20`,
);

export interface AddedRecords {
  department: number[];
  position: number[];
  group: number[];
  joins: { group: number; users: number[] }[];
}

export interface LockedImport {
  user_id: number | null;
  changed: number;
  added: AddedRecords;
}

/** An import that can still be undone; the lock serializes concurrent undos. */
export const lockImport = sql(
  "importUndo.lock",
  `SELECT id, user_id, changed, added FROM people_import
   WHERE tenant_id = current_tenant() AND id = $1 AND created_at > now() - interval '1 day' FOR UPDATE`,
);

/** `signed_in`: whether the user has set a password or signed in another way. */
export const selectImportRows = sql(
  "importUndo.rows",
  `SELECT r.user_id AS id, r.before, u.fullname, u.parent_id, u.version <> r.version AS changed,
     r.before IS NULL AND ((u.active AND u.invited_at IS NULL)
       OR EXISTS (SELECT FROM session s WHERE s.tenant_id = r.tenant_id AND s.user_id = r.user_id)
       OR EXISTS (SELECT FROM security_event e WHERE e.tenant_id = r.tenant_id AND e.user_id = r.user_id AND e.kind = 'sign_in')) AS signed_in
   FROM people_import_row r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.import_id = $1 ORDER BY r.user_id`,
);

export const selectAllManagers = sql(
  "importUndo.managers",
  "SELECT id, parent_id FROM app_user WHERE tenant_id = current_tenant()",
);

export type RoleOfUsers = Pick<AccountPermissions, "role_code" | "role_permissions">;

/** The different roles of users $1. */
export const selectRolesOfUsers = sql(
  "importUndo.selectRolesOfUsers",
  `SELECT r.code AS role_code, r.permissions AS role_permissions FROM role r
   WHERE r.tenant_id = current_tenant()
     AND EXISTS (SELECT FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.id = ANY($1))`,
);

export const clearManagers = sql(
  "importUndo.detach",
  "UPDATE app_user SET parent_id = NULL WHERE tenant_id = current_tenant() AND id = ANY($1) AND parent_id IS NOT NULL",
);

/** Removes the added users ($1) as managers from earlier employment versions of the import's users ($2). */
export const clearEarlierManagers = sql(
  "importUndo.detachEarlier",
  "UPDATE employment SET parent_id = NULL WHERE tenant_id = current_tenant() AND parent_id = ANY($1) AND user_id = ANY($2)",
);

/** Tables with rows that are created automatically for each new user and deleted with them, in addition to `ownRows`. */
const automaticTables = new Set([
  "leave_balance",
  "notification_event",
  "notification_delivery",
  "notification_digest",
]);
const isName = (text: string) => /^[a-z_][a-z0-9_]*$/.test(text);

/** Users among $1 to whom other records refer, or who have acted. */
export function referencedUsers(columns: readonly { table: string; column: string }[]) {
  const expected = columns
    .filter(({ table, column }) => isName(table) && isName(column) && !automaticTables.has(table))
    .filter(({ table, column }) => !rowsDeletedWithUser.has(table) && !rowsDeletedWithUser.has(`${table}.${column}`))
    .map(({ table, column }) => {
      // Ledger entries written by schedules don't count as actions.
      const condition = table === "leave_ledger" ? " AND t.actor_id IS NOT NULL" : "";
      return `EXISTS (SELECT FROM ${table} t WHERE t.tenant_id = current_tenant() AND t.${column} = w.id${condition})`;
    });
  const acted = "EXISTS (SELECT FROM domain_event e WHERE e.tenant_id = current_tenant() AND e.actor_id = w.id)";
  return unnamedSql<"import.referencedUsers">(
    `SELECT w.id FROM unnest($1::bigint[]) AS w (id) WHERE ${[...expected, acted].join(" OR ")}`,
  );
}

export const deletePeople = sql(
  "importUndo.remove",
  "DELETE FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

export const deleteImport = sql(
  "importUndo.removeImport",
  "DELETE FROM people_import WHERE tenant_id = current_tenant() AND id = $1",
);
