import { Problem } from "../../../shared/kernel/problems";
import type { ViewScope } from "../../../shared/work/views/views.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import {
  authorizeInProject,
  canSeeAllProjects,
  mayInProject,
  projectAccess,
  type Viewer,
} from "../access/projects.policy";
import { selectViewById, type ViewRow } from "./views.sql";

/** External users see no views of the organization, because these views name members of other projects. */
export const seesTenantViews = (actor: Pick<Actor, "external">): boolean => !actor.external;

/**
 * The view as visible to the user.
 * @throws Problem 404 both when it doesn't exist and when it isn't visible.
 */
export async function visibleView(tx: Tx, actor: Viewer, id: number, deleted = false): Promise<ViewRow> {
  const view = await tx.one<ViewRow>(selectViewById, [actor.id, id, deleted]);
  if (!view || (view.scope === "tenant" && !seesTenantViews(actor))) throw new Problem("notFound");
  if (view.projectId !== null) await projectAccess(tx, actor, view.projectId);
  return view;
}

/**
 * Checks that the actor may edit views of a scope. Views of a project require the right to edit it, views of the organization the right to
 * see all projects.
 * @throws Problem 403 without the permission, 409 `project.archived`.
 */
export async function authorizeScope(tx: Tx, actor: Actor, scope: ViewScope, projectId: number | null): Promise<void> {
  if (scope === "project" && projectId !== null)
    authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
  if (scope === "tenant" && !canSeeAllProjects(actor)) throw new Problem("permission.denied");
}

/** Whether the user may change the shared views of a project, or across projects if `projectId` is null. */
export async function mayEditShared(tx: Tx, actor: Actor, projectId: number | null): Promise<boolean> {
  if (projectId === null) return canSeeAllProjects(actor);
  return mayInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
}
