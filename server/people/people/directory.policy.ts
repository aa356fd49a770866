import type { Actor } from "../../platform/session";

/** External users never have access to the directory, whatever their role. */
export function canSeeDirectory(actor: Pick<Actor, "permissions" | "external">): boolean {
  return !actor.external && (actor.permissions.has("user-list") || actor.permissions.has("employee-list"));
}
