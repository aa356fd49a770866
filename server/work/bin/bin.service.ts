import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream, type StreamName, userStream } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import type { BinEntry, listBin } from "../../../shared/work/bin/bin.contract";
import type { BinKind, BinTreeKind, CopiedKind, MarkedKind } from "../../../shared/work/bin/bin.schema";
import { binDays } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { authorizeInProject, hasProjectPermission, projectAccess } from "../access/projects.policy";
import { overseerIds } from "../projects/projects.people";
import { binTrees } from "./bin-tables";
import { binPermissions, restorableKinds } from "./bin.policy";
import * as statements from "./bin.sql";

interface DeletedRecord {
  kind: BinTreeKind;
  /** Null for a project itself. */
  projectId: number | null;
  recordId: number;
  /** The key of a task or the code of a project. */
  key?: string;
  title: string;
  /** Columns only: the column to which their tasks are moved. */
  targetColumnId?: number | undefined;
}

/** Copies a record with everything that is deleted with it. Must be called before the deletion, in its transaction. */
export async function moveToBin(tx: Tx, record: DeletedRecord): Promise<number> {
  const { kind, projectId, recordId, key = null, title, targetColumnId = null } = record;
  const values = [projectId, kind, recordId, key, title, targetColumnId, tx.actor?.id ?? null, binDays];
  const { id } = (await tx.one<{ id: number }>(statements.insertEntry, values)) as { id: number };
  await tx.rows(statements.copyRows[kind], [id, [recordId]]);
  await tx.rows(statements.insertFiles, [id]);
  return id;
}

interface MarkedRecord {
  kind: MarkedKind;
  id: number;
  projectId: number;
  title: string;
}

/** Lists a record that is marked as deleted in the bin of its project. */
export async function addMarkedToBin(tx: Tx, { kind, id, projectId, title }: MarkedRecord): Promise<void> {
  await tx.rows(statements.insertMarkedEntry, [projectId, kind, id, title, tx.actor?.id ?? null, binDays]);
}

export async function removeMarkedFromBin(tx: Tx, kind: MarkedKind, id: number): Promise<void> {
  await tx.rows(statements.deleteEntryOf, [kind, id]);
}

export interface LockedEntry<Kind extends BinKind = CopiedKind> {
  id: number;
  projectId: number;
  kind: Kind;
  recordId: number;
  title: string;
  targetColumnId: number | null;
}

/**
 * Loads what is in the bin, and locks its project and then the entry.
 * @throws Problem 404 when it isn't in the bin or the project isn't visible; 403 without permission; 409 when the project is archived.
 */
export async function lockBinEntry(tx: Tx, actor: Actor, kind: CopiedKind, recordId: number): Promise<LockedEntry> {
  const found = await tx.one<LockedEntry>(statements.selectEntry, [kind, recordId]);
  if (!found) throw new Problem("notFound");
  const authorizeNow = async () =>
    authorizeInProject(actor, binPermissions[kind], await projectAccess(tx, actor, found.projectId));
  await authorizeNow();
  await tx.one(statements.lockProject, [found.projectId]);
  await authorizeNow(); // access or archiving may have changed before the lock
  const entry = await tx.one<LockedEntry>(statements.lockEntry, [kind, recordId]);
  if (!entry) throw new Problem("notFound");
  return entry;
}

/** The copied row of the deleted record itself, with the names of the database. */
export async function readCopy<Row>(tx: Tx, entry: Pick<LockedEntry, "id"> & { kind: BinTreeKind }): Promise<Row> {
  const source = binTrees[entry.kind].tables[0]?.table;
  const copy = await tx.one<{ data: unknown }>(statements.selectCopy, [entry.id, source]);
  if (!copy) throw new Error(`Entry ${entry.id} of the bin has no row of ${source}`);
  return copy.data as Row;
}

/**
 * Inserts the copied rows again, with `changes` of the deleted record itself, and empties the entry. Rows that need a row that no longer
 * exists are left out, other references to such rows become null. Tasks lose those who are no longer members.
 * @returns the number of time entries that were left out, because their week was submitted or their day is full.
 */
export async function restoreFromBin(
  tx: Tx,
  { id, kind }: Pick<LockedEntry, "id"> & { kind: BinTreeKind },
  changes: Readonly<Record<string, unknown>>,
): Promise<{ omittedTimeEntryCount: number }> {
  await tx.rows(statements.lockWeeksOfCopies, [id]);
  const omitted = await tx.rows<{ id: number }>(statements.deleteTimeOfClosedDays, [id]);
  const tables = binTrees[kind].tables.map(({ table }) => table);
  await tx.rows(statements.updateCopies, [id, tables[0], JSON.stringify(changes)]);
  await tx.rows(statements.restoreRows, [id, tables]);
  await tx.rows(statements.deleteAddedWatchers, [id]);
  await tx.rows(statements.unassignFormerMembers, [id]);
  for (const statement of statements.linkRows[kind]) await tx.rows(statement, [id]);
  await tx.rows(statements.deleteEntry, [id]);
  return { omittedTimeEntryCount: omitted.length };
}

/**
 * Deletes a record in the bin for good. Its files are deleted with it, unless other records use them.
 * @throws Problem as in `lockBinEntry`.
 */
export async function purgeBinEntry(tx: Tx, actor: Actor, kind: CopiedKind, recordId: number): Promise<void> {
  const entry = await lockBinEntry(tx, actor, kind, recordId);
  await tx.rows(statements.deleteEntry, [entry.id]);
  emitPurged(tx, entry);
}

export function emitPurged(
  tx: Tx,
  { id, projectId: project_id, kind, recordId: record_id, title }: LockedEntry<BinKind>,
  stream: StreamName = projectStream(project_id),
): void {
  tx.emit("bin_entry.purged", stream, { id, project_id, kind, record_id, title });
}

/**
 * Updates the lists of deleted projects of the users and of all who see every project. A deleted project has no stream that they follow.
 * Without any event, the files would remain until the next regular sweep.
 */
export async function emitProjectPurged(
  tx: Tx,
  { id, recordId, title }: { id: number; recordId: number; title: string },
  userIds: readonly number[],
): Promise<void> {
  const project = { project_id: recordId, kind: "project", record_id: recordId, title } as const;
  for (const userId of new Set([...userIds, ...(await overseerIds(tx))]))
    tx.emit("bin_entry.purged", userStream(userId), { id, ...project });
}

/** Deletes marked views with their entries for good. The title of a private view is only sent to its owner. */
export async function purgeViews(tx: Tx, viewIds: readonly number[]): Promise<void> {
  if (viewIds.length === 0) return;
  const entries = await tx.rows<LockedEntry<"view"> & { privateTo: number | null }>(statements.selectViewEntries, [
    viewIds,
  ]);
  await tx.rows(statements.deleteViews, [viewIds]);
  for (const { privateTo, ...entry } of entries)
    emitPurged(tx, entry, privateTo === null ? undefined : userStream(privateTo));
}

/** Deletes marked templates of tasks with their entries for good. */
export async function purgeTaskTemplates(tx: Tx, templateIds: readonly number[]): Promise<void> {
  if (templateIds.length === 0) return;
  const entries = await tx.rows<LockedEntry<"template">>(statements.selectTemplateEntries, [templateIds]);
  await tx.rows(statements.deleteTemplates, [templateIds]);
  for (const entry of entries) emitPurged(tx, entry);
}

interface EntryRow extends Omit<BinEntry, "deleted_at" | "purge_at"> {
  deleted_at: Date;
  purge_at: Date;
}

const defaultPageSize = 50;

/**
 * Lists the contents of a project's bin that the actor may restore. Every user may restore their own private views.
 * @throws Problem 404 when the project isn't visible.
 */
export async function readBin(
  tx: Tx,
  actor: Actor,
  projectId: number,
  query: QueryOf<typeof listBin>,
): Promise<ReplyOf<typeof listBin>> {
  const access = await projectAccess(tx, actor, projectId);
  const mayEdit = hasProjectPermission(actor, "project-edit", access);
  const kinds: BinKind[] = [...restorableKinds(actor, access), "view", ...(mayEdit ? (["template"] as const) : [])];
  const listedKinds = kinds.filter((kind) => query.kind === undefined || kind === query.kind);
  const listed = [projectId, listedKinds, actor.id, mayEdit];
  const page = pageOf(query, defaultPageSize);
  const total = (await tx.one<{ total: number }>(statements.countEntries, listed))?.total ?? 0;
  const rows = await tx.rows<EntryRow>(statements.selectEntries, [...listed, page.perPage, page.offset]);
  const data = rows.map((row) => ({
    ...row,
    deleted_at: row.deleted_at.toISOString(),
    purge_at: row.purge_at.toISOString(),
  }));
  return { data, meta: pageMetaOf(page, total) };
}
