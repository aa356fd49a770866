import type { Permission } from "../../shared/kernel/permissions";
import { type PermissionArea, permissionAreas, permissionsByArea } from "../../shared/kernel/permission-areas";
import type { Role } from "../../shared/roles/roles.contract";

/** What is to be saved, laid over what the server has said: by role, each permission with whether it is to be held. */
export type Pending = ReadonlyMap<number, ReadonlyMap<Permission, boolean>>;

export const nothingPending: Pending = new Map();

/** Whether a role holds a permission once what is pending is saved. */
export const holdsThen = (role: Role, code: Permission, pending: Pending): boolean =>
  pending.get(role.id)?.get(code) ?? role.permissions.includes(code);

/** With one box ticked or not; what is then as it is saved is no change. */
export function withChange(pending: Pending, role: Role, code: Permission, held: boolean): Pending {
  const of = new Map(pending.get(role.id));
  if (role.permissions.includes(code) === held) of.delete(code);
  else of.set(code, held);
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

/** What is pending, as it is sent. What others have saved meanwhile, and roles that are gone, are no change any more. */
export function changesOf(roles: readonly Role[], pending: Pending): RoleChange[] {
  return roles.flatMap((role) => {
    const wanted = [...(pending.get(role.id) ?? [])].filter(([code, held]) => role.permissions.includes(code) !== held);
    const of = (held: boolean) => wanted.filter(([, value]) => value === held).map(([code]) => code);
    return wanted.length > 0 ? [{ role_id: role.id, add: of(true), remove: of(false) }] : [];
  });
}

export const countOf = (changes: readonly RoleChange[]): number =>
  changes.reduce((sum, { add, remove }) => sum + add.length + remove.length, 0);

/** Whether a role differs from how it began; roles of one's own began with nothing to differ from. */
export const differs = (role: Role, code: Permission, pending: Pending): boolean =>
  role.seeded !== null &&
  role.code !== "administrator" &&
  role.seeded.includes(code) !== holdsThen(role, code, pending);

interface Sought {
  /** In lower case. */
  text: string;
  /** None: all of them. */
  areas: readonly PermissionArea[];
  changedOnly: boolean;
  wordsOf: (code: Permission) => string;
}

/** The permissions that a search lets through, by area. */
export function shownAreas(
  roles: readonly Role[],
  pending: Pending,
  { text, areas, changedOnly, wordsOf }: Sought,
): { area: PermissionArea; codes: Permission[] }[] {
  const fits = (code: Permission) =>
    (text === "" || code.includes(text) || wordsOf(code).toLowerCase().includes(text)) &&
    (!changedOnly || roles.some((role) => differs(role, code, pending) || pending.get(role.id)?.has(code)));
  return permissionsByArea
    .filter(({ area }) => areas.length === 0 || areas.includes(area))
    .map(({ area, codes }) => ({ area, codes: codes.filter(fits) }))
    .filter(({ codes }) => codes.length > 0);
}

/** The areas that the address names, in their order; what it doesn't know is left out. */
export const areasIn = (address: string | null): PermissionArea[] => {
  const named = (address ?? "").split(",");
  return permissionAreas.filter((area) => named.includes(area));
};

/** The address of the areas with one more or one less; all of them need no word. */
export function areasAfter(chosen: readonly PermissionArea[], picked: string): string | null {
  const next = permissionAreas.filter((area) => chosen.includes(area) !== (area === picked));
  return next.length === 0 || next.length === permissionAreas.length ? null : next.join(",");
}
