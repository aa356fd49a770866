/** Event types about a task that its history leaves out: seen where they happen, and nothing to look up later. */
export const untold = [
  "reaction.added",
  "reaction.removed",
  "subtask.sorted",
  "watcher.added",
  "watcher.removed",
  "attachment.previewed",
] as const;

/**
 * Whether an event of a project's stream is a line in the history of the task. A card that was only put higher or lower
 * in its column has no history of that: there would be nothing else.
 */
export function isHistoryOf(taskId: number, type: string, data: Record<string, unknown>): boolean {
  const about = type.startsWith("task.") ? data.id : data.task_id;
  // `unlisted`: a deletion, for a reader from outside.
  if (about !== taskId || (untold as readonly string[]).includes(type) || data.unlisted === true) return false;
  return type !== "task.moved" || data.task_status_id !== data.from_task_status_id;
}
