import type { TableRow } from "./table";

/** Number of rows among which the row with the column titles is searched; files of other programs begin with a title or filters. */
export const headRowsSearched = 20;
const textLength = 120;

/** Number of recognized column titles of a row. */
export type CountTitles = (cells: readonly string[]) => number;

const textsOf = ({ cells }: TableRow) => cells.map(({ text }) => text);

/** Values that aren't titles, so that a data row isn't taken for the head row. */
const isData = ({ cells }: TableRow) =>
  cells.some(
    ({ text, number, day }) =>
      number !== undefined || day !== undefined || text.includes("@") || /^[\d.,/-]{2,}$/.test(text),
  );

/** Index of the row with the most recognized titles. The first row unless another one has at least two titles and more of them. */
export function findHeadRow(rows: readonly TableRow[], countTitles: CountTitles): { at: number; titles: number } {
  let best = { at: 0, titles: rows[0] && !isData(rows[0]) ? countTitles(textsOf(rows[0])) : 0 };
  for (const [at, row] of rows.slice(0, headRowsSearched).entries()) {
    const titles = isData(row) ? 0 : countTitles(textsOf(row));
    if (titles >= 2 && titles > best.titles) best = { at, titles };
  }
  return best;
}

/** The first rows as text, for users who choose the row with the column titles. */
export const firstLinesOf = (rows: readonly TableRow[]) =>
  rows.slice(0, headRowsSearched).map((row) => ({
    line: row.line,
    text: textsOf(row).filter(Boolean).join(" · ").slice(0, textLength),
  }));
