import type { Endpoint } from "./endpoint";
import type { Permission } from "./access";
import type { ProjectPermission } from "./permissions";

export type Scope = Permission | ProjectPermission;

export type ScopedEndpoint = Partial<Pick<Endpoint, "permission" | "scope" | "tellsSecret" | "problems">>;

/**
 * Scopes of which an API token needs one: `scope` from the contract, or else the call's permissions. Empty if the call requires a session.
 */
export function scopesFor({ permission, scope, tellsSecret, problems }: ScopedEndpoint): readonly Scope[] {
  // Excludes API tokens, because secrets remain valid after the token is revoked, and calls that require confirmation need the user's
  // password.
  if (tellsSecret || problems?.includes("session.confirmFirst")) return [];
  const scopes = scope ?? permission ?? [];
  return typeof scopes === "string" ? [scopes] : scopes;
}
