import { parse } from "csv-parse/sync";
import { type Separator, separators } from "../../../shared/kernel/table-text";
import type { TableRow } from "./table";

/** Parses the first line `sep=;`, by which Excel declares the separator. */
function namedSeparator(text: string): { separator: Separator; length: number } | null {
  const match = /^\ufeff?"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text);
  const separator = separators.find((each) => each === match?.[1]);
  return match && separator ? { separator, length: match[0].length } : null;
}

const rowsLookedAt = 100;
const charactersLookedAt = 200_000;

/**
 * Detects the separator of a file: the character that splits its first rows into as many columns as the title row. Quoted text is ignored.
 */
function detectSeparator(text: string): Separator {
  const sample = text.slice(0, charactersLookedAt);
  const fits = separators.map((separator) => ({ separator, ...fitOf(sample, separator) }));
  const [best] = fits.toSorted((a, b) => b.fit - a.fit || b.tight - a.tight);
  return best && best.fit > 0 ? best.separator : ",";
}

/** `fit`: the share of rows with as many columns as the first; `tight`: number of separators in the sample without a following space. */
function fitOf(text: string, separator: Separator): { fit: number; tight: number } {
  const { counts, tight } = countColumns(text, separator);
  const [first = 0, ...rest] = counts;
  if (first < 2) return { fit: 0, tight };
  // Trailing empty cells are often omitted, but additional cells indicate another separator.
  const same = rest.filter((count) => count === first).length + rest.filter((count) => count < first).length * 0.5;
  return { fit: rest.length === 0 ? 1 : (same + 1) / (rest.length + 1), tight };
}

function countColumns(text: string, separator: Separator): { counts: number[]; tight: number } {
  const counts: number[] = [];
  let [columns, tight, isQuoted, begins, isEmpty] = [1, 0, false, true, true];
  for (let at = 0; at <= text.length && counts.length < rowsLookedAt; at++) {
    const sign = text[at];
    if (isQuoted && sign !== undefined) {
      if (sign === '"' && text[at + 1] === '"') at++;
      else if (sign === '"') isQuoted = false;
      continue;
    }
    if (sign === undefined || sign === "\n" || sign === "\r") {
      if (!isEmpty) counts.push(columns);
      [columns, begins, isEmpty] = [1, true, true];
    } else if (sign === separator) {
      columns++;
      if (text[at + 1] !== " ") tight++;
      [begins, isEmpty] = [true, false];
    } else if (sign === '"' && begins) [isQuoted, begins, isEmpty] = [true, false, false];
    else if (sign !== " ") [begins, isEmpty] = [false, false];
  }
  return { counts, tight };
}

export interface TextTable {
  rows: TableRow[];
  separator: Separator;
}

/**
 * Parses the rows of a text table (CSV, TSV, pasted cells) with one separator: `chosen`, otherwise the one declared by `sep=`, otherwise a
 * detected one.
 * @throws when the text isn't a table, such as an HTML page with a wrong extension.
 */
export function readTextTable(text: string, mostRows: number, chosen?: Separator): TextTable {
  if (/^\ufeff?\s*<(?:!doctype|html|table|\?xml)/i.test(text)) throw new Error("markup is no table");
  const declared = namedSeparator(text);
  const body = declared ? text.slice(declared.length) : text;
  const separator = chosen ?? declared?.separator ?? detectSeparator(body);
  const offset = declared ? 1 : 0;
  const rows = recordsOf(body, separator, mostRows).map(({ record, info }): TableRow => {
    const within = record.reduce((sum, cell) => sum + linesWithin(cell), 0);
    return { line: info.lines - within + offset, cells: record.map((cell) => ({ text: cell.trim() })) };
  });
  return { rows: rows.filter(({ cells }) => cells.some(({ text: cell }) => cell !== "")), separator };
}

const linesWithin = (cell: string) => cell.match(/\r\n|\n|\r/g)?.length ?? 0;

interface Recorded {
  record: string[];
  info: { lines: number };
}

function recordsOf(text: string, delimiter: Separator, mostRows: number): Recorded[] {
  const options = {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Allows spaces before a quote; with tabs as separators, trimming would merge empty cells.
    ltrim: delimiter !== "\t",
    to: mostRows + 2,
  } as const;
  try {
    return parse(text, options) as unknown as Recorded[];
  } catch {
    // Fallback for an unclosed quote: parses again with quotes as ordinary characters.
    return parse(text, { ...options, quote: false }) as unknown as Recorded[];
  }
}
