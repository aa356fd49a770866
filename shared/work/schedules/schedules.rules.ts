import { dayNumber, dayOfNumber, weekdayOf } from "../../kernel/day-number";

/** Days without planned work, and the working time of the other days, for users without a schedule. */
export interface OrganizationWeek {
  /** Non-working weekdays; 0 is Sunday. */
  weekend: readonly number[];
  minutesPerDay: number;
}

/** Working time of a user in a period. Schedules of one user don't overlap. */
export interface WorkSchedule {
  from: string;
  /** Last day; null if the schedule has no end. */
  until: string | null;
  /** Minutes per weekday, Sunday first; null for the organization's week. */
  minutes: readonly number[] | null;
  /** Minutes of every second week; null if all weeks are the same. */
  other: readonly number[] | null;
  /** First day of a week with `minutes`, from which the weeks alternate. */
  anchor: string;
}

export const scheduleOn = (schedules: readonly WorkSchedule[], day: string): WorkSchedule | undefined =>
  schedules.find(({ from, until }) => from <= day && (until === null || day <= until));

/** Weeks of the schedule that begins on a day; null if none does. */
export function weeksFrom<Schedule extends Pick<WorkSchedule, "from" | "minutes" | "other">>(
  schedules: readonly Schedule[],
  day: string | null,
): Pick<Schedule, "minutes" | "other"> | null {
  const schedule = schedules.find(({ from }) => from === day);
  return schedule ? { minutes: schedule.minutes, other: schedule.other } : null;
}

/** Minutes that a schedule sets for a day; null if the organization's week applies. */
export function ownMinutesOn(schedules: readonly WorkSchedule[], day: string): number | null {
  const schedule = scheduleOn(schedules, day);
  if (!schedule?.minutes) return null;
  const number = dayNumber(day);
  const weeks = Math.floor((number - dayNumber(schedule.anchor)) / 7);
  const week = schedule.other && weeks % 2 !== 0 ? schedule.other : schedule.minutes;
  return week[weekdayOf(number)] ?? 0;
}

/** Minutes that a user should work on a day, before holidays and leave. */
export const scheduledMinutes = (
  day: string,
  { weekend, minutesPerDay }: OrganizationWeek,
  schedules: readonly WorkSchedule[],
): number => ownMinutesOn(schedules, day) ?? (weekend.includes(weekdayOf(dayNumber(day))) ? 0 : minutesPerDay);

/** Working days of the organization on which a user with these schedules does not work. */
export function freeDays(
  from: string,
  to: string,
  weekend: readonly number[],
  schedules: readonly WorkSchedule[],
): string[] {
  if (schedules.length === 0) return [];
  const [first, count] = [dayNumber(from), dayNumber(to) - dayNumber(from) + 1];
  return Array.from({ length: count }, (_, at) => dayOfNumber(first + at)).filter(
    (day) => !weekend.includes(weekdayOf(dayNumber(day))) && ownMinutesOn(schedules, day) === 0,
  );
}

/** First day of the week that contains `day`. Weeks begin after the weekend, or on Monday without a weekend. */
export function weekStartOfDay(day: string, weekend: readonly number[]): number {
  const starts = [1, 2, 3, 4, 5, 6, 0].find((at) => !weekend.includes(at) && weekend.includes((at + 6) % 7)) ?? 1;
  const number = dayNumber(day);
  return number - ((weekdayOf(number) - starts + 7) % 7);
}

/** Weekly minutes, averaged for alternating weeks. */
export function weeklyMinutes({
  minutes,
  other,
}: Pick<WorkSchedule, "other"> & { minutes: readonly number[] }): number {
  const sum = (week: readonly number[]) => week.reduce((total, one) => total + one, 0);
  return other ? (sum(minutes) + sum(other)) / 2 : sum(minutes);
}

export type TemplateName = "full_time" | "four_days" | "mornings";

/** Names under which templates are created, in English. */
export const seededTemplates = [
  ["Full time", "full_time"],
  ["Four days", "four_days"],
  ["Mornings", "mornings"],
] as const satisfies readonly (readonly [string, TemplateName])[];

/** Name of a template in the reader's language, unless the template was renamed. */
export function templateNameIn(text: (id: `schedule.template.${TemplateName}`) => string, name: string): string {
  const seeded = seededTemplates.find(([english]) => english === name);
  return seeded ? text(`schedule.template.${seeded[1]}`) : name;
}

/** Typical week of a template: all working days, all except the last working day, or half of each day. */
export function templateWeek(template: TemplateName, { weekend, minutesPerDay }: OrganizationWeek): number[] {
  const first = weekStartOfDay("2024-01-01", weekend);
  const order = Array.from({ length: 7 }, (_, at) => weekdayOf(first + at)).filter((at) => !weekend.includes(at));
  const last = template === "four_days" ? order.at(-1) : undefined;
  const minutes = template === "mornings" ? Math.round(minutesPerDay / 2) : minutesPerDay;
  return Array.from({ length: 7 }, (_, at) => (order.includes(at) && at !== last ? minutes : 0));
}

/** Spreads weekly minutes over the organization's working days; the first days get the remainder. */
export function evenWeek(weekly: number, weekend: readonly number[]): number[] {
  const count = 7 - new Set(weekend).size;
  const [each, rest] = [Math.floor(weekly / count), weekly % count];
  let at = 0;
  return Array.from({ length: 7 }, (_, day) => (weekend.includes(day) ? 0 : each + (at++ < rest ? 1 : 0)));
}

export interface Weeks {
  minutes: readonly number[] | null;
  other: readonly number[] | null;
}

const organizationMinutes = ({ weekend, minutesPerDay }: OrganizationWeek) =>
  (7 - new Set(weekend).size) * minutesPerDay;

/** Weekly hours of a schedule, or of the organization's week. */
export const weeklyHours = (weeks: Weeks | undefined, week: OrganizationWeek): number =>
  (weeks?.minutes ? weeklyMinutes({ minutes: weeks.minutes, other: weeks.other }) : organizationMinutes(week)) / 60;

/** Returns weeks with the given weekly hours: the organization's week if its hours are equal, otherwise hours spread evenly. */
export function weeksOfHours(hours: number, week: OrganizationWeek): Weeks {
  const minutes = Math.round(hours * 60);
  return { minutes: minutes === organizationMinutes(week) ? null : evenWeek(minutes, week.weekend), other: null };
}

/** Weeks as text for the history: `0,480,480,480,480,0,0`, with `;` before the second week; empty for the organization's week. */
export const weeksText = ({ minutes, other }: Weeks): string =>
  [minutes, other].flatMap((week) => (week ? [week.join(",")] : [])).join(";");

export function weeksOfText(text: string): Weeks {
  const [minutes = null, other = null] = text.split(";").flatMap((week) => (week ? [week.split(",").map(Number)] : []));
  return { minutes, other };
}
