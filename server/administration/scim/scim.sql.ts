import { sql, unnamedSql } from "../../platform/database/unit-of-work";
import type { FilterAttributes } from "./scim.filter";

export interface ScimUserRow {
  id: number;
  version: number;
  active: boolean;
  fullname: string;
  email: string;
  phone_number: string | null;
  employee_id: string | null;
  created_at: Date;
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  groups: { id: number; title: string }[];
}

export interface ScimGroupRow {
  id: number;
  version: number;
  title: string;
  external_id: string | null;
  users: { id: number; fullname: string }[];
}

const userName = "COALESCE(s.user_name, u.email)";
const userColumnsWithoutGroups = `u.id, u.version, u.active, u.fullname, u.email, u.phone_number, u.employee_id, u.created_at,
  ${userName} AS user_name, s.external_id, s.given_name, s.family_name`;
const userColumns = `${userColumnsWithoutGroups},
  COALESCE((SELECT json_agg(json_build_object('id', g.id, 'title', g.title) ORDER BY g.id) FROM user_group_member m
    JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
    WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id), '[]') AS groups`;
/** SQL: users visible to the directory: no external users, and no inactive users that the directory has deleted. */
const users = `FROM app_user u LEFT JOIN scim_user s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
  WHERE u.tenant_id = current_tenant() AND NOT u.external AND (u.active OR NOT COALESCE(s.removed, false))`;

export const selectScimUser = sql("scim.user", `SELECT ${userColumns} ${users} AND u.id = $1`);

export const userFilterAttributes: FilterAttributes = {
  id: { sql: "u.id::text", kind: "exact" },
  username: { sql: userName, kind: "text" },
  externalid: { sql: "s.external_id", kind: "exact" },
  displayname: { sql: "u.fullname", kind: "text" },
  "name.formatted": { sql: "u.fullname", kind: "text" },
  "name.givenname": { sql: "s.given_name", kind: "text" },
  "name.familyname": { sql: "s.family_name", kind: "text" },
  emails: { sql: "u.email", kind: "text" },
  "emails.value": { sql: "u.email", kind: "text" },
  "emails.type": { sql: "'work'", kind: "text" },
  "emails.primary": { sql: "true", kind: "boolean" },
  "phonenumbers.value": { sql: "u.phone_number", kind: "text" },
  "phonenumbers.type": { sql: "'work'", kind: "text" },
  active: { sql: "u.active", kind: "boolean" },
  employeenumber: { sql: "u.employee_id", kind: "text" },
  "meta.created": { sql: "u.created_at", kind: "time" },
};

/**
 * Parameters after those of the condition: limit, offset, and the maximum number of groups on the page. Unnamed, since there are thousands
 * of different conditions.
 */
export const listScimUsers = (condition: string, conditionParameterCount: number, withGroups: boolean) => {
  const page = `${users} AND ${condition} ORDER BY u.id LIMIT $${conditionParameterCount + 1} OFFSET $${conditionParameterCount + 2}`;
  if (!withGroups)
    return unnamedSql<"scim.listUsers">(`SELECT ${userColumnsWithoutGroups}, '[]'::json AS groups ${page}`);
  const groupCount = `(SELECT count(*) FROM user_group_member m WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id)`;
  const fitting = fittingOf(`SELECT u.id, ${groupCount} AS held ${page}`, conditionParameterCount + 3);
  return unnamedSql<"scim.listUsers">(
    `${fitting} SELECT ${userColumns} ${users} AND u.id IN (SELECT id FROM fitting) ORDER BY u.id`,
  );
};
/** Selects the resources of a page until the limit of nested entries is reached, but at least the first resource. */
const fittingOf = (page: string, limitParameter: number): string =>
  `WITH fitting AS MATERIALIZED (SELECT id FROM (SELECT id, sum(held) OVER (ORDER BY id) - held AS before FROM (${page}) AS page) AS counted
   WHERE before < $${limitParameter})`;
export const countScimUsers = (condition: string) =>
  unnamedSql<"scim.countUsers">(`SELECT count(*)::int AS count ${users} AND ${condition}`);

/** A user that the directory has deleted, found by user name $1 or email address $2. */
export const selectRemovedScimUser = sql(
  "scim.removedUser",
  `SELECT u.id FROM scim_user s JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
   WHERE s.tenant_id = current_tenant() AND s.removed AND NOT u.active AND NOT u.external
     AND (lower(s.user_name) = lower($1) OR u.email = $2) ORDER BY u.id LIMIT 1`,
);
/** A user other than $2 whose email address is $1. */
export const selectUserByEmail = sql(
  "scim.namedLikeAddress",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND email = $1 AND id <> $2`,
);
export const upsertScimUser = sql(
  "scim.saveUser",
  `INSERT INTO scim_user (tenant_id, user_id, user_name, external_id, given_name, family_name)
   VALUES (current_tenant(), $1, $2, $3, $4, $5)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET user_name = EXCLUDED.user_name, external_id = EXCLUDED.external_id,
     given_name = EXCLUDED.given_name, family_name = EXCLUDED.family_name, removed = false`,
);
export const markRemoved = sql(
  "scim.markRemoved",
  `INSERT INTO scim_user (tenant_id, user_id, user_name, removed)
   SELECT current_tenant(), id, email, true FROM app_user WHERE tenant_id = current_tenant() AND id = $1
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET removed = true`,
);
/**
 * Makes user $1 visible to the directory again. The user was deleted by the directory, reactivated manually, and then updated by the
 * directory.
 */
export const unmarkRemoved = sql(
  "scim.notRemoved",
  "UPDATE scim_user SET removed = false WHERE tenant_id = current_tenant() AND user_id = $1 AND removed",
);

const groupColumnsWithoutMembers = "g.id, g.version, g.title, s.external_id";
const groupColumns = `${groupColumnsWithoutMembers},
  COALESCE((SELECT json_agg(json_build_object('id', u.id, 'fullname', u.fullname) ORDER BY u.id) FROM user_group_member m
    JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND NOT u.external
    LEFT JOIN scim_user x ON x.tenant_id = u.tenant_id AND x.user_id = u.id
    WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND (u.active OR NOT COALESCE(x.removed, false))), '[]') AS users`;
const groups = `FROM user_group g LEFT JOIN scim_group s ON s.tenant_id = g.tenant_id AND s.group_id = g.id
  WHERE g.tenant_id = current_tenant()`;

export const selectScimGroup = sql("scim.group", `SELECT ${groupColumns} ${groups} AND g.id = $1`);
export const selectScimGroupWithoutMembers = sql(
  "scim.groupAlone",
  `SELECT ${groupColumnsWithoutMembers}, '[]'::json AS users ${groups} AND g.id = $1`,
);
export const groupFilterAttributes: FilterAttributes = {
  id: { sql: "g.id::text", kind: "exact" },
  displayname: { sql: "g.title", kind: "text" },
  externalid: { sql: "s.external_id", kind: "exact" },
};
export const listScimGroups = (condition: string, values: number, withMembers: boolean) => {
  const page = `${groups} AND ${condition} ORDER BY g.id LIMIT $${values + 1} OFFSET $${values + 2}`;
  if (!withMembers)
    return unnamedSql<"scim.listGroups">(`SELECT ${groupColumnsWithoutMembers}, '[]'::json AS users ${page}`);
  const memberCount = `(SELECT count(*) FROM user_group_member m WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id)`;
  const fitting = fittingOf(`SELECT g.id, ${memberCount} AS held ${page}`, values + 3);
  return unnamedSql<"scim.listGroups">(
    `${fitting} SELECT ${groupColumns} ${groups} AND g.id IN (SELECT id FROM fitting) ORDER BY g.id`,
  );
};
export const countScimGroups = (condition: string) =>
  unnamedSql<"scim.countGroups">(`SELECT count(*)::int AS count ${groups} AND ${condition}`);

/** Members of group $1 that the directory doesn't manage: external users, and users it has deleted. */
export const selectUnmanagedMembers = sql(
  "scim.otherMembers",
  `SELECT u.id FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
   LEFT JOIN scim_user s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
   WHERE m.tenant_id = current_tenant() AND m.group_id = $1 AND (u.external OR (NOT u.active AND COALESCE(s.removed, false)))`,
);
export const upsertScimGroup = sql(
  "scim.saveGroup",
  `INSERT INTO scim_group (tenant_id, group_id, external_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, group_id) DO UPDATE SET external_id = EXCLUDED.external_id`,
);
export const deleteScimGroup = sql(
  "scim.dropGroup",
  "DELETE FROM scim_group WHERE tenant_id = current_tenant() AND group_id = $1",
);
