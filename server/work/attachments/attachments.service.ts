import type { ProjectRole } from "../../../shared/kernel/permissions";
import { isImageType, previewUrlOf } from "../../../shared/kernel/uploads";
import { projectStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { FileEntity } from "../../platform/files/file.entity";
import type { Actor } from "../../platform/session";
import { personOfActor } from "../../platform/session";
import { enforceRowLimit, fileLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { effectiveRole } from "../access/projects.policy";
import { authorizeTask, loadLockedTask, type TaskRow, loadVisibleTask } from "../access/tasks.policy";
import {
  type AttachmentRow,
  attachmentColumns,
  attachmentEventData,
  attachmentTables,
  mayChangeAttachment,
} from "./attachments.present";

export const taskFileLimit = fileLimit("task_attachment", "task_id", 500);

export interface AttachmentOnTask {
  attachment: AttachmentRow;
  task: TaskRow;
}

const selectAttachmentsOfTask = sql(
  "attachments.ofTask",
  `SELECT ${attachmentColumns} FROM ${attachmentTables} WHERE a.tenant_id = current_tenant() AND a.task_id = $1 ORDER BY a.id`,
);

export async function listAttachments(tx: Tx, actor: Actor, taskId: number): Promise<AttachmentOnTask[]> {
  const task = await loadVisibleTask(tx, actor, taskId);
  return (await tx.rows<AttachmentRow>(selectAttachmentsOfTask, [taskId])).map((attachment) => ({ attachment, task }));
}

const selectRolesOfFile = sql(
  "attachments.rolesOfFile",
  `SELECT p.role FROM task_attachment a JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
   LEFT JOIN project_access p ON p.tenant_id = t.tenant_id AND p.project_id = t.project_id AND p.user_id = $2
   WHERE a.tenant_id = current_tenant() AND a.file_id = $1`,
);

/** Whether the file is attached to a task of a project that the actor sees. */
export async function canReadAttachment(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const rows = await tx.rows<{ role: ProjectRole | null }>(selectRolesOfFile, [fileId, actor.id]);
  return rows.some(({ role }) => effectiveRole(actor, role) !== null);
}

/** Checked before an upload is stored, and again when it is attached. @throws Problem 404, 403, 409 `project.archived`. */
export async function authorizeAttaching(tx: Tx, actor: Actor, taskId: number): Promise<void> {
  authorizeTask(actor, "attach", await loadVisibleTask(tx, actor, taskId));
}

const insertAttachment = sql(
  "attachments.insert",
  `INSERT INTO task_attachment (tenant_id, task_id, title, file_id, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4) RETURNING id, created_at AS "createdAt"`,
);
const countOf = sql(
  "attachments.count",
  `SELECT attachment_count FROM task WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Attaches a stored file. Locks the task so that attachment counts are emitted in the order of the changes.
 * @throws Problem 404 when the task was deleted or became invisible meanwhile, 403, 409 `project.archived`; 422 when the limit is reached.
 */
export async function attachFileToTask(
  tx: Tx,
  actor: Actor,
  input: { task_id: number; title?: string },
  keep: () => Promise<FileEntity>,
): Promise<AttachmentOnTask> {
  const task = await loadLockedTask(tx, actor, input.task_id);
  authorizeTask(actor, "attach", task);
  await enforceRowLimit(tx, taskFileLimit, "file", [task.id]);
  const file = await keep();
  const title = input.title || file.name;
  const row = await tx.one<{ id: number; createdAt: Date }>(insertAttachment, [task.id, title, file.id, actor.id]);
  const { id, createdAt } = row as { id: number; createdAt: Date };
  const attachment = { id, taskId: task.id, title, createdAt, author: personOfActor(actor), file: factsOf(file) };
  tx.emit("attachment.created", projectStream(task.projectId), {
    ...attachmentEventData(attachment),
    ...(await eventTask(tx, task)),
  });
  return { attachment, task };
}

const factsOf = ({ id, name, type, size, previewState }: FileEntity) => ({
  id,
  name,
  type,
  size: Number(size),
  preview: previewState === "ready",
});

async function eventTask(tx: Tx, { id, projectId: project_id, key, title: task_title }: TaskRow) {
  const row = await tx.one<{ attachment_count: number }>(countOf, [id]);
  return { project_id, key, task_title, attachment_count: row?.attachment_count ?? 0 };
}

const selectTaskOfAttachment = sql(
  "attachments.task",
  `SELECT task_id FROM task_attachment WHERE tenant_id = current_tenant() AND id = $1`,
);
const lockAttachment = sql(
  "attachments.find",
  `SELECT ${attachmentColumns} FROM ${attachmentTables} WHERE a.tenant_id = current_tenant() AND a.id = $1 FOR UPDATE OF a`,
);

/**
 * Locks the task and then the attachment, so that the second of two concurrent changes sees the first.
 * @throws Problem 404; 403 for another user's attachment without permission to delete tasks; 409 `project.archived`.
 */
async function lockEditableAttachment(tx: Tx, actor: Actor, id: number): Promise<AttachmentOnTask> {
  const place = await tx.one<{ task_id: number }>(selectTaskOfAttachment, [id]);
  if (!place) throw new Problem("notFound");
  const task = await loadLockedTask(tx, actor, place.task_id);
  const attachment = await tx.one<AttachmentRow>(lockAttachment, [id]);
  if (!attachment) throw new Problem("notFound");
  if (!mayChangeAttachment(attachment, actor, task)) authorizeTask(actor, "delete", task);
  return { attachment, task };
}

/**
 * Checked before an upload is stored, and again when it replaces the file.
 * @throws Problem as in `lockEditableAttachment`.
 */
export async function authorizeAttachmentChange(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockEditableAttachment(tx, actor, id);
}

const updateFile = sql(
  "attachments.setFile",
  `UPDATE task_attachment SET title = $2, file_id = $3 WHERE tenant_id = current_tenant() AND id = $1`,
);
const updateTitle = sql(
  "attachments.setTitle",
  `UPDATE task_attachment SET title = $2 WHERE tenant_id = current_tenant() AND id = $1`,
);
// Sets the cover of task $1 to file $3 if the cover is the attachment's old file $2. Removes the cover when $3 is null.
const updateCover = sql(
  "attachments.setCover",
  `UPDATE task SET cover_file_id = $3, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND cover_file_id = $2 RETURNING id`,
);

/**
 * Replaces the file and deletes the old one. Unless a title is passed, a title equal to the old file name becomes the new file name.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function replaceAttachmentFile(
  tx: Tx,
  actor: Actor,
  id: number,
  input: { title?: string },
  keep: () => Promise<FileEntity>,
): Promise<AttachmentOnTask> {
  const { attachment: old, task } = await lockEditableAttachment(tx, actor, id);
  const file = await keep();
  const title = input.title || (old.title === old.file.name ? file.name : old.title);
  const cover = isImageType(file.type) ? file.id : null;
  const covered = await tx.one(updateCover, [task.id, old.file.id, cover]); // runs first, because deleting the old file would remove the cover
  await tx.rows(updateFile, [id, title, file.id]);
  const attachment = { ...old, title, file: factsOf(file) };
  tx.emit("attachment.updated", projectStream(task.projectId), {
    ...attachmentEventData(attachment),
    ...(await eventTask(tx, task)),
    ...(covered ? coverOf(cover === null ? null : { id, fileId: cover }) : {}),
    before: { title: old.title, file_name: old.file.name },
  });
  return { attachment, task };
}

const coverOf = (cover: { id: number; fileId: number } | null) =>
  cover ? { cover_id: cover.id, cover_url: previewUrlOf(cover.fileId) } : { cover_id: null, cover_url: null };

export async function renameTaskAttachment(tx: Tx, actor: Actor, id: number, title: string): Promise<AttachmentOnTask> {
  const { attachment: old, task } = await lockEditableAttachment(tx, actor, id);
  if (title === old.title) return { attachment: old, task };
  await tx.rows(updateTitle, [id, title]);
  const attachment = { ...old, title };
  tx.emit("attachment.updated", projectStream(task.projectId), {
    ...attachmentEventData(attachment),
    ...(await eventTask(tx, task)),
    before: { title: old.title, file_name: old.file.name },
  });
  return { attachment, task };
}

const deleteAttachmentRow = sql(
  "attachments.delete",
  `DELETE FROM task_attachment WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Deletes the attachment and its file, and removes the card's cover if it is this file.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function deleteAttachment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { attachment, task } = await lockEditableAttachment(tx, actor, id);
  const covered = await tx.one(updateCover, [task.id, attachment.file.id, null]);
  await tx.rows(deleteAttachmentRow, [id]);
  tx.emit("attachment.deleted", projectStream(task.projectId), {
    id,
    task_id: task.id,
    title: attachment.title,
    ...(await eventTask(tx, task)),
    ...(covered ? coverOf(null) : {}),
  });
}

export interface AttachedFile {
  id: number;
  taskId: number;
  type: string;
}

const selectAttachedFiles = sql(
  "attachments.filesOf",
  `SELECT a.id AS attachment, a.task_id AS "taskId", f.id, f.type
   FROM task_attachment a JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
   WHERE a.tenant_id = current_tenant() AND a.id = ANY($1)`,
);

export async function filesOfAttachments(tx: Tx, ids: readonly number[]): Promise<Map<number, AttachedFile>> {
  const rows = await tx.rows<AttachedFile & { attachment: number }>(selectAttachedFiles, [ids]);
  return new Map(rows.map(({ attachment, ...file }) => [attachment, file]));
}
