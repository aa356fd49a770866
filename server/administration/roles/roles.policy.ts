import { externalPermissions, permissions } from "../../../shared/access";
import type { Permission } from "../../../shared/kernel/access";
import { Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";

type Giver = Pick<Actor, "permissions">;
interface Held {
  code: string | null;
  permissions: readonly Permission[];
}

export const permissionsOfRole = (role: Held): readonly Permission[] =>
  role.code === "administrator" ? permissions : role.permissions;

/**
 * Checks that the actor has the permissions to be granted or revoked.
 * @throws Problem 403 for permissions that the actor lacks.
 */
export function requireOwnPermissions(giver: Giver, codes: readonly Permission[]): void {
  if (codes.some((code) => !giver.permissions.has(code))) throw new Problem("role.notYours");
}

/** @throws Problem 409 for the administrator role, which can't be changed. */
export function requireRoleChangeable(role: Held): void {
  if (role.code === "administrator") throw new Problem("role.administrator");
}

/** Whether external users may have a permission, regardless of their role. */
export const isExternalPermission = (code: Permission): boolean => externalPermissions.includes(code);
