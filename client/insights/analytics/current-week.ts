/** Figures of one week, keyed by name; `x` is its Monday. */
export interface WeekRow {
  x: string;
  [figure: string]: string | number | null;
}

export const pastWeekOpacity = 0.55;

/** Fades all rows except the last, which is the current week. Bars take `fillOpacity` from their row. */
export const highlightCurrentWeek = (rows: readonly WeekRow[]): WeekRow[] =>
  rows.map((row, at) => (at === rows.length - 1 ? row : { ...row, fillOpacity: pastWeekOpacity }));
