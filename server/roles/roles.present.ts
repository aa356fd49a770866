import { type Permission, permissions } from "../../shared/kernel/permissions";
import type { Role } from "../../shared/roles/roles.contract";
import { mayViewAs } from "../people/people.policy";
import type { Actor } from "../platform/session";
import { type RoleCode, seededRoles } from "./seeded-roles.service";

export interface RoleRow {
  id: number;
  code: RoleCode | null;
  name: string;
  permissions: Permission[];
  version: number;
  user_count: number;
  people: Role["people"];
}

/** In the order of the codes: what a role holds is a set. */
export const inOrder = (codes: Iterable<Permission>): Permission[] => {
  const held = new Set(codes);
  return permissions.filter((code) => held.has(code));
};

/** Administrators hold everything, whatever the row says. */
export function presentRole(row: RoleRow, actor: Actor): Role {
  const edit = actor.permissions.has("role-edit");
  const administrator = row.code === "administrator";
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    permissions: administrator ? [...permissions] : inOrder(row.permissions),
    seeded: row.code ? inOrder(seededRoles[row.code].permissions) : null,
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
