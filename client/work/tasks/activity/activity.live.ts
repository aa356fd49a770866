import { listRecentActivity } from "../../../../shared/work/activity/activity.contract";
import type { AttachmentEvents } from "../../../../shared/work/attachments/attachments.events";
import type { BinEvents } from "../../../../shared/work/bin/bin.events";
import type { CommentEvents } from "../../../../shared/work/comments/comments.events";
import type { FieldEvents } from "../../../../shared/work/fields/fields.events";
import type { ProjectEvents } from "../../../../shared/work/projects/projects.events";
import type { SubtaskEvents } from "../../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../../shared/work/tasks/tasks.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../../platform/live/live-updates";
import { fieldChanges } from "../../fields/fields.live";
import { projectChanges } from "../../projects/projects.live";
import { columnChanges, subtaskChanges, taskChanges } from "../tasks.live";

type Shown = TaskEvents & SubtaskEvents & CommentEvents & AttachmentEvents & ProjectEvents & FieldEvents & BinEvents;

const activity = (_: unknown, cache: LiveCache) => cache.refetchSoon(listRecentActivity);

export const activityLive: LiveUpdates<unknown, Shown> = {
  ...onEach([...taskChanges, ...columnChanges, ...subtaskChanges, ...projectChanges, ...fieldChanges], activity),
  ...onEach(recordChanges("tag"), activity),
  "bin_entry.purged": activity,
  ...onEach(recordChanges("comment"), activity),
  "comment.restored": activity,
  ...onEach(recordChanges("attachment"), activity),
  "attachment.previewed": activity,
};
