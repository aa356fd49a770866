import { dayNumber } from "../../../shared/kernel/day-number";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listProjectAbsences } from "../../../shared/work/projects/absences.contract";
import type { Series, TaskSeries } from "../../../shared/work/series/series.contract";
import {
  dateAfterCompletion,
  isDayOff,
  type SeriesDate,
  seriesDates,
  type WorkCalendar,
} from "../../../shared/work/series/series.rules";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { previewCount, type SeriesSettings } from "../../../shared/work/series/series.schema";

export interface PreviewedDate extends SeriesDate {
  isDayOff: boolean;
  isSkipped: boolean;
}

/**
 * The coming dates of a rule, including skipped ones. They come after today and after the last occurrence, which is the task itself for a
 * new series. After completion, they assume that each task is completed on its date.
 */
export function previewDates(
  settings: SeriesSettings,
  { today, weekend, holidays }: TaskSeries["calendar"],
  last: Pick<Series, "last_day" | "created_count" | "skipped_days">,
): PreviewedDate[] {
  const calendar: WorkCalendar = { weekend, holidays: new Set(holidays) };
  const after = last.last_day !== null && last.last_day > today ? last.last_day : today;
  const dates =
    settings.basis === "schedule"
      ? seriesDates(settings, calendar)
      : datesAfterCompletion(settings, calendar, today, last.created_count);
  const found: PreviewedDate[] = [];
  for (const each of dates) {
    if (each.date <= after || each.day <= (last.last_day ?? "")) continue;
    found.push({
      ...each,
      isDayOff: isDayOff(dayNumber(each.date), calendar),
      isSkipped: last.skipped_days.includes(each.day),
    });
    if (found.length === previewCount) break;
  }
  return found;
}

/** The last occurrence of a task's series. A new series begins with the task itself, on its due or start date or the first day. */
export const lastOccurrence = (
  series: Series | null,
  task: Pick<TaskDetail, "due_date" | "start_date"> | null,
  firstDay: string,
): Pick<Series, "last_day" | "created_count" | "skipped_days"> =>
  series ?? { last_day: task?.due_date ?? task?.start_date ?? firstDay, created_count: 1, skipped_days: [] };

type Absence = ReplyOf<typeof listProjectAbsences>["data"][number];

/** The assignees who are away on a day. */
export const absentAssigneesOn = (
  day: string,
  absences: readonly Absence[],
  userIds: readonly number[],
): Absence["person"][] => {
  const isAway = ({ person, start_date, end_date }: Absence) =>
    userIds.includes(person.id) && start_date <= day && day <= end_date;
  const people = absences.filter(isAway).map(({ person }) => person);
  return people.filter(({ id }, at) => people.findIndex((other) => other.id === id) === at);
};

function* datesAfterCompletion(
  settings: SeriesSettings,
  calendar: WorkCalendar,
  today: string,
  createdCount: number,
): Generator<SeriesDate> {
  let from = today;
  for (let count = createdCount; count < createdCount + previewCount; count++) {
    const next = dateAfterCompletion(settings, from, count, calendar);
    if (!next) return;
    yield next;
    from = next.date;
  }
}
