import { dayOfNumber } from "./day-number";
import { latinDigits } from "./digits";

/** Numeric date format of a column. `serial` means days since 1900, as stored by spreadsheets. */
export const dayStyles = ["dmy", "mdy", "ymd", "serial"] as const;
export type DayStyle = (typeof dayStyles)[number];

const languages = ["en", "de", "ar", "ar-EG", "ar-SY", "ar-MA", "ko", "ckb"] as const;
const nameOf = (language: string, month: number, width: "long" | "short") =>
  new Intl.DateTimeFormat(language, { month: width, timeZone: "UTC", calendar: "gregory" }).format(
    Date.UTC(2025, month, 15),
  );

/** Month names missing from the platform's locale data. */
const kurdish =
  "کانوونی دووەم,شوبات,ئازار,نیسان,ئایار,حوزەیران,تەمووز,ئاب,ئەیلوول,تشرینی یەکەم,تشرینی دووەم,کانونی یەکەم";
const german = "Jän,Feb,Mrz,Apr,Mai,Jun,Jul,Aug,Sept,Okt,Nov,Dez";

const simple = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[.\s،,\u200c-\u200f]/g, "")
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک");

const months: ReadonlyMap<string, number> = (() => {
  const monthByName = new Map<string, number>();
  const add = (name: string, month: number) => {
    const key = simple(name);
    if (key.length >= 3 && !/\d/.test(key)) monthByName.set(key, month + 1);
    else if (/\p{Script=Arabic}/u.test(key)) monthByName.set(key, month + 1);
  };
  for (const list of [kurdish, german]) list.split(",").forEach(add);
  for (const language of languages)
    for (let month = 0; month < 12; month++)
      for (const width of ["long", "short"] as const) add(nameOf(language, month, width), month);
  for (const [name, month] of [
    ["sept", 8],
    ["jänner", 0],
    ["märz", 2],
    ["maerz", 2],
    ["mär", 2],
  ] as const)
    add(name, month);
  return monthByName;
})();

/** Names of weekdays that precede or follow a date: "Mittwoch, 6. Februar 2019", "2019년 2월 6일 수요일". */
const weekday = (() => {
  const names = new Set<string>();
  for (const language of languages)
    for (const width of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: "UTC" });
      for (let day = 0; day < 7; day++) names.add(format.format(Date.UTC(2025, 5, day + 1)).replace(/\.$/, ""));
    }
  const longestFirst = [...names].sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`^(?:${longestFirst})\\.?[,،]?\\s+|[,،]?\\s*\\(?(?:${longestFirst})\\.?\\)?$`, "iu");
})();

const isoOf = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return year >= 1000 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
};

interface Figures {
  parts: [number, number, number];
  /** Position of the four-digit year; null if the year has two digits. */
  yearAt: 0 | 2 | null;
  dotted: boolean;
}

const time =
  /[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm|a\.m\.|p\.m\.|ص|م|오전|오후)?\s*(z|utc|[+-]\d{2}:?\d{2})?$/i;

function withoutTime(cell: string): string | null {
  const text = latinDigits(cell)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g, "")
    .replace(/\u00a0/g, " ")
    .trim();
  const match = time.exec(text);
  if (!match) return text.replace(/(?<=\d)(z|[+-]\d{2}:\d{2})$/i, "").replace(weekday, "");
  const [whole, hour, minute, second = "0", , zone] = match;
  const isMidnight = Number(hour) % 12 === 0 && Number(minute) === 0 && Number(second) === 0;
  return zone && !isMidnight ? null : text.slice(0, -whole.length).trim().replace(weekday, "");
}

function figuresOf(text: string): Figures | null {
  const match =
    /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{1,2})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{4}|\d{2})\.?$/.exec(text);
  if (!match) return null;
  const [, a = "", b = "", c = ""] = match;
  return {
    parts: [Number(a), Number(b), Number(c)],
    yearAt: a.length === 4 ? 0 : c.length === 4 ? 2 : null,
    dotted: /\d\./.test(text),
  };
}

const namedDay = (text: string): string | null => {
  const figures = [...text.matchAll(/\d+/g)].map(([figure]) => figure);
  const month = months.get(
    simple(text.replace(/\d+(?:st|nd|rd|th)?/gi, "").replace(/[-/]|\bof\b|^\p{L}+day,|^\p{L}+tag,/giu, "")),
  );
  if (!month || figures.length !== 2) return null;
  const year = figures.find((figure) => figure.length === 4);
  const day = figures.find((figure) => figure.length <= 2);
  return year && day ? isoOf(Number(year), month, Number(day)) : null;
};

const isSerial = (text: string) => /^\d{5}(\.\d+)?$/.test(text) && Number(text) > 14_000 && Number(text) < 80_000;
const ofSerial = (text: string) => dayOfNumber(Math.floor(Number(text)) - 25_569);

/** Expands two-digit years. Years up to ten years from now are in this century, other years in the last century. */
const fullYear = (year: number) =>
  year >= 100 ? year : year <= (new Date().getUTCFullYear() % 100) + 10 ? 2000 + year : 1900 + year;

/** Parses a date in the column's style to `YYYY-MM-DD`; null if invalid. Unambiguous dates need no style. */
export function parseDayIn(style: DayStyle | null, cell: string): string | null {
  const text = withoutTime(cell);
  if (text === null) return null;
  const figures = figuresOf(text);
  if (!figures) return isSerial(text) && (style === "serial" || style === null) ? ofSerial(text) : namedDay(text);
  const { parts, yearAt, dotted } = figures;
  if (yearAt === 0) return isoOf(...parts);
  const [a, b, c] = parts;
  const order = style === "serial" || style === null ? (dotted ? "dmy" : style) : style;
  const dmy = isoOf(fullYear(c), b, a);
  const mdy = isoOf(fullYear(c), a, b);
  if (yearAt === null)
    return order === "dmy" ? dmy : order === "mdy" ? mdy : order === "ymd" ? isoOf(fullYear(a), b, c) : null;
  if (order === "dmy" || order === "ymd") return dmy;
  if (order === "mdy") return mdy;
  // Without a style only unambiguous dates are accepted.
  return dmy && mdy && dmy !== mdy ? null : (dmy ?? mdy);
}

export interface DayColumn {
  style: DayStyle | null;
  isAmbiguous: boolean;
}

export function dayStyleOf(cells: readonly string[]): DayColumn {
  const fits = { dmy: 0, mdy: 0, ymd: 0 };
  const only = { dmy: 0, mdy: 0 };
  let [undecided, short, serial] = [0, 0, 0];
  for (const cell of cells) {
    const text = withoutTime(cell) ?? "";
    const figures = figuresOf(text);
    if (!figures) {
      if (isSerial(text)) serial++;
      continue;
    }
    const {
      parts: [a, b, c],
      yearAt,
      dotted,
    } = figures;
    if (yearAt === 0) continue;
    const dmy = isoOf(fullYear(c), b, a) !== null;
    const mdy = isoOf(fullYear(c), a, b) !== null && !dotted;
    const ymd = yearAt === null && isoOf(fullYear(a), b, c) !== null;
    if (yearAt === null) short++;
    if (dmy) fits.dmy++;
    if (mdy) fits.mdy++;
    if (ymd) fits.ymd++;
    if (dmy && !mdy) only.dmy++;
    if (mdy && !dmy) only.mdy++;
    if (dmy && mdy && a !== b) undecided++;
  }
  if (short > 0) return ofShortYears(fits, short);
  if (only.dmy + only.mdy > 0)
    return { style: only.mdy > only.dmy ? "mdy" : "dmy", isAmbiguous: only.dmy > 0 && only.mdy > 0 };
  if (undecided > 0) return { style: "dmy", isAmbiguous: true };
  return { style: serial > 0 ? "serial" : null, isAmbiguous: false };
}

/** Two-digit years can be first or last, so the column is unambiguous only if all cells fit exactly one order. */
function ofShortYears(fits: Record<"dmy" | "mdy" | "ymd", number>, short: number): DayColumn {
  const orders = (["dmy", "mdy", "ymd"] as const).filter((order) => fits[order] >= short);
  const [best] = (["dmy", "mdy", "ymd"] as const).toSorted((a, b) => fits[b] - fits[a]);
  return { style: best ?? "dmy", isAmbiguous: orders.length !== 1 };
}
