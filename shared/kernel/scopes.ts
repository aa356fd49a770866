import type { Endpoint } from "./endpoint";
import { type Permission, permissions, type ProjectPermission, projectPermissions } from "./permissions";

/** What a personal token may be made for: the codes of what a role allows, and of what a role in a project does. */
export type Scope = Permission | ProjectPermission;
export const scopes: readonly Scope[] = [...new Set<Scope>([...permissions, ...projectPermissions])];

/** What is asked of a call. */
export type Scoped = Partial<Pick<Endpoint, "permission" | "scope" | "tellsSecret" | "problems">>;

/**
 * What a token needs for a call, one of them: what the contract says, where rows decide or tokens don't; else what the call asks
 * of the person. None: a token isn't enough, only a session is.
 */
export function scopesFor({ permission, scope, tellsSecret, problems }: Scoped): readonly Scope[] {
  // A secret outlives the token; what is asked for with the password again is for whoever sits there.
  if (tellsSecret || problems?.includes("session.confirmFirst")) return [];
  const wanted = scope ?? permission ?? [];
  return typeof wanted === "string" ? [wanted] : wanted;
}
