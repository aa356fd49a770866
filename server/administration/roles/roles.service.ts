import type { Permission } from "../../../shared/kernel/access";
import type { InferType } from "yup";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { directoryStream, tenantStream, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { RecordUse } from "../../../shared/kernel/uses";
import type { Role, RoleEffect } from "../../../shared/administration/roles/roles.contract";
import type {
  createRoleSchema,
  roleChangesSchema,
  updateRoleSchema,
} from "../../../shared/administration/roles/roles.schema";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import type { Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { RoleEntity } from "./role.entity";
import { type RoleHolder, refuseReducingOwnLeaders, emitHolderAccess } from "./role-holders";
import { isExternalPermission, permissionsOfRole, requireRoleChangeable, requireOwnPermissions } from "./roles.policy";
import { sortPermissions, presentRole, type RoleRow } from "./roles.present";
import * as statements from "./roles.sql";
import { emitUpdatedPeople } from "../../people/people/change-person.service";
import { refuseOwnLeaders } from "../../people/people/own-team.policy";
import { recordHistories } from "../../people/people/user-history.service";
import { programActor } from "../../platform/program-actor";
import { registration } from "../../platform/features";
import { lockStepsOfRole, reassignStepsToRole } from "../../approvals/approvals/approvals-routing.service";
import { requestsWithoutAvailableApprover } from "../../approvals/approvals/approvals.waiting.service";

export const roleLimit = rowLimit("role", 300);

type LockedRole = Pick<RoleRow, "id" | "code" | "name" | "permissions" | "version">;
export type RoleChanges = InferType<typeof roleChangesSchema>["changes"];

const rules = { role_tenant_id_name_key: "name", role_name_once: "name" } as const;
const lastOne = {
  app_user_last_administrator: new Problem("role.lastAdministrator"),
  sign_on_exempt: new Problem("signOn.exempt"),
} as const;

export async function readRoleList(tx: Tx, actor: Actor) {
  const rows = await tx.rows<RoleRow>(statements.selectRoles);
  const position = await streamPosition(tx, directoryStream(tx.tenantId));
  return { data: rows.map((row) => presentRole(row, actor)), ...position };
}

async function readRole(tx: Tx, actor: Actor, id: number): Promise<Role> {
  const row = await tx.one<RoleRow>(statements.selectRolesByIds, [[id]]);
  if (!row) throw new Problem("notFound");
  return presentRole(row, actor);
}

export async function readRoleHolders(tx: Tx, actor: Actor, id: number): Promise<RoleHolder[]> {
  await readRole(tx, actor, id);
  return (await tx.rows<RoleHolder & { role_id: number }>(statements.selectHoldersOfRole, [[id]])).map(
    ({ role_id, ...holder }) => holder,
  );
}

/** @throws Problem 422 when the name is taken or the limit is reached; 403 for permissions that the actor lacks. */
export async function createRole(tx: Tx, actor: Actor, input: InferType<typeof createRoleSchema>): Promise<Role> {
  const grantedPermissions = sortPermissions((input.permissions ?? []) as Permission[]);
  requireOwnPermissions(actor, grantedPermissions);
  await enforceRowLimit(tx, roleLimit, "name");
  const { id } = await mapConstraintErrors(rules, () =>
    tx.repo(RoleEntity).insert({ name: input.name, permissions: grantedPermissions }),
  );
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

/**
 * Updates a role.
 * @throws Problem 404 for an unknown role; 409 for the administrator role or a stale version; 422 when the name is taken; 403 for
 *   permissions that the actor lacks.
 */
export async function updateRole(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateRoleSchema>,
): Promise<Role> {
  const role = (await lockedRoles(tx, [id])).get(id);
  if (!role) throw new Problem("notFound");
  requireRoleChangeable(role);
  requireVersion(role, input.version);
  const grantedPermissions = input.permissions ? sortPermissions(input.permissions as Permission[]) : role.permissions;
  const { gained, lost } = differenceOf(role.permissions, grantedPermissions);
  requireOwnPermissions(actor, [...gained, ...lost]);
  await refuseReducingOwnLeaders(tx, actor, lost.length > 0 ? [id] : []);
  const name = input.name ?? role.name;
  await mapConstraintErrors(rules, () =>
    tx.repo(RoleEntity).update({ id }, { name, permissions: grantedPermissions, version: () => "version + 1" }),
  );
  tx.emit("role.updated", directoryStream(tx.tenantId), { id, name });
  logSecurity(tx, {
    kind: "role_changed",
    facts: { change: "changed", record: id, count: gained.length + lost.length },
  });
  if (gained.length + lost.length > 0) await emitHolderAccess(tx, [id]);
  return readRole(tx, actor, id);
}

function requireVersion(role: LockedRole, version: number | undefined): void {
  if (version !== undefined && version !== role.version) {
    throw new Problem("organization.stale", { record: { id: role.id, version: role.version } });
  }
}

export interface PlannedRoleChange {
  role: LockedRole;
  granted: Permission[];
  gained: Permission[];
  lost: Permission[];
}

/**
 * Validates changes and locks the roles.
 * @throws Problem as `updateRole`; 422 for unknown roles; 403 under separation of duties if the actor's superior would lose permissions.
 */
export async function planRoleChanges(tx: Tx, actor: Actor, changes: RoleChanges): Promise<PlannedRoleChange[]> {
  const roles = await lockedRoles(
    tx,
    changes.map(({ role_id }) => role_id),
  );
  const planned = changes.map(({ role_id, add = [], remove = [], version }, at) => {
    const role = roles.get(role_id);
    if (!role) throw invalidFieldProblem(`changes.${at}.role_id`, "field.unknown");
    requireRoleChangeable(role);
    requireVersion(role, version);
    const granted = sortPermissions(
      [...role.permissions, ...(add as Permission[])].filter((code) => !remove.includes(code)),
    );
    const { gained, lost } = differenceOf(role.permissions, granted);
    requireOwnPermissions(actor, [...gained, ...lost]);
    return { role, granted, gained, lost };
  });
  const poorer = planned.filter(({ lost }) => lost.length > 0);
  await refuseReducingOwnLeaders(
    tx,
    actor,
    poorer.map(({ role }) => role.id),
  );
  return planned;
}

export const writeRolePermissions = async (tx: Tx, planned: readonly PlannedRoleChange[]) => {
  for (const { role, granted } of planned) await tx.rows(statements.updateRolePermissions, [role.id, granted]);
};

/**
 * Changes several roles atomically.
 * @throws Problem as `planRoleChanges`.
 */
export async function changeRoles(tx: Tx, actor: Actor, changes: RoleChanges): Promise<Role[]> {
  const planned = (await planRoleChanges(tx, actor, changes)).filter(
    ({ gained, lost }) => gained.length + lost.length > 0,
  );
  await writeRolePermissions(tx, planned);
  for (const { role, gained, lost } of planned) {
    tx.emit("role.updated", directoryStream(tx.tenantId), { id: role.id, name: role.name });
    const facts = { change: "changed", record: role.id, count: gained.length + lost.length };
    logSecurity(tx, { kind: "role_changed", facts });
  }
  await emitHolderAccess(
    tx,
    planned.map(({ role }) => role.id),
  );
  const ids = changes.map(({ role_id }) => role_id);
  return (await tx.rows<RoleRow>(statements.selectRolesByIds, [ids])).map((row) => presentRole(row, actor));
}

/**
 * Assigns a role to users in place of their current role.
 * @throws Problem 404 for an unknown role; 422 for unknown users; 403 for permissions that the actor lacks, or when the actor's superior is
 *   among the users; 409 for the actor's own account and for the last administrator.
 */
export async function assignRole(tx: Tx, actor: Actor, id: number, users: readonly number[]): Promise<Role> {
  const people = await tx.rows<{ id: number; role_id: number }>(statements.lockUsers, [users]);
  if (people.length < new Set(users).size) throw invalidFieldProblem("users", "field.unknown");
  const before = people.map(({ role_id }) => role_id);
  const rows = await tx.rows<RoleRow>(statements.selectRolesByIds, [[id, ...before]]);
  const role = rows.find((row) => row.id === id);
  if (!role) throw new Problem("notFound");
  for (const row of rows) {
    const { gained, lost } = differenceOf(permissionsOfRole(row), permissionsOfRole(role));
    requireOwnPermissions(actor, [...gained, ...lost]);
  }
  const changedIds = people.filter(({ role_id }) => role_id !== id).map((person) => person.id);
  refuseOwnRole(actor, changedIds);
  await refuseOwnLeaders(tx, actor, ...changedIds);
  await giveRole(tx, actor, id, users);
  return readRole(tx, actor, id);
}

/** @throws Problem 409 when the actor is among the users, because nobody changes their own permissions or locks themselves out. */
function refuseOwnRole(actor: Actor, userIds: readonly number[]): void {
  if (userIds.includes(actor.id)) throw new Problem("user.self");
}

/**
 * Assigns the role that the tenant's identity provider sends. The last administrator keeps their role without an error, so that signing in
 * still succeeds.
 */
export async function assignProviderRole(tx: Tx, userId: number, roleId: number): Promise<void> {
  await tx.rows(statements.lockUsers, [[userId]]);
  if (await tx.one(statements.selectLastAdministrator, [userId])) return;
  await giveRole(tx, programActor(tx), roleId, [userId]);
}

/** Assigns the role to users, whose rows or previous roles must be locked. */
async function giveRole(tx: Tx, actor: Actor, roleId: number, users: readonly number[]): Promise<void> {
  const changed = await mapConstraintErrors(lastOne, () =>
    tx.rows<{ id: number; previousRole: string }>(statements.updateRoleOfUsers, [users, roleId]),
  );
  for (const { id } of changed) {
    tx.emit("user.access_changed", userStream(id), { id });
    logSecurity(tx, { kind: "role_assigned", subjectId: id, facts: { record: roleId } });
  }
  if (changed.length === 0) return;
  const { name } = (await tx.one<RoleRow>(statements.selectRolesByIds, [[roleId]])) as RoleRow;
  tx.emit("role.updated", directoryStream(tx.tenantId), { id: roleId, name });
  await recordHistories(
    tx,
    actor,
    changed.map(({ id, previousRole }) => ({ id, before: { role: previousRole }, after: { role: name } })),
  );
  await emitUpdatedPeople(
    tx,
    changed.map(({ id }) => id),
  );
}

/**
 * Deletes a custom role and moves its users and approval steps to the successor.
 * @throws Problem 404 for an unknown role; 409 for seeded roles, for the actor's own role, or with the role's uses if there is no
 *   successor.
 */
export async function deleteRole(tx: Tx, actor: Actor, id: number, successorId: number | null): Promise<void> {
  const locked = await tx.rows<LockedRole>(statements.lockForDeletion, [[id, successorId ?? id]]);
  const role = locked.find((row) => row.id === id);
  if (!role) throw new Problem("notFound");
  requireRoleChangeable(role);
  if (role.code !== null) throw new Problem("role.seeded");
  if (successorId === null) {
    const rows = await tx.rows<Omit<RecordUse, "names"> & { names: string[] | null }>(statements.selectRoleUses, [id]);
    const uses = rows.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
    if (uses.length > 0) throw new Problem("role.needsSuccessor", { record: { uses } });
  } else {
    const successor = locked.find((row) => row.id === successorId && row.id !== id);
    if (!successor) throw invalidFieldProblem("successor_id", "field.unknown");
    const { gained, lost } = differenceOf(permissionsOfRole(role), permissionsOfRole(successor));
    requireOwnPermissions(actor, [...gained, ...lost]);
    const people = (await tx.rows<{ id: number }>(statements.selectPeopleOfRole, [id])).map((person) => person.id);
    refuseOwnRole(actor, people);
    await refuseOwnLeaders(tx, actor, ...people);
    const awaitingRole = await lockStepsOfRole(tx, id);
    await giveRole(tx, actor, successorId, people);
    const movedRules = await tx.rows<{ family: RequestFamily }>(statements.moveRoleRules, [id, successorId]);
    for (const family of new Set(movedRules.map((rule) => rule.family)))
      tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
    for (const move of statements.moveRoleReferences) await tx.rows(move, [id, successorId]);
    await reassignStepsToRole(tx, awaitingRole, successorId, new Date());
  }
  await tx.repo(RoleEntity).delete({ id });
  tx.emit("role.deleted", directoryStream(tx.tenantId), { id, successor_id: successorId });
  logSecurity(tx, { kind: "role_changed", facts: { change: "deleted", record: id } });
}

/**
 * Previews changes by applying them in a savepoint and rolling it back, so that no second implementation is needed.
 * @throws Problem as `planRoleChanges`.
 */
export async function previewRoles(tx: Tx, actor: Actor, changes: RoleChanges): Promise<RoleEffect> {
  const planned = await planRoleChanges(tx, actor, changes);
  const before = new Set(await requestsWithoutAvailableApprover(tx));
  await tx.rows(statements.setSavepoint);
  await writeRolePermissions(tx, planned);
  const after = await requestsWithoutAvailableApprover(tx);
  await tx.rows(statements.rollbackToSavepoint);
  const deserted = after.filter((id) => !before.has(id));
  const stranded = await tx.rows<RoleEffect["stranded"][number]>(statements.selectRequestsWithoutApprover, [deserted]);
  const ids = planned.map(({ role }) => role.id);
  const holders = await tx.rows<RoleHolder & { role_id: number }>(statements.selectHoldersOfRole, [ids]);
  const affected = (of: "gained" | "lost") =>
    holders.filter((holder) =>
      planned.some(
        (one) =>
          one.role.id === holder.role_id && one[of].some((code) => !holder.external || isExternalPermission(code)),
      ),
    ).length;
  return {
    losing: affected("lost"),
    gaining: affected("gained"),
    changes: planned.flatMap(({ role, gained, lost }) =>
      [...lost, ...gained].map((permission) => {
        const people = holders.filter(
          (one) => one.role_id === role.id && (!one.external || isExternalPermission(permission)),
        );
        return {
          role_id: role.id,
          permission,
          gained: gained.includes(permission),
          people: people.slice(0, 5).map(({ id, fullname, image }) => ({ id, fullname, image })),
          count: people.length,
          you: people.some(({ id }) => id === actor.id),
          calls: callsOf(permission),
        };
      }),
    ),
    stranded,
  };
}

function callsOf(permission: Permission): string[] {
  return Object.values(registration.filling.contract)
    .filter(({ permission: required }) => (Array.isArray(required) ? required : [required]).includes(permission))
    .map(({ method, path }) => `${method} ${path}`);
}
