import { untold } from "../../shared/activity/activity.rules";

/**
 * Which events `e` are lines in the history of their task; as `isHistoryOf` has it. `domain_event_history` is an index of these alone, so that
 * nobody reads past a card that was moved up and down a hundred thousand times. PostgreSQL takes it for conditions of the same words: whoever
 * changes them makes it anew in a migration.
 */
export const history = linesOf(untold);

function linesOf(left: readonly string[]): string {
  return `NOT e.type = ANY('{${left.join(",")}}'::text[])
     AND (e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')`;
}

/** Housekeeping of a board that nobody wants to read about. */
const silent = [
  "subtask.created",
  "column.sorted",
  "column.rebalanced",
  "tag.created",
  "tag.updated",
  "tag.deleted",
  ...untold,
];

/** Which events `e` are lines in a feed; `domain_event_feed` is the index of these alone. */
export const feedLines = linesOf(silent);
