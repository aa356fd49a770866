import type { Permission } from "../../../shared/kernel/access";
import { permissions } from "../../../shared/access";
import type { Role } from "../../../shared/administration/roles/roles.contract";
import { mayViewAs } from "../../identity/viewing/viewing.policy";
import type { Actor } from "../../platform/session";
import { type RoleCode, seededRoles } from "./seeded-roles";

export interface RoleRow {
  id: number;
  code: RoleCode | null;
  name: string;
  permissions: Permission[];
  version: number;
  user_count: number;
  people: Role["people"];
}

/** Sorts permissions in the order of their definition and removes duplicates, since they are a set. */
export const sortPermissions = (codes: Iterable<Permission>): Permission[] => {
  const granted = new Set(codes);
  return permissions.filter((code) => granted.has(code));
};

/** Presents a role with its effective permissions: administrators have all permissions, regardless of the stored list. */
export function presentRole(row: RoleRow, actor: Actor): Role {
  const edit = actor.permissions.has("role-edit");
  const administrator = row.code === "administrator";
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    permissions: administrator ? [...permissions] : sortPermissions(row.permissions),
    seeded: row.code ? sortPermissions(seededRoles[row.code].permissions) : null,
    user_count: row.user_count,
    people: row.people,
    version: row.version,
    can: {
      edit: edit && !administrator,
      delete: edit && row.code === null,
      assign: edit,
      view_as: !administrator && mayViewAs(actor),
    },
  };
}
