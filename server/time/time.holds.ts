import { invalid, Problem } from "../../shared/kernel/problems";
import { minutesOfDay, mondayOf } from "../../shared/time/days.rules";
import { isLocked, type WeekState } from "../../shared/time/week.workflow";
import type { Tx } from "../platform/database/unit-of-work";
import { holdWeek, minutesOnDay } from "./time.sql";

/** The state of a week, which stays what it is until the transaction ends. */
export async function heldWeek(tx: Tx, userId: number, monday: string): Promise<WeekState> {
  return ((await tx.one<{ state: WeekState }>(holdWeek, [userId, monday])) as { state: WeekState }).state;
}

/** Weeks are held in the order of time, or two transactions with the same two would wait for each other. */
export async function heldWeeks(tx: Tx, userId: number, dates: readonly string[]): Promise<Map<string, WeekState>> {
  const states = new Map<string, WeekState>();
  for (const monday of [...new Set(dates.map(mondayOf))].sort()) {
    states.set(monday, await heldWeek(tx, userId, monday));
  }
  return states;
}

/** @throws Problem 409 when one of the days lies in a week that is handed in. */
export async function requireOpenWeeks(tx: Tx, userId: number, dates: readonly string[]): Promise<void> {
  const states = await heldWeeks(tx, userId, dates);
  if ([...states.values()].some(isLocked)) throw new Problem("time.locked");
}

/** What still fits into a day. True until the commit once its week is held: everything that adds to a day holds that. */
export async function roomOn(tx: Tx, userId: number, date: string): Promise<number> {
  const row = await tx.one<{ minutes: number }>(minutesOnDay, [userId, date]);
  return minutesOfDay - (row?.minutes ?? 0);
}

/** @throws Problem 422 when the day would have more than 24 hours. */
export async function requireRoom(tx: Tx, userId: number, date: string, minutes: number): Promise<void> {
  if (minutes > (await roomOn(tx, userId, date))) throw invalid("hours", "time.dayFull");
}
