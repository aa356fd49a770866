import { canonicalEmail } from "../../../shared/kernel/email-address";
import SCIMMY from "scimmy";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { createUserSchema, updateUserSchema, type UserChange } from "../../../shared/people/people/people.schema";
import { addPerson, changePerson, removePerson } from "../../people/people/change-person.service";
import { requireNonGoverningRole } from "../../people/people/newcomer.service";
import { isGoverningRole } from "../../identity/session/account.policy";
import { loadVisibleUser } from "../../people/people/read-person.service";
import { tenantToday } from "../../platform/database/tenant-today";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import { validateInput } from "../../platform/http/validate";
import type { FormerAddress } from "../../identity/session/account-mails";
import { programActor } from "../../platform/program-actor";
import { lockSeats } from "../../billing/subscription/plan-limits.service";
import { normalizeOperations } from "./scim.patch";
import { asScimError, enterpriseSchema, toLibraryUser, readResource } from "./scim.present";
import { requireUnchanged, type ScimPage, searchResources } from "./scim.list";
import * as statements from "./scim.sql";
import type { ScimUserRow } from "./scim.sql";
import { notifyOfOpenResponsibilities } from "../../people/employment/handover.service";

const constraintMessages = { scim_user_name: "user_name", scim_user_external_id: "external_id" } as const;

interface RequestedUser {
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  fullname: string;
  email: string;
  phone_number: string | null;
  employee_id: string | null;
  active: boolean;
}

interface Resource {
  userName: string;
  externalId?: string;
  displayName?: string;
  name?: { formatted?: string; givenName?: string; familyName?: string };
  active?: boolean;
  emails?: readonly Valued[];
  phoneNumbers?: readonly Valued[];
}
interface Valued {
  value?: string;
  type?: string;
  primary?: boolean;
}

export const listScimUserResources = (tx: Tx, page: ScimPage) =>
  searchResources<ScimUserRow>(tx, page, {
    askable: statements.userFilterAttributes,
    holding: "groups",
    list: statements.listScimUsers,
    count: statements.countScimUsers,
  });

/** The updated user, and their previous email address if it has changed. */
interface Saved {
  row: ScimUserRow;
  previousRecipient: FormerAddress | null;
}

export async function readScimUser(tx: Tx, id: number): Promise<ScimUserRow> {
  const row = await tx.one<ScimUserRow>(statements.selectScimUser, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/**
 * Creates a user, or reactivates a user deleted by the directory.
 * @throws Problem 403 when the plan's seats are used up or the role has governing permissions; 422 for invalid or taken values.
 */
export async function createScimUser(
  tx: Tx,
  body: unknown,
  { roleId, passwordHash }: { roleId: number; passwordHash: string },
): Promise<Saved> {
  const resource = readResource("User", body) as unknown as Resource;
  await lockSeats(tx);
  const requestedUser = requestedUserOf(resource, null);
  const removed = await tx.one<{ id: number }>(statements.selectRemovedScimUser, [
    requestedUser.user_name,
    requestedUser.email,
  ]);
  if (removed) {
    await saveNames(tx, removed.id, requestedUser);
    return save(tx, await readScimUser(tx, removed.id), { ...requestedUser, active: resource.active ?? true });
  }
  await requireNonGoverningRole(tx, roleId, "scim.role");
  const today = await tenantToday(tx);
  const { fullname, email, phone_number, employee_id, active } = requestedUser;
  const person = { fullname, email, phone_number, employee_id, active, role_id: roleId, date_of_joining: today };
  const input = validateInput(createUserSchema, person);
  const id = await addPerson(tx, programActor(tx), input, passwordHash, { quiet: true });
  await saveNames(tx, id, requestedUser);
  return { row: await readScimUser(tx, id), previousRecipient: null };
}

/**
 * Replaces a user.
 * @throws Problem 404 for an unknown user; 412 when the version doesn't match; otherwise as `changePerson`.
 */
export async function replaceScimUser(
  tx: Tx,
  id: number,
  body: unknown,
  expectedVersion: string | undefined,
): Promise<Saved> {
  const resource = readResource("User", body) as unknown as Resource;
  await lockSeats(tx);
  const storedUser = await readScimUser(tx, id);
  requireUnchanged(storedUser, expectedVersion);
  return save(tx, storedUser, requestedUserOf(resource, storedUser));
}

/**
 * Applies operations to a user.
 * @throws Problem as `replaceScimUser`; a SCIM error 400 for invalid operations.
 */
export async function patchScimUser(
  tx: Tx,
  id: number,
  body: unknown,
  expectedVersion: string | undefined,
): Promise<Saved> {
  await lockSeats(tx);
  const now = await readScimUser(tx, id);
  requireUnchanged(now, expectedVersion);
  // Groups are omitted: they can't be changed through users, and the library would parse them at each operation.
  const libraryUser = toLibraryUser({ ...now, groups: [] });
  const { schemas, Operations } = (body ?? {}) as { schemas?: string[]; Operations?: unknown };
  const operations = normalizeOperations(Operations, libraryUser as unknown as Record<string, unknown>);
  try {
    const message = new SCIMMY.Messages.PatchOp({ schemas, Operations: operations } as never);
    const patched = (await message.apply(libraryUser as never)) as unknown as Resource | undefined;
    return patched ? await save(tx, now, requestedUserOf(patched, now, true)) : { row: now, previousRecipient: null };
  } catch (error) {
    throw asScimError(error);
  }
}

/**
 * Deletes a user who has no data; other users are only deactivated and hidden from the directory.
 * @throws Problem 404 for an unknown user; 412 when the version doesn't match; 409 for the last administrator.
 */
export async function deleteScimUser(tx: Tx, id: number, expectedVersion: string | undefined): Promise<void> {
  await lockSeats(tx);
  const now = await readScimUser(tx, id);
  requireUnchanged(now, expectedVersion);
  try {
    await removePerson(tx, programActor(tx), id);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "user.hasHistory") throw error;
    if (now.active) await change(tx, now, { active: false });
    await tx.rows(statements.markRemoved, [id]);
  }
}

async function save(tx: Tx, now: ScimUserRow, requestedUser: RequestedUser): Promise<Saved> {
  const person = differenceOf(now, requestedUser, ["fullname", "email", "phone_number", "employee_id", "active"]);
  const names = differenceOf(now, requestedUser, ["user_name", "external_id", "given_name", "family_name"]);
  if (Object.keys({ ...person, ...names }).length === 0) return { row: now, previousRecipient: null };
  if (Object.keys(names).length > 0) await saveNames(tx, now.id, requestedUser);
  else await tx.rows(statements.unmarkRemoved, [now.id]);
  // A change of the directory's names also increments the version.
  const previousRecipient = await change(tx, now, validateInput(updateUserSchema, person));
  return { row: await readScimUser(tx, now.id), previousRecipient };
}

/**
 * Password reset links are sent to a user's email address, and the directory's token is stored outside of this system. The directory
 * therefore can't change the address of users with governing permissions, but it can still deactivate them.
 * @throws Problem 403 for a new address of a user with governing permissions.
 */
async function change(tx: Tx, now: ScimUserRow, { email, ...rest }: UserChange): Promise<FormerAddress | null> {
  const isEmailProtected = email !== undefined && isGoverningRole(await loadVisibleUser(tx, programActor(tx), now.id));
  if (isEmailProtected && rest.active !== false) throw new Problem("scim.address");
  const input = isEmailProtected || email === undefined ? rest : { ...rest, email };
  const previousRecipient = await changePerson(tx, programActor(tx), now.id, input);
  if (now.active && input.active === false)
    await notifyOfOpenResponsibilities(tx, { id: now.id, fullname: now.fullname });
  return previousRecipient;
}

/**
 * Saves the names that the directory sends.
 * @throws Problem 422 when the user name is another user's email address or is taken.
 */
async function saveNames(tx: Tx, id: number, requestedUser: RequestedUser): Promise<void> {
  if (await tx.one(statements.selectUserByEmail, [canonicalEmail(requestedUser.user_name), id]))
    throw invalidFieldProblem("user_name", "field.taken");
  const values = [
    id,
    requestedUser.user_name,
    requestedUser.external_id,
    requestedUser.given_name,
    requestedUser.family_name,
  ];
  await mapConstraintErrors(constraintMessages, () => tx.rows(statements.upsertScimUser, values));
}

function differenceOf<Field extends keyof RequestedUser>(
  now: RequestedUser,
  requestedUser: RequestedUser,
  fields: readonly Field[],
) {
  return Object.fromEntries(
    fields.filter((field) => now[field] !== requestedUser[field]).map((field) => [field, requestedUser[field]]),
  );
}

/** Merges a resource with the stored values. Omitted attributes keep their value or, if the resource is complete (`whole`), are removed. */
function requestedUserOf(resource: Resource, now: ScimUserRow | null, whole = false): RequestedUser {
  const extension = ((resource as unknown as Record<string, unknown>)[enterpriseSchema] ?? {}) as {
    employeeNumber?: string;
  };
  const requestedOrCurrent = (value: string | undefined, before: string | null | undefined): string | null =>
    short(value) ?? (whole ? null : (before ?? null));
  const names = {
    given_name: requestedOrCurrent(resource.name?.givenName, now?.given_name),
    family_name: requestedOrCurrent(resource.name?.familyName, now?.family_name),
  };
  const userName = short(resource.userName) ?? "";
  return {
    user_name: userName,
    external_id: requestedOrCurrent(resource.externalId, now?.external_id),
    ...names,
    fullname: nameOf(resource, names, now) || userName,
    email: addressOf(resource, userName, now, whole),
    phone_number: requestedOrCurrent(firstOf(resource.phoneNumbers), now?.phone_number),
    employee_id: requestedOrCurrent(extension.employeeNumber, now?.employee_id),
    active: resource.active ?? now?.active ?? true,
  };
}

/** Normalizes a value to one line; null if empty. */
const short = (value: string | undefined): string | null => value?.replace(/\s+/g, " ").trim().slice(0, 250) || null;

/** Selects the name from several attributes, preferring one that has changed. */
function nameOf(
  { displayName, name }: Resource,
  { given_name, family_name }: Pick<RequestedUser, "given_name" | "family_name">,
  now: ScimUserRow | null,
): string {
  const changedFullName = [displayName, name?.formatted]
    .map(short)
    .find((one) => one !== null && one !== now?.fullname);
  if (changedFullName) return changedFullName;
  const parts = [given_name, family_name].filter((part) => part !== null).join(" ");
  const changed = given_name !== (now?.given_name ?? null) || family_name !== (now?.family_name ?? null);
  return now && (!changed || (displayName === now.fullname && now.given_name === null)) ? now.fullname : parts;
}

/**
 * The primary or first email address of the resource. Without one, the user name is used if it was also the user's address. A complete
 * resource (`whole`) always contains the address, so a changed user name takes precedence over an unchanged address.
 */
function addressOf({ emails }: Resource, userName: string, now: ScimUserRow | null, whole: boolean): string {
  const address = emails?.find(({ primary }) => primary)?.value ?? firstOf(emails);
  const requestedEmail = address === undefined ? undefined : canonicalEmail(address);
  if (requestedEmail !== undefined && !(whole && requestedEmail === now?.email)) return requestedEmail;
  const emailFollowsUserName = !now || (now.email === canonicalEmail(now.user_name) && userName.includes("@"));
  return emailFollowsUserName ? canonicalEmail(userName) : now.email;
}

const firstOf = (list: readonly Valued[] | undefined): string | undefined =>
  (list?.find(({ type }) => type === "work") ?? list?.[0])?.value;
