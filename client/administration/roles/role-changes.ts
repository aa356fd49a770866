import type { Permission, PermissionArea } from "../../../shared/kernel/access";
import { permissionAreas, permissionsByArea } from "../../../shared/access";
import type { Role } from "../../../shared/administration/roles/roles.contract";
import { createTextMatcher } from "../../../shared/kernel/text/fold";

/** Unsaved permission values by role id. */
export type PendingRoleChanges = ReadonlyMap<number, ReadonlyMap<Permission, boolean>>;

export const noPendingRoleChanges: PendingRoleChanges = new Map();

export const willHavePermission = (role: Role, code: Permission, pending: PendingRoleChanges): boolean =>
  pending.get(role.id)?.get(code) ?? role.permissions.includes(code);

export function withPermissionChange(
  pending: PendingRoleChanges,
  role: Role,
  code: Permission,
  isGranted: boolean,
): PendingRoleChanges {
  const of = new Map(pending.get(role.id));
  if (role.permissions.includes(code) === isGranted) of.delete(code);
  else of.set(code, isGranted);
  const next = new Map(pending);
  if (of.size > 0) next.set(role.id, of);
  else next.delete(role.id);
  return next;
}

export interface RoleChange {
  role_id: number;
  add: Permission[];
  remove: Permission[];
}

/** Request body with the pending changes. Omits deleted roles and changes that another user has already saved. */
export function roleChangesOf(roles: readonly Role[], pending: PendingRoleChanges): RoleChange[] {
  return roles.flatMap((role) => {
    const requestedChanges = [...(pending.get(role.id) ?? [])].filter(
      ([code, isGranted]) => role.permissions.includes(code) !== isGranted,
    );
    const of = (isGranted: boolean) =>
      requestedChanges.filter(([, value]) => value === isGranted).map(([code]) => code);
    return requestedChanges.length > 0 ? [{ role_id: role.id, add: of(true), remove: of(false) }] : [];
  });
}

export const countRoleChanges = (changes: readonly RoleChange[]): number =>
  changes.reduce((sum, { add, remove }) => sum + add.length + remove.length, 0);

/** Whether the role's value for this permission differs from its default; custom roles have no default. */
export const differsFromDefault = (role: Role, code: Permission, pending: PendingRoleChanges): boolean =>
  role.seeded !== null &&
  role.code !== "administrator" &&
  role.seeded.includes(code) !== willHavePermission(role, code, pending);

interface AreaSearch {
  text: string;
  /** Empty means all areas. */
  areas: readonly PermissionArea[];
  changedOnly: boolean;
  wordsOf: (code: Permission) => string;
}

export function visibleAreas(
  roles: readonly Role[],
  pending: PendingRoleChanges,
  { text, areas, changedOnly, wordsOf }: AreaSearch,
): { area: PermissionArea; codes: Permission[] }[] {
  const isFound = createTextMatcher(text);
  const fits = (code: Permission) =>
    isFound(code, wordsOf(code)) &&
    (!changedOnly || roles.some((role) => differsFromDefault(role, code, pending) || pending.get(role.id)?.has(code)));
  return permissionsByArea
    .filter(({ area }) => areas.length === 0 || areas.includes(area))
    .map(({ area, codes }) => ({ area, codes: codes.filter(fits) }))
    .filter(({ codes }) => codes.length > 0);
}

/** Areas named in the URL, in their fixed order; unknown ones are ignored. */
export const parseAreas = (address: string | null): PermissionArea[] => {
  const requestedAreas = (address ?? "").split(",");
  return permissionAreas.filter((area) => requestedAreas.includes(area));
};

/** URL value with one area toggled; null for all areas. */
export function toggleArea(chosen: readonly PermissionArea[], picked: string): string | null {
  const next = permissionAreas.filter((area) => chosen.includes(area) !== (area === picked));
  return next.length === 0 || next.length === permissionAreas.length ? null : next.join(",");
}
