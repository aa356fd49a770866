import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { groupSchema } from "../../../shared/people/groups/groups.schema";
import { groupRecords, updateGroup } from "../../people/groups/groups.service";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import { validateInput } from "../../platform/http/validate";
import { programActor } from "../../platform/program-actor";
import { memberIds, patchGroup, type PatchedGroup } from "./scim.patch";
import { readResource } from "./scim.present";
import { requireUnchanged, type ScimPage, searchResources } from "./scim.list";
import { isAttributeShown, type AttributeSelection } from "./scim.attributes";
import * as statements from "./scim.sql";
import type { ScimGroupRow } from "./scim.sql";

const constraintMessages = { scim_group_external_id: "external_id" } as const;

interface Resource {
  displayName: string;
  externalId?: string;
  /** Members as sent by the directory, unvalidated. */
  members?: unknown;
}

/**
 * A page of groups.
 * @throws a SCIM error 400 for an invalid filter.
 */
export const listScimGroups = (tx: Tx, page: ScimPage) =>
  searchResources<ScimGroupRow>(tx, page, {
    askable: statements.groupFilterAttributes,
    holding: "members",
    list: statements.listScimGroups,
    count: statements.countScimGroups,
  });

/**
 * Reads a group, with its members only if they are requested.
 * @throws Problem 404 for an unknown group.
 */
export async function readScimGroup(tx: Tx, id: number, selection: AttributeSelection = {}): Promise<ScimGroupRow> {
  const statement = isAttributeShown(selection, "members")
    ? statements.selectScimGroup
    : statements.selectScimGroupWithoutMembers;
  const row = await tx.one<ScimGroupRow>(statement, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

export async function createScimGroup(tx: Tx, body: unknown): Promise<ScimGroupRow> {
  const { displayName, externalId, members } = readResource("Group", body) as unknown as Resource;
  const requestedGroup = { displayName, externalId: externalId ?? null, members: new Set(memberIds(members ?? [])) };
  const { id } = await groupRecords.create(tx, programActor(tx), inputOf(requestedGroup, []));
  await saveExternalId(tx, id, requestedGroup.externalId);
  return readScimGroup(tx, id);
}

/**
 * Replaces a group.
 * @throws Problem 404 for an unknown group; 412 when the version doesn't match; 422 for invalid values.
 */
export async function replaceScimGroup(
  tx: Tx,
  id: number,
  body: unknown,
  expectedVersion: string | undefined,
): Promise<ScimGroupRow> {
  const { displayName, externalId, members } = readResource("Group", body) as unknown as Resource;
  const now = await readScimGroup(tx, id);
  requireUnchanged(now, expectedVersion);
  const { external_id, users } = now;
  const ids = members === undefined ? users.map((user) => String(user.id)) : memberIds(members);
  return save(tx, now, { displayName, externalId: externalId ?? external_id, members: new Set(ids) });
}

/**
 * Applies operations to a group.
 * @throws Problem as `replaceScimGroup`; a SCIM error 400 for invalid operations.
 */
export async function patchScimGroup(
  tx: Tx,
  id: number,
  body: unknown,
  expectedVersion: string | undefined,
): Promise<ScimGroupRow> {
  const now = await readScimGroup(tx, id);
  requireUnchanged(now, expectedVersion);
  const { title, external_id, users } = now;
  const members = new Set(users.map((user) => String(user.id)));
  const group = { displayName: title, externalId: external_id, members };
  patchGroup(group, (body as { Operations?: unknown } | null)?.Operations);
  return save(tx, now, group);
}

/**
 * Deletes a group.
 * @throws Problem 404 for an unknown group; 412 when the version doesn't match; 409 with the group's uses.
 */
export async function deleteScimGroup(tx: Tx, id: number, expectedVersion: string | undefined): Promise<void> {
  requireUnchanged(await readScimGroup(tx, id), expectedVersion);
  await groupRecords.remove(tx, programActor(tx), id);
}

async function save(tx: Tx, now: ScimGroupRow, requestedGroup: PatchedGroup): Promise<ScimGroupRow> {
  const before = now.users.map(({ id }) => String(id));
  const same = before.length === requestedGroup.members.size && before.every((id) => requestedGroup.members.has(id));
  if (same && now.title === requestedGroup.displayName && now.external_id === requestedGroup.externalId) return now;
  const others = await tx.rows<{ id: number }>(statements.selectUnmanagedMembers, [now.id]);
  const input = inputOf(
    requestedGroup,
    others.map(({ id }) => id),
  );
  // Passing the version read earlier makes the update fail after a concurrent change.
  await updateGroup(tx, programActor(tx), now.id, { ...input, version: now.version });
  await saveExternalId(tx, now.id, requestedGroup.externalId);
  return readScimGroup(tx, now.id);
}

/** @throws Problem 422 for an invalid member id. */
function inputOf({ displayName, members }: PatchedGroup, others: readonly number[]) {
  const ids = [...members].map((id) => (/^[1-9]\d{0,15}$/.test(id) ? Number(id) : null));
  if (ids.includes(null)) throw invalidFieldProblem("users", "field.unknown");
  return validateInput(groupSchema, { title: displayName, users: [...new Set([...(ids as number[]), ...others])] });
}

async function saveExternalId(tx: Tx, id: number, externalId: string | null): Promise<void> {
  if (externalId === null) await tx.rows(statements.deleteScimGroup, [id]);
  else
    await mapConstraintErrors(constraintMessages, () =>
      tx.rows(statements.upsertScimGroup, [id, externalId.slice(0, 250)]),
    );
}
