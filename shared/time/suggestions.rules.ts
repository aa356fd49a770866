import { dayIn } from "./days.rules";

/** Something that a person did on a task, as the event log tells it. */
export interface Activity {
  task_id: number;
  kind: "moved" | "edited" | "commented" | "timer";
  /** ISO 8601. */
  at: string;
  /** Of a discarded timer: how long it ran. */
  minutes?: number;
  /** Of a move: the title of the column, as it is now. */
  column?: string | null;
}

export interface Suggestion {
  task_id: number;
  date: string;
  minutes: number;
  /** What it is drawn from: the activity that says most. */
  source: Omit<Activity, "task_id">;
}

/** Between two activities of a morning one was probably at work, between those of two mornings not. */
const longestGap = 90;
/** What a single activity is worth: opening, thinking, writing. */
const least = 15;
const step = 5;

const weight = { timer: 4, moved: 3, commented: 2, edited: 1 } as const;

/**
 * How long one may have worked on what, day by day: the time up to each activity since the one before it, on whatever task,
 * unless that is too long ago. A discarded timer is taken at its word. At most `room` per day is proposed (what the day
 * still asks for), the surest first; cells in `taken` (`task/date`) have hours already.
 */
export function suggestionsOf(
  activities: readonly Activity[],
  zone: string,
  taken: ReadonlySet<string>,
  room: (date: string) => number,
): Suggestion[] {
  const cells = new Map<string, Suggestion>();
  let before: { at: number; date: string } | null = null;
  for (const activity of activities.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const at = Date.parse(activity.at);
    const date = dayIn(zone, new Date(at));
    const gap = before && before.date === date ? (at - before.at) / 60_000 : Number.POSITIVE_INFINITY;
    const minutes = activity.minutes ?? (gap > longestGap ? least : gap);
    before = { at, date };
    const key = cellKey(activity.task_id, date);
    const { task_id, ...source } = activity;
    const known = cells.get(key);
    const better = !known || weight[activity.kind] >= weight[known.source.kind] ? source : known.source;
    cells.set(key, { task_id, date, minutes: (known?.minutes ?? 0) + minutes, source: better });
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
