import { listProjects } from "../../../shared/work/projects/projects.contract";
import type { Person } from "./people";

export async function findRichestProject(person: Person): Promise<{ id: number; title: string }> {
  const { data } = await person.api.call(listProjects);
  const project = data.toSorted((a, b) => a.id - b.id)[0];
  if (!project) throw new Error("There is no demo.");
  return project;
}
