import type { Permission } from "../../../shared/kernel/access";
import type { Actor } from "../../platform/session";

/** Facts about a user that decide who may change their account. */
export interface AccountPermissions {
  id: number;
  active: boolean;
  role_code: string | null;
  role_permissions: readonly Permission[];
  is_external: boolean;
}

/** Permissions to manage other users' permissions, or to see all data. */
export const governingPermissions: readonly Permission[] = [
  "approval-rule-edit",
  "audit-list",
  "project-all",
  "role-edit",
  "subscription-create-request",
  "tenant-edit",
  "user-create",
  "user-delete",
  "user-edit",
];

/**
 * Whether the actor may assign a role or take over an account that has it. Roles with a governing permission that the actor lacks are
 * excluded. HR may hire managers and accountants but not create administrators.
 */
export function mayAssignRole(
  actor: Pick<Actor, "permissions">,
  role: Pick<AccountPermissions, "role_code" | "role_permissions">,
): boolean {
  const isGiven = (permission: Permission) =>
    role.role_code === "administrator" || role.role_permissions.includes(permission);
  return governingPermissions.every((permission) => !isGiven(permission) || actor.permissions.has(permission));
}

export const isGoverningRole = (role: Pick<AccountPermissions, "role_code" | "role_permissions">): boolean =>
  !mayAssignRole({ permissions: new Set() }, role);

/** Whether the actor has all governing permissions of the account; external accounts have none, regardless of their role. */
export const mayTakeOverAccount = (
  actor: Pick<Actor, "permissions">,
  account: Pick<AccountPermissions, "role_code" | "role_permissions" | "is_external">,
): boolean => mayAssignRole(actor, account.is_external ? { role_code: null, role_permissions: [] } : account);
