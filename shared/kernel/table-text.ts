import { array, type InferType, object } from "yup";
import { maxIdsInText, reply, wholeNumber } from "./fields";
import { boolean, string } from "./schemas";
import { numberStyles } from "./written-amounts";
import { dayStyles } from "./written-days";

export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "macintosh",
  "koi8-r",
  "euc-kr",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
] as const;
export type Encoding = (typeof encodings)[number];

export const separators = ["\t", ";", ",", "|"] as const;
export type Separator = (typeof separators)[number];

export const fileTextOptions = {
  encoding: string().oneOf([...encodings], "field.oneOf"),
  separator: string().oneOf([...separators], "field.oneOf"),
  /** Index of the sheet in a workbook, and line of the row with the column titles; detected by default. */
  sheet: wholeNumber(0, 10_000),
  head: wholeNumber(1, 1_048_576),
};

export const fileTextReply = object({
  encoding: string().oneOf(encodings).required(),
  separator: string().oneOf(separators).required(),
  /** Whether another encoding is equally plausible or characters are damaged, so that the user must check. */
  doubtful: boolean().required(),
});

export const tableLayoutReply = object({
  /** Names of a workbook's sheets; empty for text. */
  sheets: array(reply.text()).required(),
  sheet: reply.number(),
  /** Line of the row with the column titles, or of the first row; null for an empty table. */
  head: reply.numberOrNull(),
  /** The lines among which the row with the column titles is searched. */
  first_lines: array(object({ line: reply.number(), text: reply.text() })).required(),
});
export type TableLayout = InferType<typeof tableLayoutReply>;

export const columnFormat = object({
  style: string()
    .oneOf([...numberStyles, ...dayStyles])
    .required(),
  /** Whether several formats fit, so that the user must choose. */
  ambiguous: boolean().required(),
});
export type ColumnFormat = InferType<typeof columnFormat>;

/** Parses a list, or its text in multipart forms as JSON or comma-separated values. */
export const listInForm = (value: unknown, original: unknown) => {
  if (typeof original !== "string") return value;
  if (!original.startsWith("[")) return original.split(",", maxIdsInText);
  try {
    return JSON.parse(original) as unknown;
  } catch {
    return original;
  }
};
