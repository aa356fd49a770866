import type { AttachmentEvents } from "../attachments/attachments.events";
import type { EventOf } from "../kernel/events";
import type { TaskDetail } from "./task-detail.contract";
import type { Reader } from "./tasks.detail";

/** The panel after something was attached, changed or taken off; the same panel when that was another task's. */
export function applyAttachment(detail: TaskDetail, event: EventOf<AttachmentEvents>, reader: Reader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  switch (event.type) {
    case "attachment.created":
    case "attachment.updated":
      return withAttachment(detail, event.data, reader);
    case "attachment.deleted": {
      const { id } = event.data;
      return { ...onCard(detail, event.data), attachments: detail.attachments.filter((one) => one.id !== id) };
    }
    case "attachment.previewed": {
      const { id, file } = event.data;
      if (!detail.attachments.some((one) => one.id === id && one.file.id === file.id)) return detail;
      return { ...detail, attachments: detail.attachments.map((one) => (one.id === id ? { ...one, file } : one)) };
    }
  }
}

type Attached = AttachmentEvents["attachment.created"] | AttachmentEvents["attachment.updated"];

/** In the order of their ids. */
function withAttachment(detail: TaskDetail, data: Attached, reader: Reader): TaskDetail {
  const { id, task_id, title, file, author, created_at } = data;
  const known = detail.attachments.find((one) => one.id === id);
  const may = (author?.id === reader.id && detail.can.attach) || detail.can.delete;
  const now = { id, task_id, title, file, author, created_at, can: known?.can ?? { edit: may, delete: may } };
  const attachments = known
    ? detail.attachments.map((one) => (one.id === id ? now : one))
    : [...detail.attachments, now].sort((a, b) => a.id - b.id);
  return { ...onCard(detail, data), attachments };
}

/** What the card shows of it. */
function onCard(detail: TaskDetail, data: AttachmentEvents["attachment.deleted"] | Attached): TaskDetail {
  const { attachment_count, cover_id = detail.cover_id, cover_url = detail.cover_url } = data;
  return { ...detail, attachment_count, cover_id, cover_url };
}
