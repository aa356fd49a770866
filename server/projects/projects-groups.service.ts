import type { Actor as Person } from "../../shared/kernel/events";
import { projectStream, userStream } from "../../shared/kernel/events";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { GroupRow } from "./projects.present";
import { logSecurityOfMany } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { unassign } from "../tasks/assignments.service";
import { type Roles, type Team, tellAccess } from "./projects.members";

const lockProjects = sql(
  "projects.lockOfGroup",
  `SELECT p.id, p.title FROM project p JOIN project_group g ON g.tenant_id = p.tenant_id AND g.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND g.group_id = $1 ORDER BY p.id FOR NO KEY UPDATE OF p`,
);

/** Keeps the teams of the projects that a group is in as they are. */
export const lockProjectsOf = (tx: Tx, groupId: number): Promise<Team[]> => tx.rows<Team>(lockProjects, [groupId]);

const rolesOfPeople = sql(
  "projects.rolesOf",
  `SELECT user_id AS id, role FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)
   ORDER BY user_id`,
);

async function rolesOf(tx: Tx, projectId: number, people: readonly number[]): Promise<Roles> {
  const rows = await tx.rows<{ id: number; role: ProjectRole }>(rolesOfPeople, [projectId, people]);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

const named = sql(
  "projects.named",
  "SELECT id, fullname, image, active FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** People who come or go, in each project of the group: their roles are held before and after it changes. */
const mostHeld = 200_000;
/** So many are told of one by one, at most; of more the projects tell once. */
export const mostToldOneByOne = 1_000;

/**
 * Runs a change of who is in a group, and tells each of its projects who came and who went by it: whoever has lost a project
 * is taken off its tasks, and stops following it.
 * Three thousand people in 33 projects, told of one by one, were two hundred thousand events and a gigabyte. Of a crowd each project tells
 * once, and everybody hears on their own stream that their projects are others now.
 * @param people those who come into the group or go out.
 * @throws Problem 422 for thousands of people in hundreds of projects.
 */
export async function changeGroupInProjects(
  tx: Tx,
  people: readonly number[],
  projects: readonly Team[],
  change: () => Promise<GroupRow>,
): Promise<GroupRow> {
  const ways = people.length * projects.length;
  if (ways > mostHeld) throw new Problem("request.tooMuch");
  const before = new Map<number, Roles>();
  for (const { id } of projects) before.set(id, await rolesOf(tx, id, people));
  const group = await change();
  const rows = await tx.rows<Person & { active: boolean }>(named, [people]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const concerned = new Set<number>();
  for (const project of projects) {
    const [was, is] = [before.get(project.id) as Roles, await rolesOf(tx, project.id, people)];
    const gone = [...was.keys()].filter((id) => !is.has(id));
    await unassign(tx, project.id, { users: gone, groups: [] });
    const crowd = ways > mostToldOneByOne;
    if (crowd) for (const id of noteTogether(tx, project, was, is)) concerned.add(id);
    else tellAccess(tx, project, { was, is, named: (id) => known.get(id) as Person, byName: () => false });
    const users = [...is.keys()].filter((id) => !was.has(id) && known.get(id)?.active).map((id) => personOf(known, id));
    tx.emit("group.updated", projectStream(project.id), {
      group,
      users,
      project_id: project.id,
      ...(crowd && { gone }),
    });
  }
  for (const id of concerned) tx.emit("group.projects_changed", userStream(id), { group_id: group.id });
  return group;
}

function personOf(known: ReadonlyMap<number, Person>, id: number): Person {
  const { fullname, image } = known.get(id) as Person;
  return { id, fullname, image };
}

/** Writes into the security log whose access to a project is another one, those with the same role together. @returns who they are. */
function noteTogether(tx: Tx, project: Team, was: Roles, is: Roles): number[] {
  const byRole = new Map<ProjectRole | "none", number[]>();
  const note = (id: number, role: ProjectRole | "none") => {
    const ids = byRole.get(role);
    if (ids) ids.push(id);
    else byRole.set(role, [id]);
  };
  for (const [id, role] of is) if (was.get(id) !== role) note(id, role);
  for (const id of was.keys()) if (!is.has(id)) note(id, "none");
  for (const [role, ids] of byRole)
    logSecurityOfMany(tx, { kind: "access_changed", facts: { project: project.id, role } }, ids);
  return [...byRole.values()].flat();
}
