import type { ProjectRole } from "../../shared/kernel/permissions";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import type { myWork, WorkProject, WorkReason, WorkTask } from "../../shared/my-work/my-work.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { permissionsIn, seesAllProjects, type Viewer } from "../projects/projects.policy";
import { countWork, listWork, projectsOfWork } from "./my-work.sql";

type ProjectRow = Omit<WorkProject, "can"> & { role: ProjectRole | null };

/** One's work in any project one sees, with the projects and how many there are of each kind. Run in a snapshot. */
export async function readMyWork(
  tx: Tx,
  viewer: Viewer,
  query: QueryOf<typeof myWork>,
): Promise<ReplyOf<typeof myWork>> {
  const state = query.state ?? "open";
  const about = [viewer.id, seesAllProjects(viewer), state === "done"];
  const [data, counted] = await Promise.all([
    tx.rows<WorkTask>(listWork(state), [...about, query.of ?? "assigned", query.per_page ?? 200]),
    tx.rows<{ reason: WorkReason; count: number }>(countWork, about),
  ]);
  const counts = { assigned: 0, mentions: 0, watching: 0, reported: 0 };
  for (const { reason, count } of counted) counts[reason] = count;
  const assigned = (query.of ?? "assigned") === "assigned";
  return { message: undefined, data, projects: await projectsOf(tx, viewer, data, assigned), counts };
}

async function projectsOf(
  tx: Tx,
  viewer: Viewer,
  tasks: readonly WorkTask[],
  assigned: boolean,
): Promise<WorkProject[]> {
  if (tasks.length === 0) return [];
  const ids = [...new Set(tasks.map((task) => task.project_id))];
  const rows = await tx.rows<ProjectRow>(projectsOfWork, [ids, viewer.id]);
  return rows.map(({ role, ...project }) => {
    const held = permissionsIn(viewer, role, assigned);
    return { ...project, can: { edit: held.includes("task-edit"), move: held.includes("task-move") } };
  });
}
