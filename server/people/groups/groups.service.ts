import type { InferType } from "yup";
import { directoryStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { GroupRecord } from "../../../shared/people/groups/groups.contract";
import { maxGroups, type groupSchema } from "../../../shared/people/groups/groups.schema";
import { hasNewsForOthers } from "../../communication/news/news.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import type { Actor } from "../../platform/session";
import { canSeeAllProjects, projectAccess } from "../../work/access/projects.policy";
import { changeGroupInProjects, lockProjectsOf } from "../../work/projects/projects-groups.service";
import { GroupEntity } from "./group.entity";
import * as statements from "./groups.sql";

type Input = InferType<typeof groupSchema>;
type GroupRow = Omit<GroupRecord, "can">;

const writeTitle = entityWriter(GroupEntity, ({ title }: Input) => ({ title }));

export const groupRecords = createRecords<GroupRow, Input>({
  noun: "group",
  limit: { most: maxGroups, field: "title" },
  rules: { user_group_tenant_id_title_key: "title", user_group_title_once: "title" },
  statements: statements.groupStatements,
  nameOf: ({ title }) => title,
  stream: directoryStream,
  emit: emitter("group", ({ id, title }) => ({ id, title })),
  async write(tx, at, input) {
    const id = await writeTitle(tx, at, input);
    if (input.users) await setMembers(tx, id, input.users);
    return id;
  },
  uses: (tx, id) => tx.rows(statements.selectGroupUses, [id, tx.actor?.id ?? null]),
});

/** Limit of memberships in all groups, because the list without paging returns all of them. */
const maxMemberships = 100_000;

/** @throws Problem 422 for unknown, inactive and external users; and when the limit of memberships is exceeded. */
async function setMembers(tx: Tx, id: number, users: readonly number[]): Promise<void> {
  const memberIds = [...new Set(users)];
  const eligibleMembers = await tx.rows<{ id: number }>(statements.selectEligibleMembers, [id, memberIds]);
  if (eligibleMembers.length < memberIds.length) throw invalidFieldProblem("users", "field.unknown");
  await tx.rows(statements.deleteOtherMembers, [id, memberIds]);
  const added = await tx.rows(statements.insertMembers, [id, memberIds]);
  if (added.length === 0) return;
  const all = await tx.one<{ count: number }>(statements.countMembers);
  if ((all?.count ?? 0) > maxMemberships) throw invalidFieldProblem("users", "field.tooMany");
}

/**
 * Members gain access to the group's projects and articles. The actor may therefore not add themselves to a group whose projects or
 * articles they can't see, unless they may see all projects. @throws Problem 422.
 */
async function refuseSelfAccess(
  tx: Tx,
  actor: Actor,
  groupId: number,
  projects: readonly { id: number }[],
): Promise<void> {
  for (const { id } of projects)
    await projectAccess(tx, actor, id).catch((error: unknown) => {
      throw error instanceof Problem && error.code === "notFound"
        ? invalidFieldProblem("users", "group.ownAccess")
        : error;
    });
  if (!canSeeAllProjects(actor) && (await hasNewsForOthers(tx, actor.id, groupId)))
    throw invalidFieldProblem("users", "group.ownNews");
}

/** Users to add and to remove; both lists are empty when the members aren't changed. */
function difference(
  now: GroupRow,
  requestedIds: readonly number[] | undefined,
): { joining: number[]; leaving: number[] } {
  if (!requestedIds) return { joining: [], leaving: [] };
  const [currentIds, nextIds] = [new Set(now.users.map(({ id }) => id)), new Set(requestedIds)];
  return {
    joining: [...nextIds].filter((id) => !currentIds.has(id)),
    leaving: [...currentIds].filter((id) => !nextIds.has(id)),
  };
}

/**
 * @throws Problem 404; 409 when the version is stale; 422 as for creating, and when the actor would give themselves access to projects or
 *   articles.
 */
export const updateGroup = (tx: Tx, actor: Actor, id: number, input: Input): Promise<GroupRecord> =>
  changeLocked(tx, actor, id, input.version, () => input);

/**
 * Adds and removes members. Unlike `updateGroup` with a list that was read before, it keeps what other users change meanwhile.
 * @throws Problem as `updateGroup`.
 */
export const changeMembers = (
  tx: Tx,
  actor: Actor,
  id: number,
  { joining = [], leaving = [] }: { joining?: readonly number[]; leaving?: readonly number[] },
): Promise<GroupRecord> =>
  changeLocked(tx, actor, id, undefined, ({ title, users }) => ({
    title,
    users: [...new Set([...users.map((user) => user.id), ...joining])].filter((userId) => !leaving.includes(userId)),
  }));

async function changeLocked(
  tx: Tx,
  actor: Actor,
  id: number,
  version: number | undefined,
  inputOf: (now: GroupRow) => Input,
): Promise<GroupRecord> {
  await lockProjectsOf(tx, id); // projects before groups, the same order as when a project adds a group
  const now = await groupRecords.lockCurrent(tx, actor, id, version);
  const input = inputOf(now);
  const projects = await lockProjectsOf(tx, id); // again, to include projects that added the group meanwhile
  const { joining, leaving } = difference(now, input.users);
  if (joining.includes(actor.id)) await refuseSelfAccess(tx, actor, id, projects);
  let row = now;
  const group = await changeGroupInProjects(tx, [...joining, ...leaving], projects, async () => {
    await groupRecords.write(tx, id, input);
    row = await groupRecords.find(tx, id);
    return { id, title: row.title, users: row.users.map((user) => user.id).toSorted((a, b) => a - b) };
  });
  tx.emit("group.updated", directoryStream(tx.tenantId), { group, users: [], project_id: null });
  return groupRecords.presentOne(tx, actor, row);
}
