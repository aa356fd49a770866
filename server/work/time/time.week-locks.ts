import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { maxMinutesPerDay, mondayOf } from "../../../shared/kernel/days";
import { isWeekLocked, type WeekState } from "../../../shared/work/time/week.workflow";
import type { Tx } from "../../platform/database/unit-of-work";
import { lockWeekRow, selectMinutesOnDay } from "./time.sql";

export async function lockWeek(tx: Tx, userId: number, monday: string): Promise<WeekState> {
  return ((await tx.one<{ state: WeekState }>(lockWeekRow, [userId, monday])) as { state: WeekState }).state;
}

/** Locks timesheet weeks in chronological order to avoid deadlocks. */
export async function lockWeeks(tx: Tx, userId: number, dates: readonly string[]): Promise<Map<string, WeekState>> {
  const states = new Map<string, WeekState>();
  for (const monday of [...new Set(dates.map(mondayOf))].sort()) {
    states.set(monday, await lockWeek(tx, userId, monday));
  }
  return states;
}

/**
 * Locks the timesheet weeks of these days and checks that they are open.
 * @throws Problem 409 when one of the days is in a submitted timesheet week.
 */
export async function requireOpenWeeks(tx: Tx, userId: number, dates: readonly string[]): Promise<void> {
  const states = await lockWeeks(tx, userId, dates);
  if ([...states.values()].some(isWeekLocked)) throw new Problem("time.locked");
}

/** Minutes left in a day. If the timesheet week is locked, the value stays valid until the commit, because all additions lock the week. */
export async function minutesLeftOn(tx: Tx, userId: number, date: string): Promise<number> {
  const row = await tx.one<{ minutes: number }>(selectMinutesOnDay, [userId, date]);
  return maxMinutesPerDay - (row?.minutes ?? 0);
}

/**
 * Checks that the minutes fit in the day.
 * @throws Problem 422 when the day would exceed 24 hours.
 */
export async function enforceDayLimit(tx: Tx, userId: number, date: string, minutes: number): Promise<void> {
  if (minutes > (await minutesLeftOn(tx, userId, date))) throw invalidFieldProblem("hours", "time.dayFull");
}
