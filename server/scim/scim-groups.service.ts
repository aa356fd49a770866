import { invalid, Problem } from "../../shared/kernel/problems";
import { groupSchema } from "../../shared/groups/groups.schema";
import { createGroup, deleteGroup, updateGroup } from "../groups/groups.service";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import { validate } from "../platform/http/validate";
import { programActor } from "../platform/program-actor";
import { memberIds, patchGroup, type PatchedGroup } from "./scim.patch";
import { readResource } from "./scim.present";
import { requireUnchanged, type ScimPage, searched } from "./scim-list.service";
import { isShown, type Wanted } from "./scim.shown";
import * as statements from "./scim.sql";
import type { ScimGroupRow } from "./scim.sql";

const taken = { scim_group_external_id: "external_id" } as const;

interface Resource {
  displayName: string;
  externalId?: string;
  /** As they came. */
  members?: unknown;
}

/** A page of groups. @throws a SCIM error 400 for a filter that isn't understood. */
export const listScimGroups = (tx: Tx, page: ScimPage) =>
  searched<ScimGroupRow>(tx, page, {
    askable: statements.askableGroup,
    holding: "members",
    list: statements.listScimGroups,
    count: statements.countScimGroups,
  });

/** With its members, where they are wanted. @throws Problem 404. */
export async function readScimGroup(tx: Tx, id: number, wanted: Wanted = {}): Promise<ScimGroupRow> {
  const statement = isShown(wanted, "members") ? statements.scimGroup : statements.scimGroupAlone;
  const row = await tx.one<ScimGroupRow>(statement, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** @throws Problem 422 when the name is taken, or somebody can't be in it. */
export async function createScimGroup(tx: Tx, body: unknown): Promise<ScimGroupRow> {
  const { displayName, externalId, members } = readResource("Group", body) as unknown as Resource;
  const wanted = { displayName, externalId: externalId ?? null, members: new Set(memberIds(members ?? [])) };
  const { id } = await createGroup(tx, programActor(tx), inputOf(wanted, []));
  await saveExternalId(tx, id, wanted.externalId);
  return readScimGroup(tx, id);
}

/** @throws Problem 404, 412, 422. */
export async function replaceGroup(
  tx: Tx,
  id: number,
  body: unknown,
  known: string | undefined,
): Promise<ScimGroupRow> {
  const { displayName, externalId, members } = readResource("Group", body) as unknown as Resource;
  const now = await readScimGroup(tx, id);
  requireUnchanged(now, known);
  const { external_id, users } = now;
  const ids = members === undefined ? users.map((user) => String(user.id)) : memberIds(members);
  return save(tx, now, { displayName, externalId: externalId ?? external_id, members: new Set(ids) });
}

/** @throws Problem as `replaceGroup`; a SCIM error 400 for steps that make no sense. */
export async function patchScimGroup(
  tx: Tx,
  id: number,
  body: unknown,
  known: string | undefined,
): Promise<ScimGroupRow> {
  const now = await readScimGroup(tx, id);
  requireUnchanged(now, known);
  const { title, external_id, users } = now;
  const members = new Set(users.map((user) => String(user.id)));
  const group = { displayName: title, externalId: external_id, members };
  patchGroup(group, (body as { Operations?: unknown } | null)?.Operations);
  return save(tx, now, group);
}

/** @throws Problem 404, 412; 409 with where it is in use. */
export async function deleteScimGroup(tx: Tx, id: number, known: string | undefined): Promise<void> {
  requireUnchanged(await readScimGroup(tx, id), known);
  await deleteGroup(tx, id);
}

async function save(tx: Tx, now: ScimGroupRow, wanted: PatchedGroup): Promise<ScimGroupRow> {
  const before = now.users.map(({ id }) => String(id));
  const same = before.length === wanted.members.size && before.every((id) => wanted.members.has(id));
  if (same && now.title === wanted.displayName && now.external_id === wanted.externalId) return now;
  const others = await tx.rows<{ id: number }>(statements.otherMembers, [now.id]);
  const input = inputOf(
    wanted,
    others.map(({ id }) => id),
  );
  // As it was read: who changes it meanwhile is told by the group's own version.
  await updateGroup(tx, programActor(tx), now.id, { ...input, version: now.version });
  await saveExternalId(tx, now.id, wanted.externalId);
  return readScimGroup(tx, now.id);
}

/** @throws Problem 422 for a member that can be nobody. */
function inputOf({ displayName, members }: PatchedGroup, others: readonly number[]) {
  const ids = [...members].map((id) => (/^[1-9]\d{0,15}$/.test(id) ? Number(id) : null));
  if (ids.includes(null)) throw invalid("users", "field.unknown");
  return validate(groupSchema, { title: displayName, users: [...new Set([...(ids as number[]), ...others])] });
}

async function saveExternalId(tx: Tx, id: number, externalId: string | null): Promise<void> {
  if (externalId === null) await tx.rows(statements.dropScimGroup, [id]);
  else await unlessTaken(taken, () => tx.rows(statements.saveScimGroup, [id, externalId.slice(0, 250)]));
}
