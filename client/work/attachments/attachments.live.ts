import { listAttachments } from "../../../shared/work/attachments/attachments.contract";
import type { AttachmentEvents } from "../../../shared/work/attachments/attachments.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const attachment = ({ data }: { data: { task_id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(listAttachments, { id: data.task_id }));

export const attachmentsLive: LiveUpdates<AttachmentEvents> = {
  ...onEach(recordChanges("attachment"), attachment),
  "attachment.previewed": attachment,
};
