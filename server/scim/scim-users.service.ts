import SCIMMY from "scimmy";
import { invalid, Problem } from "../../shared/kernel/problems";
import { createUserSchema, updateUserSchema, type UserChange } from "../../shared/people/people.schema";
import { tellOfHanging } from "../employment/hanging.service";
import { addPerson, changePerson, removePerson } from "../people/change-person.service";
import { requireGoverningNobody } from "../people/newcomer.service";
import { governs } from "../people/people.policy";
import { visibleUser } from "../people/read-person.service";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import { validate } from "../platform/http/validate";
import type { FormerAddress } from "../session/address-changed.service";
import { programActor } from "../platform/program-actor";
import { lockSeats } from "../subscription/plan-limits.service";
import { plainOperations } from "./scim.patch";
import { asScimError, enterprise, libraryUser, readResource } from "./scim.present";
import { requireUnchanged, type ScimPage, searched } from "./scim-list.service";
import * as statements from "./scim.sql";
import type { ScimUserRow } from "./scim.sql";

const taken = { scim_user_name: "user_name", scim_user_external_id: "external_id" } as const;

/** What the directory says of somebody, as far as it is kept. */
interface Wanted {
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

/** A page of people. @throws a SCIM error 400 for a filter that isn't understood. */
export const listUsers = (tx: Tx, page: ScimPage) =>
  searched<ScimUserRow>(tx, page, {
    askable: statements.askableUser,
    holding: "groups",
    list: statements.listScimUsers,
    count: statements.countScimUsers,
  });

/** Somebody as they are now, and the address that they had before. */
interface Saved {
  row: ScimUserRow;
  former: FormerAddress | null;
}

/** @throws Problem 404. */
export async function readUser(tx: Tx, id: number): Promise<ScimUserRow> {
  const row = await tx.one<ScimUserRow>(statements.scimUser, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/**
 * Adds somebody, or takes up again whom the directory had deleted.
 * @throws Problem 403 when the plan is full and for a role that governs others, 422 for what is wrong or taken.
 */
export async function createUser(
  tx: Tx,
  body: unknown,
  { roleId, passwordHash }: { roleId: number; passwordHash: string },
): Promise<Saved> {
  const resource = readResource("User", body) as unknown as Resource;
  await lockSeats(tx);
  const wanted = wantedOf(resource, null);
  const removed = await tx.one<{ id: number }>(statements.removedUser, [wanted.user_name, wanted.email]);
  if (removed) {
    await saveNames(tx, removed.id, wanted);
    return save(tx, await readUser(tx, removed.id), { ...wanted, active: resource.active ?? true });
  }
  await requireGoverningNobody(tx, roleId, "scim.role");
  const { today } = (await tx.one<{ today: string }>(statements.today)) as { today: string };
  const { fullname, email, phone_number, employee_id, active } = wanted;
  const person = { fullname, email, phone_number, employee_id, active, role_id: roleId, date_of_joining: today };
  const input = validate(createUserSchema, person);
  const id = await addPerson(tx, programActor(tx), input, passwordHash, { quiet: true });
  await saveNames(tx, id, wanted);
  return { row: await readUser(tx, id), former: null };
}

/** @throws Problem 404; 412 when it isn't the version that the directory knows; as `changePerson`. */
export async function replaceUser(tx: Tx, id: number, body: unknown, known: string | undefined): Promise<Saved> {
  const resource = readResource("User", body) as unknown as Resource;
  await lockSeats(tx);
  const now = await readUser(tx, id);
  requireUnchanged(now, known);
  return save(tx, now, wantedOf(resource, now));
}

/** @throws Problem as `replaceUser`; a SCIM error 400 for steps that make no sense. */
export async function patchUser(tx: Tx, id: number, body: unknown, known: string | undefined): Promise<Saved> {
  await lockSeats(tx);
  const now = await readUser(tx, id);
  requireUnchanged(now, known);
  // In which groups they are isn't changed here, and would be read again with each step.
  const present = libraryUser({ ...now, groups: [] });
  const { schemas, Operations } = (body ?? {}) as { schemas?: string[]; Operations?: unknown };
  const operations = plainOperations(Operations, present as unknown as Record<string, unknown>);
  try {
    const message = new SCIMMY.Messages.PatchOp({ schemas, Operations: operations } as never);
    const patched = (await message.apply(present as never)) as unknown as Resource | undefined;
    return patched ? await save(tx, now, wantedOf(patched, now, true)) : { row: now, former: null };
  } catch (error) {
    throw asScimError(error);
  }
}

/**
 * Deletes somebody who has left no trace here; everybody else is switched off, and gone for the directory alone.
 * @throws Problem 404, 412; 409 for the last administrator.
 */
export async function deleteUser(tx: Tx, id: number, known: string | undefined): Promise<void> {
  await lockSeats(tx);
  const now = await readUser(tx, id);
  requireUnchanged(now, known);
  try {
    await removePerson(tx, programActor(tx), id);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "user.hasHistory") throw error;
    if (now.active) await change(tx, now, { active: false });
    await tx.rows(statements.markRemoved, [id]);
  }
}

async function save(tx: Tx, now: ScimUserRow, wanted: Wanted): Promise<Saved> {
  const person = differenceOf(now, wanted, ["fullname", "email", "phone_number", "employee_id", "active"]);
  const names = differenceOf(now, wanted, ["user_name", "external_id", "given_name", "family_name"]);
  if (Object.keys({ ...person, ...names }).length === 0) return { row: now, former: null };
  if (Object.keys(names).length > 0) await saveNames(tx, now.id, wanted);
  else await tx.rows(statements.notRemoved, [now.id]);
  // Another name of the directory's is another version as well.
  const former = await change(tx, now, validate(updateUserSchema, person));
  return { row: await readUser(tx, now.id), former };
}

/**
 * Whoever has somebody's address resets their password. So the directory's token, which leaves the organisation, changes
 * nobody's who governs others; that it switches them off must never fail for it.
 * @throws Problem 403 for another address of somebody who governs.
 */
async function change(tx: Tx, now: ScimUserRow, { email, ...rest }: UserChange): Promise<FormerAddress | null> {
  const kept = email !== undefined && governs(await visibleUser(tx, programActor(tx), now.id));
  if (kept && rest.active !== false) throw new Problem("scim.address");
  const input = kept || email === undefined ? rest : { ...rest, email };
  const former = await changePerson(tx, programActor(tx), now.id, input);
  if (now.active && input.active === false) await tellOfHanging(tx, { id: now.id, fullname: now.fullname });
  return former;
}

/** @throws Problem 422 when somebody else is called so. */
async function saveNames(tx: Tx, id: number, wanted: Wanted): Promise<void> {
  if (await tx.one(statements.namedLikeAddress, [wanted.user_name, id])) throw invalid("user_name", "field.taken");
  const values = [id, wanted.user_name, wanted.external_id, wanted.given_name, wanted.family_name];
  await unlessTaken(taken, () => tx.rows(statements.saveScimUser, values));
}

function differenceOf<Field extends keyof Wanted>(now: Wanted, wanted: Wanted, fields: readonly Field[]) {
  return Object.fromEntries(
    fields.filter((field) => now[field] !== wanted[field]).map((field) => [field, wanted[field]]),
  );
}

/**
 * What the directory wants of somebody. What a resource leaves out stays, but where `whole` says that nothing is left out:
 * there it was removed.
 */
function wantedOf(resource: Resource, now: ScimUserRow | null, whole = false): Wanted {
  const extension = ((resource as unknown as Record<string, unknown>)[enterprise] ?? {}) as { employeeNumber?: string };
  const kept = (value: string | undefined, before: string | null | undefined): string | null =>
    short(value) ?? (whole ? null : (before ?? null));
  const names = {
    given_name: kept(resource.name?.givenName, now?.given_name),
    family_name: kept(resource.name?.familyName, now?.family_name),
  };
  const userName = short(resource.userName) ?? "";
  return {
    user_name: userName,
    external_id: kept(resource.externalId, now?.external_id),
    ...names,
    fullname: nameOf(resource, names, now) || userName,
    email: addressOf(resource, userName, now, whole),
    phone_number: kept(firstOf(resource.phoneNumbers), now?.phone_number),
    employee_id: kept(extension.employeeNumber, now?.employee_id),
    active: resource.active ?? now?.active ?? true,
  };
}

/** On one line; null where nothing is left of it. */
const short = (value: string | undefined): string | null => value?.replace(/\s+/g, " ").trim().slice(0, 250) || null;

/** Of several names that may say the same, the one that has changed counts. */
function nameOf(
  { displayName, name }: Resource,
  { given_name, family_name }: Pick<Wanted, "given_name" | "family_name">,
  now: ScimUserRow | null,
): string {
  const whole = [displayName, name?.formatted].map(short).find((one) => one !== null && one !== now?.fullname);
  if (whole) return whole;
  const parts = [given_name, family_name].filter((part) => part !== null).join(" ");
  const changed = given_name !== (now?.given_name ?? null) || family_name !== (now?.family_name ?? null);
  return now && (!changed || (displayName === now.fullname && now.given_name === null)) ? now.fullname : parts;
}

/**
 * The address at work, or the first; without one, the name that the directory knows them by, where that is their address.
 * `whole`: it stands there whether it was said or not, so another name counts before the same address.
 */
function addressOf({ emails }: Resource, userName: string, now: ScimUserRow | null, whole: boolean): string {
  const given = (emails?.find(({ primary }) => primary)?.value ?? firstOf(emails))?.toLowerCase();
  if (given !== undefined && !(whole && given === now?.email)) return given;
  const follows = !now || (now.email === now.user_name.toLowerCase() && userName.includes("@"));
  return follows ? userName.toLowerCase() : now.email;
}

const firstOf = (list: readonly Valued[] | undefined): string | undefined =>
  (list?.find(({ type }) => type === "work") ?? list?.[0])?.value;
