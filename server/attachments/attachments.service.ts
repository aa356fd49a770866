import { isImageType, previewUrlOf } from "../../shared/attachments/attachments.rules";
import { projectStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { FileEntity } from "../files/file.entity";
import type { Actor } from "../platform/session";
import { personOf } from "../platform/session";
import { requireRoomForFile } from "../platform/database/room-for";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { authorizeTask, lockedTask, type TaskRow, visibleTask } from "../tasks/tasks.policy";
import {
  type AttachmentRow,
  attachmentColumns,
  attachmentFacts,
  attachmentTables,
  mayChange,
} from "./attachments.present";

/** An attachment with the task it hangs on: what its presenter and its policy ask for. */
export interface AttachmentOnTask {
  attachment: AttachmentRow;
  task: TaskRow;
}

const ofTask = sql(
  "attachments.ofTask",
  `SELECT ${attachmentColumns} FROM ${attachmentTables} WHERE a.tenant_id = current_tenant() AND a.task_id = $1 ORDER BY a.id`,
);

/** @throws Problem 404 when the task isn't the actor's to see. */
export async function listAttachments(tx: Tx, actor: Actor, taskId: number): Promise<AttachmentOnTask[]> {
  const task = await visibleTask(tx, actor, taskId);
  return (await tx.rows<AttachmentRow>(ofTask, [taskId])).map((attachment) => ({ attachment, task }));
}

/** Asked before an upload is kept, and again when it is attached. @throws Problem 404, 403, 409 `project.archived`. */
export async function authorizeAttaching(tx: Tx, actor: Actor, taskId: number): Promise<void> {
  authorizeTask(actor, "attach", await visibleTask(tx, actor, taskId));
}

const insert = sql(
  "attachments.insert",
  `INSERT INTO task_attachment (tenant_id, task_id, title, file_id, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4) RETURNING id, created_at AS "createdAt"`,
);
const countOf = sql(
  "attachments.count",
  `SELECT attachment_count FROM task WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Attaches a kept file. The task is locked, so that its count is told in the order of the changes.
 * @throws Problem 404 when the task is gone or out of sight meanwhile, 403, 409 `project.archived`; 422 for one too many.
 */
export async function attach(
  tx: Tx,
  actor: Actor,
  input: { task_id: number; title?: string },
  keep: () => Promise<FileEntity>,
): Promise<AttachmentOnTask> {
  const task = await lockedTask(tx, actor, input.task_id);
  authorizeTask(actor, "attach", task);
  await requireRoomForFile(tx, "task_attachment", task.id);
  const file = await keep();
  const title = input.title || file.name;
  const row = await tx.one<{ id: number; createdAt: Date }>(insert, [task.id, title, file.id, actor.id]);
  const { id, createdAt } = row as { id: number; createdAt: Date };
  const attachment = { id, taskId: task.id, title, createdAt, author: personOf(actor), file: factsOf(file) };
  tx.emit("attachment.created", projectStream(task.projectId), {
    ...attachmentFacts(attachment),
    ...(await told(tx, task)),
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

/** The task, and what its card counts now. */
async function told(tx: Tx, { id, projectId: project_id, key, title: task_title }: TaskRow) {
  const row = await tx.one<{ attachment_count: number }>(countOf, [id]);
  return { project_id, key, task_title, attachment_count: row?.attachment_count ?? 0 };
}

const taskOf = sql(
  "attachments.task",
  `SELECT task_id FROM task_attachment WHERE tenant_id = current_tenant() AND id = $1`,
);
const find = sql(
  "attachments.find",
  `SELECT ${attachmentColumns} FROM ${attachmentTables} WHERE a.tenant_id = current_tenant() AND a.id = $1 FOR UPDATE OF a`,
);

/**
 * Locks the task and then the attachment: of two changes at once the second sees the first.
 * @throws Problem 404; 403 when it is another's and one may not delete tasks; 409 `project.archived`.
 */
async function changeable(tx: Tx, actor: Actor, id: number): Promise<AttachmentOnTask> {
  const place = await tx.one<{ task_id: number }>(taskOf, [id]);
  if (!place) throw new Problem("notFound");
  const task = await lockedTask(tx, actor, place.task_id);
  const attachment = await tx.one<AttachmentRow>(find, [id]);
  if (!attachment) throw new Problem("notFound");
  if (!mayChange(attachment, actor, task)) authorizeTask(actor, "delete", task);
  return { attachment, task };
}

/** Asked before an upload is kept, and again when it takes its place. @throws Problem as `changeable`. */
export async function authorizeChange(tx: Tx, actor: Actor, id: number): Promise<void> {
  await changeable(tx, actor, id);
}

const setFile = sql(
  "attachments.setFile",
  `UPDATE task_attachment SET title = $2, file_id = $3 WHERE tenant_id = current_tenant() AND id = $1`,
);
const setTitle = sql(
  "attachments.setTitle",
  `UPDATE task_attachment SET title = $2 WHERE tenant_id = current_tenant() AND id = $1`,
);
// With the attachment's old file on the card, the new one takes its place, or nothing does.
const setCover = sql(
  "attachments.setCover",
  `UPDATE task SET cover_file_id = $3, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND cover_file_id = $2 RETURNING id`,
);

/**
 * Another file in the place of the old one, whose bytes go. A title that was the old file's name becomes the new one's,
 * unless one is given.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function replaceFile(
  tx: Tx,
  actor: Actor,
  id: number,
  input: { title?: string },
  keep: () => Promise<FileEntity>,
): Promise<AttachmentOnTask> {
  const { attachment: old, task } = await changeable(tx, actor, id);
  const file = await keep();
  const title = input.title || (old.title === old.file.name ? file.name : old.title);
  const cover = isImageType(file.type) ? file.id : null;
  const covered = await tx.one(setCover, [task.id, old.file.id, cover]); // before the old file goes, and its cover with it
  await tx.rows(setFile, [id, title, file.id]);
  const attachment = { ...old, title, file: factsOf(file) };
  tx.emit("attachment.updated", projectStream(task.projectId), {
    ...attachmentFacts(attachment),
    ...(await told(tx, task)),
    ...(covered ? coverOf(cover === null ? null : { id, fileId: cover }) : {}),
    before: { title: old.title, file_name: old.file.name },
  });
  return { attachment, task };
}

const coverOf = (cover: { id: number; fileId: number } | null) =>
  cover ? { cover_id: cover.id, cover_url: previewUrlOf(cover.fileId) } : { cover_id: null, cover_url: null };

/** @throws Problem 404, 403, 409 `project.archived`. */
export async function rename(tx: Tx, actor: Actor, id: number, title: string): Promise<AttachmentOnTask> {
  const { attachment: old, task } = await changeable(tx, actor, id);
  if (title === old.title) return { attachment: old, task };
  await tx.rows(setTitle, [id, title]);
  const attachment = { ...old, title };
  tx.emit("attachment.updated", projectStream(task.projectId), {
    ...attachmentFacts(attachment),
    ...(await told(tx, task)),
    before: { title: old.title, file_name: old.file.name },
  });
  return { attachment, task };
}

const remove = sql("attachments.delete", `DELETE FROM task_attachment WHERE tenant_id = current_tenant() AND id = $1`);

/** With its file, and as the card's cover. @throws Problem 404, 403, 409 `project.archived`. */
export async function deleteAttachment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { attachment, task } = await changeable(tx, actor, id);
  const covered = await tx.one(setCover, [task.id, attachment.file.id, null]);
  await tx.rows(remove, [id]);
  tx.emit("attachment.deleted", projectStream(task.projectId), {
    id,
    task_id: task.id,
    title: attachment.title,
    ...(await told(tx, task)),
    ...(covered ? coverOf(null) : {}),
  });
}

export interface AttachedFile {
  id: number;
  taskId: number;
  type: string;
}

const files = sql(
  "attachments.filesOf",
  `SELECT a.id AS attachment, a.task_id AS "taskId", f.id, f.type
   FROM task_attachment a JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
   WHERE a.tenant_id = current_tenant() AND a.id = ANY($1)`,
);

/** The files of attachments, by the attachments' ids; none for what isn't there. */
export async function filesOfAttachments(tx: Tx, ids: readonly number[]): Promise<Map<number, AttachedFile>> {
  const rows = await tx.rows<AttachedFile & { attachment: number }>(files, [ids]);
  return new Map(rows.map(({ attachment, ...file }) => [attachment, file]));
}
