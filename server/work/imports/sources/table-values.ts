import { type DayStyle, dayStyleOf, parseDayIn } from "../../../../shared/kernel/written-days";
import { type NumberStyle, numberStyleOf, parseAmountIn } from "../../../../shared/kernel/written-amounts";
import type { ImportedCard, ImportedDate } from "../imported-board";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";

/** `Thu Mar 12 2026 09:00:00 GMT+0000 (GMT+00:00)`, as JavaScript writes dates. */
const scriptDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT/;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;
/** `12/Mar/26 9:00 AM`, as Jira writes dates. */
const shortYear = /^(?<dayAndMonth>\d{1,2}[/-]\p{L}{3,}\.?[/-])(?<year>\d{2})(?=\s|$)/u;
const clock = /(?:^|[\sT])(\d{1,2}):(\d{2})(?::\d{2})?\s*(am|pm|a\.m\.|p\.m\.)?$/i;

/** Dates of one column, whose order of day and month is that of the column. */
export class DateColumn {
  readonly isAmbiguous: boolean;
  private readonly style: DayStyle | null;

  constructor(cells: readonly string[], style?: DayStyle) {
    const found = dayStyleOf(cells.filter((cell) => !scriptDate.test(cell)).map(withFullYear));
    this.style = style ?? found.style;
    this.isAmbiguous = style === undefined && found.isAmbiguous;
  }

  /** A day or an instant; null if the cell is neither. */
  dateOf(cell: string): ImportedDate | null {
    if (scriptDate.test(cell) || isoInstant.test(cell)) return asInstant(cell);
    return parseDayIn(this.style, withFullYear(cell));
  }

  /** An instant, or `YYYY-MM-DDTHH:MM` in the local time of the reader if the cell names no zone. */
  instantOf(cell: string): string | null {
    const date = this.dateOf(cell);
    if (date === null || date.includes("T")) return date;
    return `${date}T${timeOf(cell)}`;
  }
}

const withFullYear = (cell: string): string => cell.replace(shortYear, "$<dayAndMonth>20$<year>");

function asInstant(cell: string): string | null {
  const date = new Date(cell.replace(/ \(.*\)$/, ""));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function timeOf(cell: string): string {
  const match = clock.exec(cell.trim());
  if (!match) return "12:00";
  const [, hour = "", minute = "", half] = match;
  const isAfternoon = half?.toLowerCase().startsWith("p") ?? false;
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** Numbers of one column, whose decimal sign is that of the column. */
export class NumberColumn {
  private readonly style: NumberStyle | null;

  constructor(cells: readonly string[]) {
    this.style = numberStyleOf(cells).style;
  }

  numberOf(cell: string): number | null {
    if (!/^[-+]?[\d.,'\s\u00a0]+$/.test(cell)) return null;
    const amount = parseAmountIn(this.style, cell);
    return amount === null || !Number.isFinite(Number(amount)) ? null : Number(amount);
  }
}

const priorities: Record<ImportedCard["priority"], string> = {
  high: "highest,high,urgent,important,critical,blocker,hoch,höchste,dringend,wichtig,높음,긴급,عالية,عاجل,بەرز",
  medium: "medium,normal,major,no priority,none,mittel,보통,متوسطة,ناوەند",
  low: "low,lowest,minor,trivial,niedrig,gering,낮음,منخفضة,نزم",
};
const priorityOfWord = new Map(
  Object.entries(priorities).flatMap(([priority, names]) =>
    names.split(",").map((name) => [normalizeForComparison(name), priority as ImportedCard["priority"]] as const),
  ),
);

/** Null for a word that isn't known. */
export const priorityOf = (word: string): ImportedCard["priority"] | null =>
  priorityOfWord.get(normalizeForComparison(word)) ?? null;
