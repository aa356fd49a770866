/** A week by its Monday, and its figures by name. */
export interface WeekRow {
  x: string;
  [figure: string]: string | number | null;
}

/** How strongly weeks are drawn that are over. */
export const overOpacity = 0.55;

/** Rows of bars: the last one, which isn't over, stands out from those before. A bar takes what its row says of it. */
export const runningStandsOut = (rows: readonly WeekRow[]): WeekRow[] =>
  rows.map((row, at) => (at === rows.length - 1 ? row : { ...row, fillOpacity: overOpacity }));
