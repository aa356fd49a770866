import type { Actor } from "../platform/session";

/** People from outside have no directory, whatever their role says. */
export function seesDirectory(actor: Pick<Actor, "permissions" | "external">): boolean {
  return !actor.external && (actor.permissions.has("user-list") || actor.permissions.has("employee-list"));
}
