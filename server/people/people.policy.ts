import { type Permission, permissions } from "../../shared/kernel/permissions";
import { type FieldReaders, fieldReaders, type UserField, userFields } from "../../shared/people/people.fields";
import type { Actor } from "../platform/session";
import { seesDirectory } from "./directory.policy";

type Reader = Pick<Actor, "id" | "permissions" | "external">;

/** Somebody, as far as it decides who reads what of them: `below` the reader, at any depth. */
export interface ReadPerson {
  id: number;
  active: boolean;
  below: boolean;
}

/** Reads everything of everybody: holders of `user-edit`. */
export const readsAll = (reader: Reader): boolean => !reader.external && reader.permissions.has("user-edit");

/** Whether the reader sees the person at all. Who has left is seen by those who look after records, and whoever led them. */
export function seesPerson(reader: Reader, person: ReadPerson): boolean {
  if (person.id === reader.id || readsAll(reader) || person.below) return true;
  return person.active && (seesDirectory(reader) || reader.permissions.has("user-view"));
}

/** Which kinds of fields the reader reads of the person. */
export function readsOf(reader: Reader, person: Pick<ReadPerson, "id" | "below">): ReadonlySet<FieldReaders> {
  if (person.id === reader.id || readsAll(reader)) return new Set(["directory", "chart", "work", "private"]);
  const reads = new Set<FieldReaders>(["directory"]);
  if (reader.permissions.has("organization-chart-view")) reads.add("chart");
  if (person.below) reads.add("chart").add("work");
  return reads;
}

/** The fields that the reader reads of the person. */
export function fieldsFor(reader: Reader, person: Pick<ReadPerson, "id" | "below">): readonly UserField[] {
  const reads = readsOf(reader, person);
  return userFields.filter((field) => reads.has(fieldReaders[field]));
}

/** Somebody as far as it decides who may change their account. */
export interface Account {
  id: number;
  active: boolean;
  role_code: string | null;
  role_permissions: readonly Permission[];
  is_external: boolean;
}

/** What lets somebody decide over others' rights, or see what everybody does. */
export const governing: readonly Permission[] = [
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
 * Whether somebody may give out a role, or take over an account that has it: not where it governs others by a right that
 * they haven't. HR hires managers and accountants, and makes no administrators
 * ([decision 85](../../docs/decisions/0085-who-gives-which-role.md)).
 */
export function mayGive(
  actor: Pick<Actor, "permissions">,
  role: Pick<Account, "role_code" | "role_permissions">,
): boolean {
  const given = role.role_code === "administrator" ? permissions : role.role_permissions;
  return governing.every((permission) => !given.includes(permission) || actor.permissions.has(permission));
}

/** Whether a role decides over others' rights, or shows what everybody does. */
export const governs = (role: Pick<Account, "role_code" | "role_permissions">): boolean =>
  !mayGive({ permissions: new Set() }, role);

/** Whether the account holds nothing that governs others by a right that the actor hasn't: from outside it holds none, whatever its role. */
export const mayTakeFrom = (
  actor: Pick<Actor, "permissions">,
  account: Pick<Account, "role_code" | "role_permissions" | "is_external">,
): boolean => mayGive(actor, account.is_external ? { role_code: null, role_permissions: [] } : account);

/** Whether the actor may change what an account opens: its address, its role, whether it is open at all. */
export const mayChangeAccount = (actor: Actor, account: Account): boolean =>
  actor.permissions.has("user-edit") && mayTakeFrom(actor, account);

/** Whether the actor may see the product as somebody else: an administrator with a session, who doesn't already. */
export const mayViewAs = ({ roleCode, external, sessionId, viewing }: Actor): boolean =>
  roleCode === "administrator" && !external && sessionId !== null && !viewing;

interface With {
  invited: boolean;
  /** Four eyes keep the actor from their own employment. */
  kept: boolean;
  /** They keep the actor from the accounts of who leads them. */
  leads: boolean;
}

/** What the actor may do with somebody, as buttons show it. */
export function canWith(actor: Actor, account: Account, { invited, kept, leads }: With) {
  const other = account.id !== actor.id;
  const changes = mayChangeAccount(actor, account);
  return {
    edit: !actor.external && actor.permissions.has("user-edit"),
    change_employment: !actor.external && actor.permissions.has("user-edit") && !kept,
    activate: changes && !account.active,
    deactivate: changes && other && account.active && !leads,
    delete: other && actor.permissions.has("user-delete") && mayGive(actor, account),
    view_as:
      mayViewAs(actor) && other && account.active && (account.role_code !== "administrator" || account.is_external),
    invite: invited && actor.permissions.has("user-create") && mayGive(actor, account),
  };
}
