import type { Actor as Person } from "../../../shared/kernel/events";
import { projectStream, userStream } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { GroupRow } from "./projects.present";
import { logSecurityForUsers } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { unassignTasks } from "./projects.leaving";
import { type RolesByUser, type ProjectReference, emitAccessChanges } from "./projects.members";

const lockProjects = sql(
  "projects.lockOfGroup",
  `SELECT p.id, p.title FROM project p JOIN project_group g ON g.tenant_id = p.tenant_id AND g.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND g.group_id = $1 ORDER BY p.id FOR NO KEY UPDATE OF p`,
);

/** Locks the projects of a group so that their teams don't change. */
export const lockProjectsOf = (tx: Tx, groupId: number): Promise<ProjectReference[]> =>
  tx.rows<ProjectReference>(lockProjects, [groupId]);

const selectRolesOfPeople = sql(
  "projects.rolesOf",
  `SELECT user_id AS id, role FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)
   ORDER BY user_id`,
);

async function rolesOf(tx: Tx, projectId: number, people: readonly number[]): Promise<RolesByUser> {
  const rows = await tx.rows<{ id: number; role: ProjectRole }>(selectRolesOfPeople, [projectId, people]);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

const selectPeople = sql(
  "projects.named",
  "SELECT id, fullname, image, active FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/**
 * Maximum number of joining or leaving users times the group's projects, because the users' roles before and after the change are held in
 * memory.
 */
const maxRoles = 200_000;
/** Number of users above which projects emit one event instead of one per user. */
export const maxIndividualEvents = 1_000;

/**
 * Changes the users of a group and notifies its projects. Users who lose access to a project are removed from its tasks and its stream.
 * Above `maxIndividualEvents` users, each project emits one event, and each user gets one on their own stream, because individual events
 * for 3,000 users in 33 projects would be 200,000 events and a gigabyte.
 * @param people users who join or leave the group.
 * @throws Problem 422 for thousands of users in hundreds of projects.
 */
export async function changeGroupInProjects(
  tx: Tx,
  people: readonly number[],
  projects: readonly ProjectReference[],
  change: () => Promise<GroupRow>,
): Promise<GroupRow> {
  const changeCount = people.length * projects.length;
  if (changeCount > maxRoles) throw new Problem("request.tooMuch");
  const rolesByProject = new Map<number, RolesByUser>();
  for (const { id } of projects) rolesByProject.set(id, await rolesOf(tx, id, people));
  const group = await change();
  const rows = await tx.rows<Person & { active: boolean }>(selectPeople, [people]);
  const personById = new Map(rows.map((row) => [row.id, row]));
  const concerned = new Set<number>();
  for (const project of projects) {
    const [before, after] = [rolesByProject.get(project.id) as RolesByUser, await rolesOf(tx, project.id, people)];
    const removedIds = [...before.keys()].filter((id) => !after.has(id));
    await unassignTasks(tx, project.id, { users: removedIds, groups: [] });
    const isSummarized = changeCount > maxIndividualEvents;
    if (isSummarized) for (const id of logAccessChanges(tx, project, before, after)) concerned.add(id);
    else
      emitAccessChanges(tx, project, {
        before,
        after,
        personById: (id) => personById.get(id) as Person,
        byName: () => false,
      });
    const users = [...after.keys()]
      .filter((id) => !before.has(id) && personById.get(id)?.active)
      .map((id) => personOf(personById, id));
    tx.emit("group.updated", projectStream(project.id), {
      group,
      users,
      project_id: project.id,
      ...(isSummarized && { gone: removedIds }),
    });
  }
  for (const id of concerned) tx.emit("group.projects_changed", userStream(id), { group_id: group.id });
  return group;
}

function personOf(personById: ReadonlyMap<number, Person>, id: number): Person {
  const { fullname, image } = personById.get(id) as Person;
  return { id, fullname, image };
}

/**
 * Writes changed project roles to the security log, one entry per role.
 * @returns the ids of the users whose role changed.
 */
function logAccessChanges(
  tx: Tx,
  project: ProjectReference,
  rolesBefore: RolesByUser,
  rolesAfter: RolesByUser,
): number[] {
  const byRole = new Map<ProjectRole | "none", number[]>();
  const note = (id: number, role: ProjectRole | "none") => {
    const ids = byRole.get(role);
    if (ids) ids.push(id);
    else byRole.set(role, [id]);
  };
  for (const [id, role] of rolesAfter) if (rolesBefore.get(id) !== role) note(id, role);
  for (const id of rolesBefore.keys()) if (!rolesAfter.has(id)) note(id, "none");
  for (const [role, ids] of byRole)
    logSecurityForUsers(tx, { kind: "access_changed", facts: { project: project.id, role } }, ids);
  return [...byRole.values()].flat();
}
