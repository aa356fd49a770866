import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream, userStream } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import { freeCode } from "../../../shared/work/projects/projects.code.rules";
import type * as contract from "../../../shared/work/projects/deleted-projects.contract";
import { enforceRowLimit } from "../../platform/database/row-limits";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { authorizeEvenArchived, canSeeAllProjects, effectiveRole } from "../access/projects.policy";
import { enforceProjectLimit, projectLimit } from "../projects/projects.create";
import { allViewerIds } from "../projects/projects.service";
import { emitProjectPurged, moveToBin, readCopy, restoreFromBin } from "./bin.service";
import * as statements from "./bin.sql";

/** Copies a project with everything in it, including its bin. */
export async function moveProjectToBin(
  tx: Tx,
  { id, code, title }: { id: number; code: string; title: string },
): Promise<void> {
  await tx.rows(statements.lockTasksOfProject, [id]);
  // The deletion takes the same lock in the same order, after those of the columns and tasks.
  await tx.rows(statements.lockProjectForDeletion, [id]);
  await moveToBin(tx, { kind: "project", projectId: null, recordId: id, key: code, title });
}

interface DeletedProject {
  id: number;
  recordId: number;
  title: string;
  kind: "project";
  role: ProjectRole | null;
}

/**
 * @throws Problem 404 when the project isn't in the bin or the actor could not see it; 403 when the actor could not delete it.
 */
async function findDeletedProject(tx: Tx, actor: Actor, id: number): Promise<DeletedProject> {
  const found = await tx.one<DeletedProject>(statements.selectDeletedProject, [actor.id, id]);
  const role = found ? effectiveRole(actor, found.role) : null;
  if (!found || role === null) throw new Problem("notFound");
  authorizeEvenArchived(actor, "project-delete", { role, archived: false });
  return found;
}

const lockEntry = async (tx: Tx, id: number): Promise<void> => {
  if (!(await tx.one(statements.lockEntry, ["project", id]))) throw new Problem("notFound");
};

interface ProjectCopy {
  code: string;
  version: number;
  archived_at: string | null;
}

/**
 * Restores a deleted project with everything in it. If another project has its code, it gets a new one.
 * @throws Problem 404 when the project isn't in the bin or the actor could not see it; 403 when the actor could not delete it, or the plan's
 *   limit is reached; 422 when the general limit is reached.
 */
export async function restoreDeletedProject(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof contract.restoreDeletedProject>["data"]> {
  const entry = await findDeletedProject(tx, actor, id);
  await enforceProjectLimitOf(tx, entry);
  await enforceRowLimit(tx, projectLimit, "id");
  await lockEntry(tx, id);
  const copy = await readCopy<ProjectCopy>(tx, entry);
  const used = await tx.rows<{ code: string }>(statements.selectCodesLike, [copy.code]);
  const code = freeCode(copy.code, new Set(used.map((project) => project.code)));
  const version = copy.version + 1;
  const { omittedTimeEntryCount } = await restoreFromBin(tx, entry, { code, version });
  tx.emit("project.restored", projectStream(id), { id, version });
  for (const userId of await allViewerIds(tx, id)) tx.emit("project.restored", userStream(userId), { id, version });
  return { id, code, has_new_code: code !== copy.code, omitted_time_entry_count: omittedTimeEntryCount };
}

/** Archived projects don't count. Locks the tenant before the entry, like all code that creates projects. */
async function enforceProjectLimitOf(tx: Tx, entry: DeletedProject): Promise<void> {
  const { archived_at } = await readCopy<ProjectCopy>(tx, entry);
  if (archived_at === null) await enforceProjectLimit(tx);
}

/** @throws Problem as in `findDeletedProject`. */
export async function purgeDeletedProject(tx: Tx, actor: Actor, id: number): Promise<void> {
  const entry = await findDeletedProject(tx, actor, id);
  await lockEntry(tx, id);
  const deleted = await tx.one<{ followers: number[] }>(statements.deleteProjectEntry, [entry.id]);
  await emitProjectPurged(tx, entry, [actor.id, ...(deleted?.followers ?? [])]);
}

interface DeletedProjectRow {
  id: number;
  record_id: number;
  code: string;
  title: string;
  deleted_at: Date;
  purge_at: Date;
  deleted_by: contract.DeletedProject["deleted_by"];
}

const defaultPageSize = 50;

/** The deleted projects that the actor could delete. */
export async function readDeletedProjects(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract.listDeletedProjects>,
): Promise<ReplyOf<typeof contract.listDeletedProjects>> {
  const access = [actor.id, canSeeAllProjects(actor), actor.permissions.has("project-delete")];
  const page = pageOf(query, defaultPageSize);
  const total = (await tx.one<{ total: number }>(statements.countDeletedProjects, access))?.total ?? 0;
  const rows = await tx.rows<DeletedProjectRow>(statements.selectDeletedProjects, [
    ...access,
    page.perPage,
    page.offset,
  ]);
  const data = rows.map((row) => ({
    ...row,
    deleted_at: row.deleted_at.toISOString(),
    purge_at: row.purge_at.toISOString(),
  }));
  return { data, meta: pageMetaOf(page, total) };
}
