import { foldText } from "../../../shared/kernel/text/fold";

/** Parts of a record's key in a query; null if absent. A number alone is found in all projects and years. */
export interface QueryKey {
  /** Code of a project, or type of a request (`PUR`). */
  code: string | null;
  /** Year in the number of a request. */
  year: number | null;
  number: number | null;
}

/** Signs that surround a key in a text. */
const opening = /^[#([{<*_.,:;!?-]+/u;
const closing = /[)\]}>*_.,:;!?-]+$/u;

const keyPatterns = [
  // PUR-2026-0041, PUR 2026 0041, 2026-0041
  /^(?:(?<code>[a-z]{2,8})[- ]?)?(?<year>20\d\d)[-/ ]#?0*(?<number>\d{1,9})$/,
  // CUP-21, T0-1, CUP #21
  /^(?<code>[a-z][a-z0-9]{1,7})(?:-| #?)0*(?<number>\d{1,9})$/,
  // CUP21
  /^(?<code>[a-z]{2,8})0*(?<number>\d{1,9})$/,
  // 117, #117
  /^0*(?<number>\d{1,9})$/,
];
/** A key followed by other words, such as the title of its record. */
const leadingKey = /^\S*?(?<key>[a-z][a-z0-9]{1,7}-(?:20\d\d-)?\d{1,9})[)\]:.,;]*(?: |$)/;

/** Finds the key that a query consists of or begins with, in any of its usual spellings. */
export function keyIn(query: string): QueryKey {
  const text = foldText(query).replace(opening, "").replace(closing, "").trim();
  for (const candidate of [text, leadingKey.exec(text)?.groups?.["key"]])
    for (const pattern of keyPatterns) {
      const parts = pattern.exec(candidate ?? "")?.groups;
      if (!parts) continue;
      const numberOf = (part: string | undefined) => (part === undefined ? null : Number(part));
      return {
        code: parts["code"]?.toUpperCase() ?? null,
        year: numberOf(parts["year"]),
        number: numberOf(parts["number"]),
      };
    }
  return { code: null, year: null, number: null };
}

/** Shorter numbers are extensions, which are compared as written. */
const minPhoneDigits = 7;

/** Digits of a phone number without the leading zeros of its prefix; null if the query is no phone number. */
export function phoneIn(query: string): string | null {
  const text = foldText(query);
  if (!/^\+?[\d\s()./-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length < minPhoneDigits ? null : digits;
}
