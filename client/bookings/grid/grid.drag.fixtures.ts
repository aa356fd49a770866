import type { GridRange } from "./grid.time";

const hour = 3_600_000;

/** A day from eight to six. */
export const day: GridRange = {
  view: "day",
  from: new Date(2026, 10, 19, 8).getTime(),
  until: new Date(2026, 10, 19, 18).getTime(),
};

/** The moment of an hour of that day. */
export const at = (hours: number): number => day.from + (hours - 8) * hour;
