import { personOrNull } from "../../platform/database/person-json";
import type { Attachment, FileRecord } from "../../../shared/work/attachments/attachments.contract";
import { previewUrlOf } from "../../../shared/kernel/uploads";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Actor } from "../../platform/session";
import { mayActOnTask, type TaskRow } from "../access/tasks.policy";

export interface AttachmentRow {
  id: number;
  taskId: number;
  title: string;
  /** A Date, or ISO text when the row was read as JSON. */
  createdAt: Date | string;
  author: Person | null;
  file: FileDetails;
}

export interface FileDetails {
  id: number;
  name: string;
  type: string;
  size: number;
  preview: boolean;
}

/** Columns of `AttachmentRow`. Aliases: `a` attachment, `f` file, `u` author (left join). */
export const attachmentColumns = `a.id, a.task_id AS "taskId", a.title, a.created_at AS "createdAt",
  ${personOrNull("u")} AS author,
  json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'preview', f.preview_state = 'ready') AS file`;
export const attachmentTables = `task_attachment a
  JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
  LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.created_by`;

export function presentStoredFile({ id, name, type, size, preview }: FileDetails): FileRecord {
  const url = `/files/${id}/${encodeURIComponent(name)}`;
  return { id, url, name, type, size, ...(preview ? { preview_url: previewUrlOf(id) } : {}) };
}

export function attachmentEventData({
  id,
  taskId,
  title,
  file,
  author,
  createdAt,
}: AttachmentRow): Omit<Attachment, "can"> {
  const created_at = new Date(createdAt).toISOString();
  return { id, task_id: taskId, title, file: presentStoredFile(file), author, created_at };
}

export function presentAttachment(row: AttachmentRow, actor: Actor, task: TaskRow): Attachment {
  const may = mayChangeAttachment(row, actor, task);
  return { ...attachmentEventData(row), can: { edit: may, delete: may } };
}

/** Allowed for the author, and with `task-delete` in the project. */
export function mayChangeAttachment(row: Pick<AttachmentRow, "author">, actor: Actor, task: TaskRow): boolean {
  const own = row.author?.id === actor.id && mayActOnTask(actor, "attach", task);
  return own || mayActOnTask(actor, "delete", task);
}
