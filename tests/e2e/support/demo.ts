import { listProjects } from "../../../shared/projects/projects.contract";
import type { Person } from "./people";

/** A project of the demo: with everything on its board that a card can show. */
export async function richProject(person: Person): Promise<{ id: number; title: string }> {
  const { data } = await person.api.call(listProjects);
  const project = data.toSorted((a, b) => a.id - b.id)[0];
  if (!project) throw new Error("There is no demo.");
  return project;
}
