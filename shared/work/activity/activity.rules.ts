/** Task event types that the history omits: their result is visible on the task, and past changes are of no interest. */
export const eventTypesWithoutHistory = [
  "reaction.added",
  "reaction.removed",
  "subtask.sorted",
  "watcher.added",
  "watcher.removed",
  "attachment.previewed",
] as const;

/** Whether an event of a project's stream appears in the task's history. A move within a column does not. */
export function isInTaskHistory(taskId: number, type: string, data: Record<string, unknown>): boolean {
  const about = type.startsWith("task.") ? data.id : data.task_id;
  // `unlisted` marks a deletion as seen by a reader without access.
  if (about !== taskId || (eventTypesWithoutHistory as readonly string[]).includes(type) || data.unlisted === true)
    return false;
  return type !== "task.moved" || data.task_status_id !== data.from_task_status_id;
}
