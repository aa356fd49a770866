import { projectStream } from "../../shared/kernel/events";
import { settleKey } from "../files/loose-files.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { attachmentColumns, type AttachmentRow, attachmentTables, presentFile } from "./attachments.present";

/** A picture whose small one is to be made. */
export interface PreviewJob {
  storageKey: string;
  attempt: number;
}

const attempts = 3;
/** Longer than a try can take: whoever began one before this is gone. */
const patience = "2 minutes";

// Counted before the try: a picture that takes the process down with it is given up after some of them.
const begin = sql(
  "previews.begin",
  `UPDATE file SET preview_attempts = preview_attempts + 1, preview_tried_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting'
     AND (preview_tried_at IS NULL OR preview_tried_at < now() - interval '${patience}')
   RETURNING storage_key AS "storageKey", preview_attempts AS attempt`,
);
const ready = sql(
  "previews.ready",
  `UPDATE file SET preview_state = 'ready', preview_key = $2, preview_size = $3
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting' RETURNING id`,
);
const failed = sql(
  "previews.failed",
  `UPDATE file SET preview_state = 'failed'
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting' RETURNING id`,
);
const attached = sql(
  "previews.attached",
  `SELECT ${attachmentColumns}, t.project_id AS "projectId" FROM ${attachmentTables}
   JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
   WHERE a.tenant_id = current_tenant() AND a.file_id = $1`,
);
const overdue = sql(
  "previews.overdue",
  `SELECT id FROM file WHERE tenant_id = current_tenant() AND preview_state = 'waiting'
     AND COALESCE(preview_tried_at, created_at) < now() - interval '${patience}' ORDER BY id LIMIT 100`,
);

/**
 * Claims a picture for one try. Null when there is nothing to do: it is made, someone is at it, or it was tried too often
 * and is given up now.
 */
export async function beginPreview(tx: Tx, fileId: number): Promise<PreviewJob | null> {
  const job = await tx.one<PreviewJob>(begin, [fileId]);
  if (!job || job.attempt <= attempts) return job ?? null;
  await failPreview(tx, fileId);
  return null;
}

/** The small picture lies under `key`; those who look on hear of it. @returns whether the file is still there. */
export async function finishPreview(tx: Tx, fileId: number, key: string, size: number): Promise<boolean> {
  if (!(await tx.one(ready, [fileId, key, size]))) return false;
  await settleKey(tx, key);
  await tell(tx, fileId);
  return true;
}

/** There will be none: the picture can't be read. */
export async function failPreview(tx: Tx, fileId: number): Promise<void> {
  if (await tx.one(failed, [fileId])) await tell(tx, fileId);
}

async function tell(tx: Tx, fileId: number): Promise<void> {
  for (const { id, taskId, projectId, file } of await tx.rows<AttachmentRow & { projectId: number }>(attached, [
    fileId,
  ])) {
    const data = { id, task_id: taskId, project_id: projectId, file: presentFile(file) };
    tx.emit("attachment.previewed", projectStream(projectId), data);
  }
}

/** Files whose picture nobody is making: the process that should have is gone. */
export async function overduePreviews(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(overdue)).map((row) => row.id);
}
