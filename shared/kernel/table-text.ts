import { type InferType, object } from "yup";
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
};

export const fileTextReply = object({
  encoding: string().oneOf(encodings).required(),
  separator: string().oneOf(separators).required(),
  /** Whether another encoding is equally plausible or characters are damaged, so that the user must check. */
  doubtful: boolean().required(),
});

export const columnFormat = object({
  style: string()
    .oneOf([...numberStyles, ...dayStyles])
    .required(),
  /** Whether several formats fit, so that the user must choose. */
  ambiguous: boolean().required(),
});
export type ColumnFormat = InferType<typeof columnFormat>;
