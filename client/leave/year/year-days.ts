import type { OwnLeave, OwnLeaveYear } from "../../../shared/leave/leave-calendar.contract";
import { countDays, type Day, weekdayOf } from "../../../shared/leave/leave.days.rules";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/days";
import type { Named } from "../../../shared/kernel/translations";

/** Leave on a day, and how much of the day it takes. */
export interface LeaveOnDay {
  leave: OwnLeave;
  part: "whole" | "morning" | "afternoon";
}

export interface YearDay {
  date: Day;
  off: "holiday" | "weekend" | null;
  /** What the holiday is called. */
  holiday: Named | null;
  /** In order; two where each takes one half. */
  leave: LeaveOnDay[];
}

export interface YearMonth {
  /** Its first day. */
  from: Day;
  /** Whole weeks; null where a day is another month's. */
  weeks: (YearDay | null)[][];
}

const partOf = (leave: OwnLeave, date: Day): LeaveOnDay["part"] => {
  if (date === leave.start_date && leave.start_half) return "afternoon";
  return date === leave.end_date && leave.end_half ? "morning" : "whole";
};

/** The months of a year in weeks as a language begins them. What costs no day of a leave isn't marked as taken. */
export function monthsOf({ year, weekend, holidays, leaves }: OwnLeaveYear, firstWeekday: number): YearMonth[] {
  const names = new Map(holidays.map(({ date, name, translations }) => [date, { name, translations }]));
  const taken = new Map<Day, LeaveOnDay[]>();
  for (const leave of leaves) {
    for (const { date, days } of countDays(leave, leave.counting, { weekend, holidays })) {
      if (days > 0) taken.set(date, [...(taken.get(date) ?? []), { leave, part: partOf(leave, date) }]);
    }
  }
  const dayOf = (date: Day): YearDay => {
    const holiday = names.get(date) ?? null;
    const off = holiday === null ? (weekend.includes(weekdayOf(date)) ? "weekend" : null) : "holiday";
    return { date, off, holiday, leave: (taken.get(date) ?? []).toSorted(byPart) };
  };
  return Array.from({ length: 12 }, (_, at) => {
    const from = dayOfNumber(Date.UTC(year, at, 1) / 86_400_000);
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

/** The same day of another month or year; its last one where there is none such. */
export function sameDayIn(year: number, month: number, day: number): Day {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayOfNumber(Date.UTC(year, month - 1, Math.min(day, last)) / 86_400_000);
}

const parts = (day: Day) => day.split("-").map(Number) as [number, number, number];

/** Where a key leads from a day within its year; null for keys that lead nowhere. `forward` is the arrow that reads on. */
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
        return sameDayIn(year, month, 1);
      case "End":
        return sameDayIn(year, month, 31);
      case "PageUp":
        return month === 1 ? day : sameDayIn(year, month - 1, date);
      case "PageDown":
        return month === 12 ? day : sameDayIn(year, month + 1, date);
      default:
        return null;
    }
  })();
  if (to === null) return null;
  return to.slice(0, 4) === day.slice(0, 4) ? to : day;
}
