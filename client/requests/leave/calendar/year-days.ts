import type { OwnLeave, OwnLeaveYear } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { countDays, type Day, isWorked, weekdayOf } from "../../../../shared/requests/leave/calendar/days.rules";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import type { NamedRecord } from "../../../../shared/kernel/translations";

export interface LeaveOnDay {
  leave: OwnLeave;
  part: "whole" | "morning" | "afternoon";
}

export interface YearDay {
  date: Day;
  /** `free`: a working day of the organization without work in the user's schedule. */
  off: "holiday" | "weekend" | "free" | null;
  holiday: NamedRecord | null;
  leave: LeaveOnDay[];
}

export interface YearMonth {
  from: Day;
  /** Whole weeks; null for days of other months. */
  weeks: (YearDay | null)[][];
}

const partOf = (leave: OwnLeave, date: Day): LeaveOnDay["part"] => {
  if (date === leave.start_date && leave.start_half) return "afternoon";
  return date === leave.end_date && leave.end_half ? "morning" : "whole";
};

/** Returns a function that determines a day's holiday or weekend and the leave that counts on it. */
export function yearDayReader({ leaves, ...calendar }: Omit<OwnLeaveYear, "year">): (date: Day) => YearDay {
  const { weekend, holidays } = calendar;
  const names = new Map(holidays.map(({ date, name, translations }) => [date, { name, translations }]));
  const leavesByDay = new Map<Day, LeaveOnDay[]>();
  for (const leave of leaves) {
    for (const { date, days } of countDays(leave, leave.counting, calendar)) {
      if (days > 0) leavesByDay.set(date, [...(leavesByDay.get(date) ?? []), { leave, part: partOf(leave, date) }]);
    }
  }
  return (date) => {
    const holiday = names.get(date) ?? null;
    const dayOff = weekend.includes(weekdayOf(date)) ? "weekend" : "free";
    const off = holiday === null ? (isWorked(date, calendar) ? null : dayOff) : "holiday";
    return { date, off, holiday, leave: (leavesByDay.get(date) ?? []).toSorted(byPart) };
  };
}

const dayAt = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

export function buildYearMonths({ year, ...own }: OwnLeaveYear, firstWeekday: number): YearMonth[] {
  const dayOf = yearDayReader(own);
  return Array.from({ length: 12 }, (_, at) => {
    const from = dayAt(year, at, 1);
    const length = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
    const days = Array.from({ length }, (__, day) => dayOf(dayOfNumber(dayNumber(from) + day)));
    const before = Array.from({ length: (weekdayOf(from) - firstWeekday + 7) % 7 }, () => null);
    return { from, weeks: inWeeks([...before, ...days]) };
  });
}

const byPart = (a: LeaveOnDay, b: LeaveOnDay) => Number(a.part === "afternoon") - Number(b.part === "afternoon");

function inWeeks(days: (YearDay | null)[]): (YearDay | null)[][] {
  const full = [...days, ...Array.from({ length: (7 - (days.length % 7)) % 7 }, () => null)];
  return Array.from({ length: full.length / 7 }, (_, at) => full.slice(at * 7, at * 7 + 7));
}

/** The same day of another month, or its last day if the month is shorter. */
export function sameDayOfMonth(year: number, month: number, day: number): Day {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayAt(year, month - 1, Math.min(day, last));
}

const parts = (day: Day) => day.split("-").map(Number) as [number, number, number];

/** The day that a key moves to within the year; null for other keys. `forward` is the arrow key in reading direction. */
export function dayAfterKey(day: Day, key: string, forward: "ArrowLeft" | "ArrowRight"): Day | null {
  const [year, month, date] = parts(day);
  const by = (days: number) => dayOfNumber(dayNumber(day) + days);
  const to = ((): Day | null => {
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        return by(key === forward ? 1 : -1);
      case "ArrowUp":
        return by(-7);
      case "ArrowDown":
        return by(7);
      case "Home":
        return sameDayOfMonth(year, month, 1);
      case "End":
        return sameDayOfMonth(year, month, 31);
      case "PageUp":
        return month === 1 ? day : sameDayOfMonth(year, month - 1, date);
      case "PageDown":
        return month === 12 ? day : sameDayOfMonth(year, month + 1, date);
      default:
        return null;
    }
  })();
  if (to === null) return null;
  return to.slice(0, 4) === day.slice(0, 4) ? to : day;
}
