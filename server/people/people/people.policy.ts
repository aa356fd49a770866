import {
  type FieldReaders,
  fieldReaders,
  type UserField,
  userFields,
} from "../../../shared/people/people/people.fields";
import { type AccountPermissions, mayAssignRole, mayTakeOverAccount } from "../../identity/session/account.policy";
import { mayViewAs } from "../../identity/viewing/viewing.policy";
import type { Actor } from "../../platform/session";
import { canSeeDirectory } from "./directory.policy";

type Reader = Pick<Actor, "id" | "permissions" | "external">;

/** Facts about a user that decide who may read which fields. `below` is relative to the reader, at any depth. */
export interface PersonVisibility {
  id: number;
  active: boolean;
  below: boolean;
}

/** Holders of `user-edit` may read all fields of all users. */
export const canReadAllFields = (reader: Reader): boolean => !reader.external && reader.permissions.has("user-edit");

/** Whether the user is visible to the reader. Users who have left are visible only to users who manage records and to former superiors. */
export function canSeePerson(reader: Reader, person: PersonVisibility): boolean {
  if (person.id === reader.id || canReadAllFields(reader) || person.below) return true;
  return person.active && (canSeeDirectory(reader) || reader.permissions.has("user-view"));
}

export function readableFieldGroups(
  reader: Reader,
  person: Pick<PersonVisibility, "id" | "below">,
): ReadonlySet<FieldReaders> {
  if (person.id === reader.id || canReadAllFields(reader)) return new Set(["directory", "chart", "work", "private"]);
  const reads = new Set<FieldReaders>(["directory"]);
  if (reader.permissions.has("organization-chart-view")) reads.add("chart");
  if (person.below) reads.add("chart").add("work");
  return reads;
}

export function readableFields(reader: Reader, person: Pick<PersonVisibility, "id" | "below">): readonly UserField[] {
  const reads = readableFieldGroups(reader, person);
  return userFields.filter((field) => reads.has(fieldReaders[field]));
}

export const mayChangeAccount = (actor: Actor, account: AccountPermissions): boolean =>
  actor.permissions.has("user-edit") && mayTakeOverAccount(actor, account);

interface With {
  invited: boolean;
  /** Whether separation of duties applies to the actor's own employment. */
  isOwnBlocked: boolean;
  /** Whether the account belongs to a superior, which separation of duties protects from the actor. */
  leads: boolean;
}

export function personActions(actor: Actor, account: AccountPermissions, { invited, isOwnBlocked, leads }: With) {
  const other = account.id !== actor.id;
  const changes = mayChangeAccount(actor, account);
  return {
    edit: !actor.external && actor.permissions.has("user-edit"),
    change_employment: !actor.external && actor.permissions.has("user-edit") && !isOwnBlocked,
    activate: changes && !account.active,
    deactivate: changes && other && account.active && !leads,
    delete: other && actor.permissions.has("user-delete") && mayAssignRole(actor, account),
    view_as:
      mayViewAs(actor) && other && account.active && (account.role_code !== "administrator" || account.is_external),
    invite: invited && actor.permissions.has("user-create") && mayAssignRole(actor, account),
  };
}
