import type { InferType } from "yup";
import { directoryStream, userStream } from "../../shared/kernel/events";
import type { Permission } from "../../shared/kernel/permissions";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import type { Role } from "../../shared/roles/roles.contract";
import type { createRoleSchema, roleChangesSchema, updateRoleSchema } from "../../shared/roles/roles.schema";
import { refuseOwnLead } from "../people/own-lead.service";
import { unlessTaken } from "../platform/database/constraints";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import { RoleEntity } from "./role.entity";
import { type Holder, refuseToTakeFromLead, tellHolders } from "./role-holders.service";
import { heldBy, requireChangeable, requireOwn } from "./roles.policy";
import { inOrder, presentRole, type RoleRow } from "./roles.present";
import * as statements from "./roles.sql";

type LockedRole = Pick<RoleRow, "id" | "code" | "name" | "permissions" | "version">;
export type Changes = InferType<typeof roleChangesSchema>["changes"];

const rules = { role_tenant_id_name_key: "name", role_name_once: "name" } as const;
const lastOne = {
  app_user_last_administrator: new Problem("role.lastAdministrator"),
  sign_on_exempt: new Problem("signOn.exempt"),
} as const;

/** All roles; there are few. */
export async function roleList(tx: Tx, actor: Actor) {
  const rows = await tx.rows<RoleRow>(statements.listRoles);
  const revision = await streamRevision(tx, directoryStream(tx.tenantId));
  return { data: rows.map((row) => presentRole(row, actor)), revision };
}

async function readRole(tx: Tx, actor: Actor, id: number): Promise<Role> {
  const row = await tx.one<RoleRow>(statements.rolesByIds, [[id]]);
  if (!row) throw new Problem("notFound");
  return presentRole(row, actor);
}

/** @throws Problem 404. */
export async function roleHolders(tx: Tx, actor: Actor, id: number): Promise<Holder[]> {
  await readRole(tx, actor, id);
  return (await tx.rows<Holder & { role_id: number }>(statements.holdersOf, [[id]])).map(
    ({ role_id, ...holder }) => holder,
  );
}

/** @throws Problem 422 when the name is taken, and for one too many; 403 for what isn't theirs to give. */
export async function createRole(tx: Tx, actor: Actor, input: InferType<typeof createRoleSchema>): Promise<Role> {
  const held = inOrder((input.permissions ?? []) as Permission[]);
  requireOwn(actor, held);
  await requireRoomFor(tx, "role", "name");
  const { id } = await unlessTaken(rules, () => tx.repo(RoleEntity).insert({ name: input.name, permissions: held }));
  tx.emit("role.created", directoryStream(tx.tenantId), { id, name: input.name });
  logSecurity(tx, { kind: "role_changed", facts: { change: "created", record: id } });
  return readRole(tx, actor, id);
}

async function lockedRoles(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedRole>> {
  const rows = await tx.rows<LockedRole>(statements.lockRoles, [[...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}

const differenceOf = (before: readonly Permission[], after: readonly Permission[]) => ({
  gained: after.filter((code) => !before.includes(code)),
  lost: before.filter((code) => !after.includes(code)),
});

/** @throws Problem 404, 409 for administrators and for another's change meanwhile, 422, 403 for what isn't theirs to give. */
export async function updateRole(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateRoleSchema>,
): Promise<Role> {
  const role = (await lockedRoles(tx, [id])).get(id);
  if (!role) throw new Problem("notFound");
  requireChangeable(role);
  requireVersion(role, input.version);
  const held = input.permissions ? inOrder(input.permissions as Permission[]) : role.permissions;
  const { gained, lost } = differenceOf(role.permissions, held);
  requireOwn(actor, [...gained, ...lost]);
  await refuseToTakeFromLead(tx, actor, lost.length > 0 ? [id] : []);
  const name = input.name ?? role.name;
  await unlessTaken(rules, () =>
    tx.repo(RoleEntity).update({ id }, { name, permissions: held, version: () => "version + 1" }),
  );
  tx.emit("role.updated", directoryStream(tx.tenantId), { id, name });
  logSecurity(tx, {
    kind: "role_changed",
    facts: { change: "changed", record: id, count: gained.length + lost.length },
  });
  if (gained.length + lost.length > 0) await tellHolders(tx, [id]);
  return readRole(tx, actor, id);
}

function requireVersion(role: LockedRole, version: number | undefined): void {
  if (version !== undefined && version !== role.version) {
    throw new Problem("organisation.stale", { record: { id: role.id, version: role.version } });
  }
}

export interface Planned {
  role: LockedRole;
  held: Permission[];
  gained: Permission[];
  lost: Permission[];
}

/**
 * What is wanted of each role, checked; the roles are locked.
 * @throws Problem as `updateRole`, 422 for unknown roles, 403 where who leads the actor would lose something, with four eyes.
 */
export async function plan(tx: Tx, actor: Actor, changes: Changes): Promise<Planned[]> {
  const roles = await lockedRoles(
    tx,
    changes.map(({ role_id }) => role_id),
  );
  const planned = changes.map(({ role_id, add = [], remove = [], version }, at) => {
    const role = roles.get(role_id);
    if (!role) throw invalid(`changes.${at}.role_id`, "field.unknown");
    requireChangeable(role);
    requireVersion(role, version);
    const held = inOrder([...role.permissions, ...(add as Permission[])].filter((code) => !remove.includes(code)));
    const { gained, lost } = differenceOf(role.permissions, held);
    requireOwn(actor, [...gained, ...lost]);
    return { role, held, gained, lost };
  });
  const poorer = planned.filter(({ lost }) => lost.length > 0);
  await refuseToTakeFromLead(
    tx,
    actor,
    poorer.map(({ role }) => role.id),
  );
  return planned;
}

/** Writes what was planned. */
export const write = async (tx: Tx, planned: readonly Planned[]) => {
  for (const { role, held } of planned) await tx.rows(statements.setPermissions, [role.id, held]);
};

/** Changes what several roles allow, all or none. @throws Problem as `plan`. */
export async function changeRoles(tx: Tx, actor: Actor, changes: Changes): Promise<Role[]> {
  const planned = (await plan(tx, actor, changes)).filter(({ gained, lost }) => gained.length + lost.length > 0);
  await write(tx, planned);
  for (const { role, gained, lost } of planned) {
    tx.emit("role.updated", directoryStream(tx.tenantId), { id: role.id, name: role.name });
    const facts = { change: "changed", record: role.id, count: gained.length + lost.length };
    logSecurity(tx, { kind: "role_changed", facts });
  }
  await tellHolders(
    tx,
    planned.map(({ role }) => role.id),
  );
  const ids = changes.map(({ role_id }) => role_id);
  return (await tx.rows<RoleRow>(statements.rolesByIds, [ids])).map((row) => presentRole(row, actor));
}

/**
 * Gives people a role in place of the one they have.
 * @throws Problem 404, 422 for unknown people, 403 for what isn't theirs to give or to take, and for who leads them, 409 for the last administrator.
 */
export async function assignRole(tx: Tx, actor: Actor, id: number, users: readonly number[]): Promise<Role> {
  const people = await tx.rows<{ id: number; role_id: number }>(statements.lockPeople, [users]);
  if (people.length < new Set(users).size) throw invalid("users", "field.unknown");
  const before = people.map(({ role_id }) => role_id);
  const rows = await tx.rows<RoleRow>(statements.rolesByIds, [[id, ...before]]);
  const role = rows.find((row) => row.id === id);
  if (!role) throw new Problem("notFound");
  for (const row of rows) {
    const { gained, lost } = differenceOf(heldBy(row), heldBy(role));
    requireOwn(actor, [...gained, ...lost]);
  }
  await refuseOwnLead(tx, actor, ...people.filter(({ role_id }) => role_id !== id).map((person) => person.id));
  await giveRole(tx, id, users);
  return readRole(tx, actor, id);
}

/**
 * Gives somebody the role that the organisation's issuer names for them. The last administrator stays one: whoever comes in
 * must not be turned away for it.
 */
export async function followNamedRole(tx: Tx, userId: number, roleId: number): Promise<void> {
  if (await tx.one(statements.lastAdministrator, [userId])) return;
  await giveRole(tx, roleId, [userId]);
}

async function giveRole(tx: Tx, roleId: number, users: readonly number[]): Promise<void> {
  const changed = await unlessTaken(lastOne, () =>
    tx.rows<{ id: number; active: boolean }>(statements.giveRole, [users, roleId]),
  );
  for (const { id } of changed) {
    tx.emit("user.access_changed", userStream(id), { id });
    logSecurity(tx, { kind: "role_assigned", subjectId: id, facts: { record: roleId } });
  }
  if (changed.length === 0) return;
  const { name } = (await tx.one<RoleRow>(statements.rolesByIds, [[roleId]])) as RoleRow;
  tx.emit("role.updated", directoryStream(tx.tenantId), { id: roleId, name });
}

/**
 * Deletes a role of one's own; whoever has it, and every step that asks for it, gets its successor.
 * @throws Problem 404; 409 for roles that every organisation starts with, and with what names it without a successor.
 */
export async function deleteRole(tx: Tx, actor: Actor, id: number, successorId: number | null): Promise<void> {
  const locked = await tx.rows<LockedRole>(statements.lockForDeletion, [[id, successorId ?? id]]);
  const role = locked.find((row) => row.id === id);
  if (!role) throw new Problem("notFound");
  requireChangeable(role);
  if (role.code !== null) throw new Problem("role.seeded");
  if (successorId === null) {
    const rows = await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(statements.roleUses, [id]);
    const uses = rows.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
    if (uses.length > 0) throw new Problem("role.needsSuccessor", { record: { uses } });
  } else {
    const successor = locked.find((row) => row.id === successorId && row.id !== id);
    if (!successor) throw invalid("successor_id", "field.unknown");
    const { gained, lost } = differenceOf(heldBy(role), heldBy(successor));
    requireOwn(actor, [...gained, ...lost]);
    const people = (await tx.rows<{ id: number }>(statements.peopleOfRole, [id])).map((person) => person.id);
    await refuseOwnLead(tx, actor, ...people);
    await giveRole(tx, successorId, people);
    for (const move of statements.moveRole) await tx.rows(move, [id, successorId]);
  }
  await tx.repo(RoleEntity).delete({ id });
  tx.emit("role.deleted", directoryStream(tx.tenantId), { id, successor_id: successorId });
  logSecurity(tx, { kind: "role_changed", facts: { change: "deleted", record: id } });
}
