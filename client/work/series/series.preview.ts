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
 * The coming dates of a rule, including skipped ones. On schedule, they come after today and after the last occurrence, which is the task
 * itself for a new series. After completion, they assume that the last task is completed today and each later one on its date.
 */
export function previewDates(
  settings: SeriesSettings,
  { today, weekend, holidays }: TaskSeries["calendar"],
  last: Pick<Series, "last_day" | "created_count" | "skipped_days">,
): PreviewedDate[] {
  const calendar: WorkCalendar = { weekend, holidays: new Set(holidays) };
  const dates =
    settings.basis === "schedule"
      ? datesOnSchedule(settings, calendar, today, last.last_day ?? "")
      : datesAfterCompletion(settings, calendar, today, last);
  const found: PreviewedDate[] = [];
  for (const each of dates) {
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

function* datesOnSchedule(
  settings: SeriesSettings,
  calendar: WorkCalendar,
  today: string,
  lastDay: string,
): Generator<SeriesDate> {
  for (const each of seriesDates(settings, calendar))
    if (each.date > today && each.date > lastDay && each.day > lastDay) yield each;
}

/** The last task may be completed before its own day, on which no other task is created. */
function* datesAfterCompletion(
  settings: SeriesSettings,
  calendar: WorkCalendar,
  today: string,
  { last_day: lastDay, created_count: createdCount }: Pick<Series, "last_day" | "created_count">,
): Generator<SeriesDate> {
  let from = today;
  let count = createdCount;
  while (count < createdCount + previewCount) {
    const next = dateAfterCompletion(settings, from, count, calendar);
    if (!next) return;
    from = next.date;
    if (next.day === lastDay) from = next.day;
    else {
      yield next;
      count++;
    }
  }
}
