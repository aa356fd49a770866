import { callerFact } from "../../platform/search/search-source";
import type { Actor } from "../../platform/session";
import { canSeeAllProjects } from "./projects.policy";

const ofCaller = "SELECT a.project_id FROM project_access a WHERE a.tenant_id = current_tenant() AND a.user_id = $1";

/** SQL condition: the searching user sees the project with this id, by the rule of `effectiveRole`. Needs `projectFacts`. */
export const searchedProject = (project: string): string =>
  `(${callerFact("allProjects")} OR ${project} IN (${ofCaller}))`;

/** SQL array of the projects that the searching user sees, within the filter by project; null means all projects. Needs `projectFacts`. */
export const searchedProjects = `CASE WHEN NOT ${callerFact("allProjects")} THEN ARRAY(${ofCaller} AND a.project_id = COALESCE(asked.project, a.project_id))
  WHEN asked.project IS NOT NULL THEN ARRAY[asked.project] END`;

export const projectFacts = (actor: Actor) => ({ allProjects: canSeeAllProjects(actor) });
