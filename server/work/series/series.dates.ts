import { addDays } from "../../../shared/kernel/days";
import type { ComingDate, SeriesValues } from "../../../shared/work/series/series.contract";
import type { SeriesDate, WorkCalendar } from "../../../shared/work/series/series.rules";
import { maxComingDates, maxComingDatesOfSeries } from "../../../shared/work/series/series.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import { comingDates, holidaysOfUsers } from "./series.planning";
import type { SeriesRow } from "./series.sql";
import * as statements from "./series.sql";

interface Period {
  from: string;
  to: string;
}

/** A coming date with its series, and the values that its task will have. */
export interface ComingOccurrence extends ComingDate {
  series: SeriesRow;
  values: SeriesValues;
}

/** Days off after the end of a period to which one of its dates may be moved. */
const movedDays = 60;

/**
 * The coming dates of active series with a task in a period, first ones first; at most `maxComingDates`, and `maxComingDatesOfSeries` of each
 * series. After completion only the planned date is known. The caller must have checked access to the projects.
 * @param matches selects the dates that count
 */
export async function comingDatesOfProjects(
  tx: Tx,
  projectIds: readonly number[],
  period: Period,
  matches: (occurrence: ComingOccurrence) => boolean = () => true,
): Promise<ComingOccurrence[]> {
  const rows = await tx.rows<SeriesRow>(statements.selectActiveSeries, [projectIds]);
  const holidays = await holidaysOfOwners(tx, rows, period);
  const dates = rows.flatMap((series) => {
    const ownHolidays = new Set(holidays.get(series.owner_id ?? 0));
    return datesInPeriod(series, { weekend: series.weekend, holidays: ownHolidays }, period).filter(matches);
  });
  return dates.toSorted((a, b) => compare(a.date, b.date) || a.series_id - b.series_id).slice(0, maxComingDates);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Holidays are read only for series that avoid them. */
async function holidaysOfOwners(tx: Tx, rows: readonly SeriesRow[], { to }: Period): Promise<Map<number, string[]>> {
  const avoiding = rows.filter(({ days_off: choice, basis }) => choice !== "keep" && basis === "schedule");
  const ownerIds = [...new Set(avoiding.flatMap((series) => series.owner_id ?? []))];
  const from = avoiding.map((series) => series.first_day).toSorted()[0];
  return from === undefined ? new Map() : holidaysOfUsers(tx, ownerIds, from, addDays(to, movedDays));
}

function datesInPeriod(series: SeriesRow, calendar: WorkCalendar, { from, to }: Period) {
  const found: ComingOccurrence[] = [];
  const values = valuesOf(series);
  const { start_offset: startOffset, due_offset: dueOffset } = series.template;
  const offsets = [startOffset, dueOffset].filter((offset) => offset !== null);
  const [earliest, latest] = [Math.min(...offsets), Math.max(...offsets)];
  for (const { day, date } of plannedDates(series, calendar)) {
    if (addDays(date, earliest) > to || found.length >= maxComingDatesOfSeries) break;
    if (addDays(date, latest) < from) continue;
    found.push({
      series_id: series.id,
      project_id: series.project_id,
      task_id: series.last_task_id,
      title: series.template.title,
      day,
      date,
      start_date: startOffset === null ? null : addDays(date, startOffset),
      due_date: dueOffset === null ? null : addDays(date, dueOffset),
      creation_day: addDays(date, -series.lead_days),
      version: series.version,
      series,
      values,
    });
  }
  return found;
}

function valuesOf({ id, task_status_id, owner_id, template }: SeriesRow): SeriesValues {
  const { title, priority, complexity, estimate_minutes, users, groups, tags, field_kinds } = template;
  return {
    series_id: id,
    title,
    priority,
    complexity,
    estimate_minutes,
    task_status_id,
    owner_id,
    user_ids: users,
    group_ids: groups,
    tag_ids: tags,
    field_values: template.field_values as SeriesValues["field_values"],
    field_kinds,
  };
}

/** The next date and those after it. */
function* plannedDates(series: SeriesRow, calendar: WorkCalendar): Generator<SeriesDate> {
  const { next_day: nextDay, next_date: nextDate } = series;
  if (nextDay === null || nextDate === null) return;
  yield { day: nextDay, date: nextDate };
  if (series.basis === "completion") return;
  for (const each of comingDates(series, calendar)) if (each.day > nextDay && each.date > nextDate) yield each;
}
