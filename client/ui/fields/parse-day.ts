/** How days are written in the reader's language, as far as reading what they type needs it. */
export interface DayWriting {
  /** `YYYY-MM-DD`: what is typed without a year is on this day or after it. */
  today: string;
  /** Short names of the twelve months; empty where they have none. */
  months: readonly string[];
  /** In a date of figures the day comes before the month. */
  dayFirst: boolean;
}

const two = (figure: number) => String(figure).padStart(2, "0");
const letters = /\p{L}[\p{L}\p{M}]*/gu;

/** Figures as everybody writes them, of those that people here type. */
const latin = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (figure) => String((figure.codePointAt(0) as number) & 0xf));

/** Learns from a few days how a language writes them. */
export function writingOf(day: (date: string) => string, today: string): DayWriting {
  const shown = Array.from({ length: 12 }, (_, month) => latin(day(`2025-${two(month + 1)}-22`)));
  const names = shown.map((text) => text.match(letters)?.[0]?.toLowerCase() ?? "");
  const months = new Set(names).size === 12 ? names : [];
  const november = shown[10] as string;
  const month = months[10] ? november.toLowerCase().indexOf(months[10]) : november.indexOf("11");
  return { today, months, dayFirst: november.indexOf("22") < month };
}

/** The day that somebody typed, `YYYY-MM-DD`; null while it is none. */
export function parseDay(typed: string, { today, months, dayFirst }: DayWriting): string | null {
  const text = latin(typed).trim().toLowerCase();
  const figures = (text.match(/\d+/g) ?? []).map(Number);
  const name = (text.match(letters) ?? []).find((word) => word.length >= 3 && monthOf(word, months) > 0);
  const named = name === undefined ? 0 : monthOf(name, months);
  const yearAt = figures.findIndex((figure) => figure >= 1000);
  const year = yearAt < 0 ? null : (figures.splice(yearAt, 1)[0] as number);
  if (named > 0) return figures.length === 1 ? dayOf(year, named, figures[0] as number, today) : null;
  if (figures.length !== 2) return null;
  const [first, second] = figures as [number, number];
  // A year in front is followed by the month, whatever the language.
  const [day, month] = dayFirst && yearAt !== 0 ? [first, second] : [second, first];
  return dayOf(year, month, day, today);
}

const monthOf = (word: string, months: readonly string[]): number =>
  months.findIndex((month) => word.startsWith(month) || month.startsWith(word)) + 1;

function dayOf(year: number | null, month: number, day: number, today: string): string | null {
  const date = `${year ?? today.slice(0, 4)}-${two(month)}-${two(day)}`;
  if (year === null && date < today) return dayOf(Number(today.slice(0, 4)) + 1, month, day, today);
  const there = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(there.getTime()) && there.toISOString().startsWith(date) ? date : null;
}
