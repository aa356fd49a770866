import { eventTypesWithoutHistory } from "../../../shared/work/activity/activity.rules";

/**
 * SQL condition: event `e` is shown in the history of its task, matching `isHistoryOf`. The partial index `domain_event_history` uses the
 * identical text so that the planner can match it; changing the condition requires a migration that recreates the index.
 */
export const historyCondition = linesOf(eventTypesWithoutHistory);

function linesOf(left: readonly string[]): string {
  return `NOT e.type = ANY('{${left.join(",")}}'::text[])
     AND (e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')`;
}

/** Board maintenance events that are left out of the feed. */
const silent = [
  "subtask.created",
  "column.sorted",
  "column.rebalanced",
  "tag.created",
  "tag.updated",
  "tag.deleted",
  ...eventTypesWithoutHistory,
];

/**
 * SQL condition: event `e` is shown in the activity feed. The partial index `domain_event_feed` uses the identical text so that the planner
 * can match it.
 */
export const feedCondition = linesOf(silent);
