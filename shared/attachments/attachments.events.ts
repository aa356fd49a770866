import type { Attachment, FileRecord } from "./attachments.contract";

interface OfTask {
  task_id: number;
  project_id: number;
  /** The task's, as `task_title` is: feeds need no look-up. */
  key: string;
  task_title: string;
}

/** What the card shows of it, as it is now. The cover is named where it changed. */
interface OnCard {
  attachment_count: number;
  cover_id?: number | null;
  cover_url?: string | null;
}

/** On the project's stream. `can` differs from reader to reader and is left out. */
export interface AttachmentEvents {
  "attachment.created": Omit<Attachment, "can"> & OfTask & OnCard;
  /** Another title, another file, or both. */
  "attachment.updated": Omit<Attachment, "can"> & OfTask & OnCard & { before: { title: string; file_name: string } };
  "attachment.deleted": { id: number; title: string } & OfTask & OnCard;
  /** Its small picture is there now, or there will be none. */
  "attachment.previewed": { id: number; task_id: number; project_id: number; file: FileRecord };
}
