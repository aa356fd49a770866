import type { InferType } from "yup";
import type { GroupRecord } from "../../shared/groups/groups.contract";
import type { groupSchema } from "../../shared/groups/groups.schema";
import { directoryStream } from "../../shared/kernel/events";
import { maybePageOf, pageMetaOf, wholeMeta } from "../../shared/kernel/paging";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import { unlessTaken } from "../platform/database/constraints";
import { soughtIn } from "../platform/database/like";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { isWrittenForOthers } from "../news/news.policy";
import { changeGroupInProjects, lockProjectsOf } from "../projects/projects-groups.service";
import { projectAccess, seesAllProjects } from "../projects/projects.policy";
import { GroupEntity } from "./group.entity";
import * as statements from "./groups.sql";

type Input = InferType<typeof groupSchema>;
type Search = { q?: string; query?: string; search?: string };
type ListQuery = Search & { sort?: statements.GroupSort; page?: number; per_page?: number; perPage?: number };
type GroupRow = Omit<GroupRecord, "can">;

const rules = { user_group_tenant_id_title_key: "title", user_group_title_once: "title" } as const;

const present = (row: GroupRow, actor: Pick<Actor, "permissions">): GroupRecord => ({
  id: row.id,
  title: row.title,
  users: row.users,
  project_count: row.project_count,
  version: row.version,
  can: { edit: actor.permissions.has("group-edit"), delete: actor.permissions.has("group-delete") },
});

/** A page of groups, or all of them where nobody asks for a page. */
export async function groupList(tx: Tx, actor: Actor, query: ListQuery) {
  const page = maybePageOf(query);
  const statement = statements.listGroups(query.sort ?? "title");
  const values = [soughtIn(query), page?.perPage ?? null, page?.offset ?? 0];
  const rows = await tx.rows<GroupRow & { total: number }>(statement, values);
  const total = rows[0]?.total ?? 0;
  const revision = await streamRevision(tx, directoryStream(tx.tenantId));
  const data = rows.map((row) => present(row, actor));
  return { data, revision, meta: page ? pageMetaOf(page, total) : wholeMeta(total) };
}

export const groupChoices = (tx: Tx, query: Search) =>
  tx.rows<{ id: number; title: string }>(statements.selectGroups, [soughtIn(query)]);

async function readGroup(tx: Tx, id: number): Promise<GroupRow> {
  const row = await tx.one<GroupRow>(statements.groupById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** @throws Problem 404. */
export const groupRecord = async (tx: Tx, actor: Actor, id: number): Promise<GroupRecord> =>
  present(await readGroup(tx, id), actor);

/** People in groups, whoever is in several counted in each: all of them are answered where nobody asks for a page. */
const mostInGroups = 100_000;

/** @throws Problem 422 for people who can't be in it: unknown, gone, or from outside; and for too many in all groups. */
async function setMembers(tx: Tx, id: number, users: readonly number[]): Promise<void> {
  const wanted = [...new Set(users)];
  const known = await tx.rows<{ id: number }>(statements.mayBeIn, [id, wanted]);
  if (known.length < wanted.length) throw invalid("users", "field.unknown");
  await tx.rows(statements.dropMembers, [id, wanted]);
  const added = await tx.rows(statements.addMembers, [id, wanted]);
  if (added.length === 0) return;
  const all = await tx.one<{ count: number }>(statements.countMembers);
  if ((all?.count ?? 0) > mostInGroups) throw invalid("users", "field.tooMany");
}

/** @throws Problem 422 when the title is taken, or somebody can't be in it; for one group too many. */
export async function createGroup(tx: Tx, actor: Actor, { title, users }: Input): Promise<GroupRecord> {
  await requireRoomFor(tx, "user_group", "title");
  const { id } = await unlessTaken(rules, () => tx.repo(GroupEntity).insert({ title }));
  if (users) await setMembers(tx, id, users);
  tx.emit("group.created", directoryStream(tx.tenantId), { id, title });
  return present(await readGroup(tx, id), actor);
}

/**
 * Whoever is in a group is in its projects, and reads what is written for it. So nobody lets themself into projects and articles
 * that aren't theirs to see: that takes somebody else, or the right to all projects. @throws Problem 422.
 */
async function refuseLettingOneselfIn(
  tx: Tx,
  actor: Actor,
  groupId: number,
  projects: readonly { id: number }[],
): Promise<void> {
  for (const { id } of projects)
    await projectAccess(tx, actor, id).catch((error: unknown) => {
      throw error instanceof Problem && error.code === "notFound" ? invalid("users", "group.ownAccess") : error;
    });
  if (!seesAllProjects(actor) && (await isWrittenForOthers(tx, actor.id, groupId)))
    throw invalid("users", "group.ownNews");
}

/** Who comes into a group and who goes out, where its people are to be others. */
function difference(now: GroupRow, wanted: readonly number[] | undefined): { joining: number[]; leaving: number[] } {
  if (!wanted) return { joining: [], leaving: [] };
  const [there, stay] = [new Set(now.users.map(({ id }) => id)), new Set(wanted)];
  return {
    joining: [...stay].filter((id) => !there.has(id)),
    leaving: [...there].filter((id) => !stay.has(id)),
  };
}

/** @throws Problem 404; 409 when somebody else changed it meanwhile; 422 as when it is made, and for letting oneself into projects or articles. */
export async function updateGroup(tx: Tx, actor: Actor, id: number, input: Input): Promise<GroupRecord> {
  await lockProjectsOf(tx, id); // projects before groups, as where a project takes one in
  if (!(await tx.one(statements.lockGroup, [id]))) throw new Problem("notFound");
  const projects = await lockProjectsOf(tx, id); // with those that have taken it in meanwhile
  const now = await readGroup(tx, id);
  if (input.version !== undefined && input.version !== now.version) {
    throw new Problem("organisation.stale", { record: present(now, actor) });
  }
  const { title, users } = input;
  const { joining, leaving } = difference(now, users);
  if (joining.includes(actor.id)) await refuseLettingOneselfIn(tx, actor, id, projects);
  let row = now;
  const group = await changeGroupInProjects(tx, [...joining, ...leaving], projects, async () => {
    await unlessTaken(rules, () => tx.repo(GroupEntity).update({ id }, { title, version: () => "version + 1" }));
    if (users) await setMembers(tx, id, users);
    row = await readGroup(tx, id);
    return { id, title, users: row.users.map((user) => user.id).toSorted((a, b) => a - b) };
  });
  tx.emit("group.updated", directoryStream(tx.tenantId), { group, users: [], project_id: null });
  return present(row, actor);
}

/** @throws Problem 404; 409 with where it is when it is in a project or on a task. */
export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(statements.lockGroup, [id]))) throw new Problem("notFound");
  const rows = await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(statements.groupUses, [
    id,
    tx.actor?.id ?? null,
  ]);
  const uses = rows.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
  if (uses.length > 0) throw new Problem("organisation.inUse", { record: { uses } });
  await tx.repo(GroupEntity).delete({ id });
  tx.emit("group.deleted", directoryStream(tx.tenantId), { id });
}
