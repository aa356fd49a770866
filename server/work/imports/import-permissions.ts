import type { ProjectPermission } from "../../../shared/kernel/permissions";
import type { Actor } from "../../platform/session";
import { authorizeInProject, type ProjectAccess } from "../access/projects.policy";
import type { ImportedBoard } from "./imported-board";

/**
 * Checks the permissions for the contents of a board, of which a token that may create or edit projects may lack some.
 * @throws Problem 403 without one of them.
 */
export function authorizeContents(
  actor: Actor,
  { cards, tags }: ImportedBoard,
  access: Pick<ProjectAccess, "role" | "archived">,
  permissions: readonly ProjectPermission[],
): void {
  const required: ProjectPermission[] = [...permissions];
  if (tags.length > 0) required.push("tag-edit");
  if (cards.some(({ comments }) => comments.length > 0)) required.push("comment-create");
  if (cards.some(({ files }) => files && files.length > 0)) required.push("attachment-create");
  for (const permission of required) authorizeInProject(actor, permission, access);
}
