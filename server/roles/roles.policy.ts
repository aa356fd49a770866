import { externalPermissions, type Permission, permissions } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";

type Giver = Pick<Actor, "permissions">;
interface Held {
  code: string | null;
  permissions: readonly Permission[];
}

/** What a role lets its holders do. */
export const heldBy = (role: Held): readonly Permission[] =>
  role.code === "administrator" ? permissions : role.permissions;

/** Nobody gives, or takes away, what they may not do themselves. @throws Problem 403. */
export function requireOwn(giver: Giver, codes: readonly Permission[]): void {
  if (codes.some((code) => !giver.permissions.has(code))) throw new Problem("role.notYours");
}

/** The role that holds everything stays as it is. @throws Problem 409. */
export function requireChangeable(role: Held): void {
  if (role.code === "administrator") throw new Problem("role.administrator");
}

/** What is counted for people from outside, whatever their role says. */
export const countsOutside = (code: Permission): boolean => externalPermissions.includes(code);
