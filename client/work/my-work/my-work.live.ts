import type { CommentEvents } from "../../../shared/work/comments/comments.events";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import type { SubtaskEvents } from "../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import type { WatcherEvents } from "../../../shared/work/watchers/watchers.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { projectChanges } from "../projects/projects.live";
import { columnChanges, subtaskChanges, taskChanges } from "../tasks/tasks.live";

/** Events after which the tasks of a user may differ. */
export const assignedTaskChanges = [...taskChanges, ...columnChanges, ...subtaskChanges, ...projectChanges] as const;

const work = (_: unknown, cache: LiveCache) => cache.refetchSoon(listMyWork);

export const myWorkLive: LiveUpdates<
  unknown,
  TaskEvents & SubtaskEvents & ProjectEvents & CommentEvents & WatcherEvents
> = {
  ...onEach(assignedTaskChanges, work),
  // A comment may mention the user.
  ...onEach(recordChanges("comment"), work),
  "comment.restored": work,
  ...onEach(recordChanges("tag"), work),
  "watcher.added": work,
  "watcher.removed": work,
};
