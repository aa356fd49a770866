import { projectStream } from "../../../shared/kernel/events";
import { confirmStorageKey } from "../../platform/files/orphaned-files.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { attachmentColumns, type AttachmentRow, attachmentTables, presentStoredFile } from "./attachments.present";

export interface PreviewJob {
  storageKey: string;
  attempt: number;
}

const attempts = 3;
/** Longer than an attempt can take, so the process of an older attempt must have died. */
const claimTimeout = "2 minutes";

// Counts the attempt before it runs, so that an image that crashes the process isn't retried forever.
const countPreviewAttempt = sql(
  "previews.begin",
  `UPDATE file SET preview_attempts = preview_attempts + 1, preview_tried_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting'
     AND (preview_tried_at IS NULL OR preview_tried_at < now() - interval '${claimTimeout}')
   RETURNING storage_key AS "storageKey", preview_attempts AS attempt`,
);
const markPreviewReady = sql(
  "previews.ready",
  `UPDATE file SET preview_state = 'ready', preview_key = $2, preview_size = $3
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting' RETURNING id`,
);
const markPreviewFailed = sql(
  "previews.failed",
  `UPDATE file SET preview_state = 'failed'
   WHERE tenant_id = current_tenant() AND id = $1 AND preview_state = 'waiting' RETURNING id`,
);
const selectAttachmentsOfFile = sql(
  "previews.attached",
  `SELECT ${attachmentColumns}, t.project_id AS "projectId" FROM ${attachmentTables}
   JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
   WHERE a.tenant_id = current_tenant() AND a.file_id = $1`,
);
const selectOverduePreviews = sql(
  "previews.overdue",
  `SELECT id FROM file WHERE tenant_id = current_tenant() AND preview_state = 'waiting'
     AND COALESCE(preview_tried_at, created_at) < now() - interval '${claimTimeout}' ORDER BY id LIMIT 100`,
);

/**
 * Claims an image for one attempt. Returns null when the preview exists, another process renders it, or the attempts are exhausted. In the
 * last case the preview is marked as failed.
 */
export async function claimPreview(tx: Tx, fileId: number): Promise<PreviewJob | null> {
  const job = await tx.one<PreviewJob>(countPreviewAttempt, [fileId]);
  if (!job || job.attempt <= attempts) return job ?? null;
  await failPreview(tx, fileId);
  return null;
}

/** Records the preview stored under `key` and publishes it. @returns whether the file still exists. */
export async function finishPreview(tx: Tx, fileId: number, key: string, size: number): Promise<boolean> {
  if (!(await tx.one(markPreviewReady, [fileId, key, size]))) return false;
  await confirmStorageKey(tx, key);
  await emitPreview(tx, fileId);
  return true;
}

export async function failPreview(tx: Tx, fileId: number): Promise<void> {
  if (await tx.one(markPreviewFailed, [fileId])) await emitPreview(tx, fileId);
}

async function emitPreview(tx: Tx, fileId: number): Promise<void> {
  for (const { id, taskId, projectId, file } of await tx.rows<AttachmentRow & { projectId: number }>(
    selectAttachmentsOfFile,
    [fileId],
  )) {
    const data = { id, task_id: taskId, project_id: projectId, file: presentStoredFile(file) };
    tx.emit("attachment.previewed", projectStream(projectId), data);
  }
}

/** Returns the ids of files without a preview whose rendering process has died. */
export async function stalledPreviews(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(selectOverduePreviews)).map((row) => row.id);
}
