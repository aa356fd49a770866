import type { Permission, PlanFeature } from "../../shared/kernel/access";
import type { CurrentUser } from "../../shared/kernel/current-user";
import type { Tenant } from "../../shared/kernel/tenant";
import { Store, useStorePart } from "./store";

/** The signed-in user and the tenant of this host name, set by the session machine (client/identity/session/session.ts). */
export const currentSession = new Store<{ user: CurrentUser | null; tenant: Tenant | null }>({
  user: null,
  tenant: null,
});

/** Calls `clear` when another user signs in on this page. What the same user left stays, also after an expired session. */
export function clearForNextUser(clear: () => void): void {
  let lastUserId = currentSession.value.user?.id ?? null;
  currentSession.subscribe(({ user }) => {
    if (!user) return;
    if (lastUserId !== null && user.id !== lastUserId) clear();
    lastUserId = user.id;
  });
}

export function useTenant(): Tenant | null {
  return useStorePart(currentSession, ({ tenant }) => tenant);
}

export function useMaybeUser(): CurrentUser | null {
  return useStorePart(currentSession, ({ user }) => user);
}

export function useCurrentUser(): CurrentUser {
  const user = useMaybeUser();
  if (!user) throw new Error("Nobody is signed in here.");
  return user;
}

/** The tenant's currency, for amounts without their own currency. */
export const useHomeCurrency = (): string => useCurrentUser().tenant.currency;

export function hasPermission(
  user: CurrentUser | null,
  permission: Permission | readonly Permission[] | undefined,
): boolean {
  if (permission === undefined) return true;
  const permissions: readonly Permission[] = typeof permission === "string" ? [permission] : permission;
  return permissions.some((one) => user?.permissions.includes(one));
}

/** `can("project-create")`; with a list, one of the permissions is enough. */
export function useCan(): (permission: Permission | readonly Permission[]) => boolean {
  const user = useMaybeUser();
  return (permission) => hasPermission(user, permission);
}

export function useHasFeature(): (feature: PlanFeature | null) => boolean {
  const user = useMaybeUser();
  return (feature) => feature === null || (user?.tenant.features.includes(feature) ?? false);
}
