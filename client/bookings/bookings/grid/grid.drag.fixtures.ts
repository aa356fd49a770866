import { type GridRange, gridRangeOf } from "./grid.time";

const hour = 3_600_000;

export const dayRange: GridRange = gridRangeOf("day", "2026-11-19", [], "UTC");

export const instantAtHour = (hours: number): number => dayRange.from + (hours - 8) * hour;
