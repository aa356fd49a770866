import type { GroupEvents } from "../../shared/groups/groups.events";
import { projectStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { unassign } from "../tasks/assignments.service";
import { readTeam, type Team, type TeamState, tellTeam } from "./projects.members";

const lockProjects = sql(
  "projects.lockOfGroup",
  `SELECT p.id, p.title FROM project p JOIN project_group g ON g.tenant_id = p.tenant_id AND g.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND g.group_id = $1 ORDER BY p.id FOR NO KEY UPDATE OF p`,
);

/** Keeps the teams of the projects that a group is in as they are. */
export const lockProjectsOf = (tx: Tx, groupId: number): Promise<Team[]> => tx.rows<Team>(lockProjects, [groupId]);

/** People of all projects of a group, which are held before and after it changes. */
const mostHeld = 200_000;

type Changed = Omit<GroupEvents["group.updated"], "project_id">;

/**
 * Runs a change of who is in a group, and tells each of its projects who came and who went by it: whoever has lost a project
 * is taken off its tasks, and stops following it.
 * @throws Problem 422 for thousands of people in hundreds of projects.
 */
export async function changeGroupInProjects(tx: Tx, groupId: number, change: () => Promise<Changed>): Promise<Changed> {
  const projects = await lockProjectsOf(tx, groupId);
  const before: TeamState[] = [];
  let held = 0;
  for (const project of projects) {
    const team = await readTeam(tx, project.id);
    held += team.groups.reduce((sum, { users }) => sum + users.length, team.access.size);
    if (held > mostHeld) throw new Problem("request.tooMuch");
    before.push(team);
  }
  const changed = await change();
  for (const [at, project] of projects.entries()) {
    const [was, is] = [before[at] as TeamState, await readTeam(tx, project.id)];
    const users = [...was.access.keys()].filter((id) => !is.access.has(id));
    await unassign(tx, project.id, { users, groups: [] });
    tellTeam(tx, project, was, is);
    tx.emit("group.updated", projectStream(project.id), { ...changed, project_id: project.id });
  }
  return changed;
}
