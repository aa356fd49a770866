import { localDayIn } from "../../kernel/days";

export interface TaskActivity {
  task_id: number;
  kind: "moved" | "edited" | "commented" | "timer";
  /** ISO 8601 time. */
  at: string;
  minutes?: number;
  /** Current title of the column, if the activity is a move. */
  column?: string | null;
}

export interface Suggestion {
  task_id: number;
  date: string;
  minutes: number;
  source: Omit<TaskActivity, "task_id">;
}

/** Longest gap in minutes that still counts as work, so that breaks between sessions are excluded. */
const longestGap = 90;
/** Minimum number of minutes counted for an activity, including reading and thinking. */
const least = 15;
const step = 5;

const weight = { timer: 4, moved: 3, commented: 2, edited: 1 } as const;

/**
 * Suggested working time per task and day: for each activity the time since the previous activity on any task, unless that gap is too long.
 * Discarded timers count in full. Limited per day to `room` (minutes left until the target), with the most certain suggestions first; skips
 * cells in `taken` (`task/date`).
 */
export function suggestionsOf(
  activities: readonly TaskActivity[],
  zone: string,
  taken: ReadonlySet<string>,
  room: (date: string) => number,
): Suggestion[] {
  const cells = new Map<string, Suggestion>();
  let before: { at: number; date: string } | null = null;
  for (const activity of activities.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const at = Date.parse(activity.at);
    const date = localDayIn(zone, new Date(at));
    const gap = before && before.date === date ? (at - before.at) / 60_000 : Number.POSITIVE_INFINITY;
    const minutes = activity.minutes ?? (gap > longestGap ? least : gap);
    before = { at, date };
    const key = cellKey(activity.task_id, date);
    const { task_id, ...source } = activity;
    const existing = cells.get(key);
    const better = !existing || weight[activity.kind] >= weight[existing.source.kind] ? source : existing.source;
    cells.set(key, { task_id, date, minutes: (existing?.minutes ?? 0) + minutes, source: better });
  }
  const left = new Map<string, number>();
  return [...cells.values()]
    .filter((cell) => !taken.has(cellKey(cell.task_id, cell.date)))
    .map((cell) => ({ ...cell, minutes: rounded(cell.minutes) }))
    .sort((a, b) => weight[b.source.kind] - weight[a.source.kind] || b.minutes - a.minutes || a.task_id - b.task_id)
    .flatMap((cell) => {
      const rest = left.get(cell.date) ?? room(cell.date);
      const minutes = Math.min(cell.minutes, rest);
      if (minutes < least) return [];
      left.set(cell.date, rest - minutes);
      return [{ ...cell, minutes }];
    })
    .sort((a, b) => a.date.localeCompare(b.date) || a.task_id - b.task_id);
}

export const cellKey = (taskId: number, date: string): string => `${taskId}/${date}`;

const rounded = (minutes: number) => Math.max(least, Math.round(minutes / step) * step);
