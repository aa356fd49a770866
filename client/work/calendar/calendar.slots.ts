import { defineSlot } from "../../platform/feature/slot";

/** A holiday or the user's own approved leave on a day. */
export interface DayOffMark {
  kind: "holiday" | "leave";
  name: string;
}

/** Days off between two days, by day. `useDaysOff` is called with the days that the calendar shows. */
export interface DaysOffSource {
  useDaysOff(from: string, to: string): ReadonlyMap<string, DayOffMark>;
}

export const daysOffSources = defineSlot<{ load: () => Promise<DaysOffSource> }>();

let loaded: readonly DaysOffSource[] = [];

export const nothing: ReadonlyMap<string, DayOffMark> = new Map();

export function useDaysOff(from: string, to: string): ReadonlyMap<string, DayOffMark> {
  const [marks = nothing] = loaded.map((source) => source.useDaysOff(from, to));
  return marks;
}

/** Loads the calendar together with the days off of other features. */
export async function withDaysOff<Page>(page: Promise<Page>): Promise<Page> {
  loaded = await Promise.all(daysOffSources.entries.map(({ load }) => load()));
  return page;
}
