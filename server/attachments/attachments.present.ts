import type { Attachment, FileRecord } from "../../shared/attachments/attachments.contract";
import { previewUrlOf } from "../../shared/attachments/attachments.rules";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Actor } from "../platform/session";
import { mayOnTask, type TaskRow } from "../tasks/tasks.policy";

/** An attachment as statements read it, with its file and whoever attached it. */
export interface AttachmentRow {
  id: number;
  taskId: number;
  title: string;
  /** ISO text when the database wrote it as JSON. */
  createdAt: Date | string;
  author: Person | null;
  file: FileFacts;
}

export interface FileFacts {
  id: number;
  name: string;
  type: string;
  size: number;
  /** Whether its small picture is there. */
  preview: boolean;
}

/** The columns of an `AttachmentRow`; `a` is the attachment, `f` its file, `u` the person (left join). */
export const attachmentColumns = `a.id, a.task_id AS "taskId", a.title, a.created_at AS "createdAt",
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS author,
  json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'preview', f.preview_state = 'ready') AS file`;
export const attachmentTables = `task_attachment a
  JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
  LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.created_by`;

export function presentFile({ id, name, type, size, preview }: FileFacts): FileRecord {
  const url = `/files/${id}/${encodeURIComponent(name)}`;
  return { id, url, name, type, size, ...(preview ? { preview_url: previewUrlOf(id) } : {}) };
}

/** What is the same for every reader. */
export function attachmentFacts({
  id,
  taskId,
  title,
  file,
  author,
  createdAt,
}: AttachmentRow): Omit<Attachment, "can"> {
  const created_at = new Date(createdAt).toISOString();
  return { id, task_id: taskId, title, file: presentFile(file), author, created_at };
}

export function presentAttachment(row: AttachmentRow, actor: Actor, task: TaskRow): Attachment {
  const may = mayChange(row, actor, task);
  return { ...attachmentFacts(row), can: { edit: may, delete: may } };
}

/** One's own, or any with `task-delete` in the project. */
export function mayChange(row: Pick<AttachmentRow, "author">, actor: Actor, task: TaskRow): boolean {
  const own = row.author?.id === actor.id && mayOnTask(actor, "attach", task);
  return own || mayOnTask(actor, "delete", task);
}
