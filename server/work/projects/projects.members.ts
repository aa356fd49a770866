import type { Actor as Person } from "../../../shared/kernel/events";
import { projectStream, userStream } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { unassignTasks } from "./projects.leaving";
import { accessByUser, projectGroupsOf, membersByName } from "./projects.people";
import { requireReferencesExist } from "./projects.references";

type MemberInput = { user_id: number; role?: ProjectRole };

export interface MembersInput {
  members?: readonly MemberInput[];
  groups?: readonly number[];
  /** The lists that the caller read. If given, only the differences between them and the new lists are applied. */
  base_members?: readonly MemberInput[];
  base_groups?: readonly number[];
}

export interface ProjectReference {
  id: number;
  title: string;
}

const insertMembers = sql(
  "projects.putMembers",
  `INSERT INTO project_member (tenant_id, project_id, user_id, role)
   SELECT current_tenant(), $1, wanted.user_id, wanted.role
   FROM unnest($2::bigint[], $3::text[]) AS wanted (user_id, role)
   ON CONFLICT (tenant_id, project_id, user_id) DO UPDATE SET role = excluded.role
   WHERE project_member.role <> excluded.role`,
);
const deleteOtherMembers = sql(
  "projects.dropMembers",
  `DELETE FROM project_member WHERE tenant_id = current_tenant() AND project_id = $1 AND NOT user_id = ANY($2)`,
);
const insertGroups = sql(
  "projects.putGroups",
  `INSERT INTO project_group (tenant_id, project_id, group_id)
   SELECT current_tenant(), $1, id FROM unnest($2::bigint[]) AS wanted (id) ON CONFLICT DO NOTHING`,
);
const deleteOtherGroups = sql(
  "projects.dropGroups",
  `DELETE FROM project_group WHERE tenant_id = current_tenant() AND project_id = $1 AND NOT group_id = ANY($2)`,
);

const selectExternalUsers = sql(
  "projects.fromOutside",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND external AND id = ANY($1)",
);

/**
 * Computes the new role of each member. External users default to guest; only project owners can give them the role member, and they can't
 * become owners. Only owners can grant or revoke ownership, since an owner can delete the project.
 * @throws Problem 422 at the role that the actor can't grant or revoke.
 */
async function wantedRoles(
  tx: Tx,
  actorRole: ProjectRole,
  members: NonNullable<MembersInput["members"]>,
  before: readonly { id: number; role: ProjectRole }[],
): Promise<Map<number, ProjectRole>> {
  const rows = await tx.rows<{ id: number }>(selectExternalUsers, [members.map((member) => member.user_id)]);
  const externalIds = new Set(rows.map(({ id }) => id));
  const roleBefore = new Map(before.map(({ id, role }) => [id, role]));
  const errors: FieldErrors = {};
  const roleByUser = new Map<number, ProjectRole>();
  members.forEach(({ user_id: id, role = externalIds.has(id) ? "guest" : "member" }, index) => {
    roleByUser.set(id, role);
    if (actorRole !== "owner" && roleBefore.get(id) !== role && [role, roleBefore.get(id)].includes("owner"))
      errors[`members.${index}.role`] = ["project.ownersOnly"];
    if (!externalIds.has(id) || roleBefore.get(id) === role) return;
    if (role === "owner") errors[`members.${index}.role`] = ["project.outsideOwner"];
    if (role === "member" && actorRole !== "owner") errors[`members.${index}.role`] = ["project.outsideMember"];
  });
  if (actorRole !== "owner" && before.some(({ id, role }) => role === "owner" && !roleByUser.has(id)))
    errors.members = ["project.ownersOnly"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return roleByUser;
}

/** Applies the differences between the base and the new list to the present members. New and changed members keep their order. */
function mergeMembers(
  { members, base_members: base }: MembersInput,
  present: readonly { id: number; role: ProjectRole }[],
): readonly MemberInput[] | undefined {
  if (!members || !base) return members;
  const baseRoles = new Map(base.map(({ user_id: id, role }) => [id, role]));
  const presentRoles = new Map(present.map(({ id, role }) => [id, role]));
  const listedIds = new Set(members.map((member) => member.user_id));
  const listed = members.flatMap((member): MemberInput[] => {
    const { user_id: id, role } = member;
    if (!baseRoles.has(id)) return [member];
    const presentRole = presentRoles.get(id);
    if (!presentRole) return []; // removed by another user meanwhile
    return baseRoles.get(id) === role ? [{ user_id: id, role: presentRole }] : [member];
  });
  const added = present.filter(({ id }) => !listedIds.has(id) && !baseRoles.has(id));
  return [...listed, ...added.map(({ id, role }) => ({ user_id: id, role }))];
}

function mergeGroups({ groups, base_groups: base }: MembersInput, present: readonly number[]) {
  if (!groups || !base) return groups;
  const remainingIds = present.filter((id) => groups.includes(id) || !base.includes(id));
  return [...new Set([...remainingIds, ...groups.filter((id) => !base.includes(id))])];
}

/**
 * Sets the members and groups of a project (an omitted list is unchanged) and emits who joined and left. The project's row must be locked,
 * because otherwise two concurrent changes could remove both remaining owners. Events describe access, not rows. If a removed member still
 * has access through a group, only the role changes. A user who joins through a group is emitted like a user added directly. Users who lose
 * access are removed from the project's tasks. `by` is the actor's role.
 * @throws Problem 422 when a user or group is unknown, when an external user would get more than `by` may grant, or when no active owner
 * would remain.
 */
export async function setTeam(tx: Tx, by: ProjectRole, project: ProjectReference, team: MembersInput): Promise<void> {
  const before = await readTeam(tx, project.id);
  const presentGroupIds = before.groups.map((group) => group.id);
  const input = { members: mergeMembers(team, before.members), groups: mergeGroups(team, presentGroupIds) };
  await requireReferencesExist(
    tx,
    input,
    before.members.map((member) => member.id),
  );
  if (input.members) {
    const roleByUser = await wantedRoles(tx, by, input.members, before.members);
    await tx.rows(deleteOtherMembers, [project.id, [...roleByUser.keys()]]);
    await tx.rows(insertMembers, [project.id, [...roleByUser.keys()], [...roleByUser.values()]]);
  }
  if (input.groups) {
    await tx.rows(deleteOtherGroups, [project.id, input.groups]);
    await tx.rows(insertGroups, [project.id, input.groups]);
  }
  const after = await readTeam(tx, project.id);
  if (
    input.members &&
    !after.members.some((member) => member.role === "owner" && after.access.get(member.id)?.active)
  ) {
    throw invalidFieldProblem("members", "project.needsOwner");
  }
  await unassignTasks(tx, project.id, {
    users: [...before.access.keys()].filter((id) => !after.access.has(id)),
    groups: before.groups.map((group) => group.id).filter((id) => !after.groups.some((group) => group.id === id)),
  });
  emitTeamChanges(tx, project, before, after);
}

type TeamState = Awaited<ReturnType<typeof readTeam>>;

async function readTeam(tx: Tx, projectId: number) {
  const [members, groups, access] = await Promise.all([
    membersByName(tx, projectId),
    projectGroupsOf(tx, projectId),
    accessByUser(tx, projectId),
  ]);
  return { members, groups, access };
}

function emitTeamChanges(tx: Tx, project: ProjectReference, before: TeamState, after: TeamState): void {
  const stream = projectStream(project.id);
  const directMemberIds = new Set(after.members.map((member) => member.id));
  for (const group of after.groups) {
    if (before.groups.some((existing) => existing.id === group.id)) continue;
    const users = group.users.flatMap((id) => after.access.get(id) ?? []).map(personOnly);
    tx.emit("group.added", stream, { project_id: project.id, group, users });
  }
  for (const group of before.groups) {
    if (after.groups.some((left) => left.id === group.id)) continue;
    tx.emit("group.removed", stream, { project_id: project.id, id: group.id });
  }
  emitAccessChanges(tx, project, {
    before: rolesIn(before),
    after: rolesIn(after),
    personById: (id) => (after.access.get(id) ?? before.access.get(id)) as Person,
    byName: (id) => directMemberIds.has(id),
  });
}

export type RolesByUser = ReadonlyMap<number, ProjectRole>;

const rolesIn = ({ access }: TeamState): RolesByUser => new Map([...access].map(([id, { role }]) => [id, role]));

interface AccessBeforeAndAfter {
  before: RolesByUser;
  after: RolesByUser;
  personById: (id: number) => Person;
  /** Whether a user is a direct member. Changes for members through a group are part of the group's event. */
  byName: (id: number) => boolean;
}

/** Emits one event per user, on the project's stream and on the user's own stream. */
export function emitAccessChanges(
  tx: Tx,
  project: ProjectReference,
  { before, after, personById, byName }: AccessBeforeAndAfter,
): void {
  const stream = projectStream(project.id);
  for (const [id, role] of after) {
    const earlier = before.get(id);
    if (earlier === role) continue;
    logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { project: project.id, role } });
    const user = personOnly(personById(id));
    if (earlier) {
      tx.emit("member.updated", stream, { project_id: project.id, user, role });
      continue;
    }
    const added = { project_id: project.id, title: project.title, user, role };
    if (byName(id)) tx.emit("member.added", stream, added);
    tx.emit("member.added", userStream(id), added);
  }
  for (const id of before.keys()) {
    if (after.has(id)) continue;
    const removed = { project_id: project.id, user: personOnly(personById(id)) };
    logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { project: project.id, role: "none" } });
    tx.emit("member.removed", stream, removed);
    tx.emit("member.removed", userStream(id), removed);
  }
}

const personOnly = ({ id, fullname, image }: Person): Person => ({ id, fullname, image });
