import { array, mixed, object, type Schema } from "yup";
import { latinDigits } from "./digits";
import { canonicalEmail, isEmail } from "./email-address";
import { number, rangeMessage, string } from "./schemas";

const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/**
 * Bidirectional overrides and invisible characters, which can make a name or number resemble another one. Zero-width joiners and
 * directional marks are allowed, because Kurdish and mixed-direction texts need them.
 */
const disguising = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

export const oneLine = (text: string): string => text.replace(lineBreaks, " ").replace(disguising, "").trim();

/**
 * Building blocks for schemas. Messages are ids of the shared message catalog, which client and server resolve in the reader's language.
 * Values are cast, never `strict`, because multipart and query values are text.
 */

const idText = /^[1-9]\d{0,15}$/;

function toId(_: unknown, original: unknown): number {
  const text = typeof original === "number" || typeof original === "string" ? String(original) : "";
  const value = idText.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/**
 * The id of a record in a path. An invalid id returns 404, like a missing record. Tests use the id of an `entity` record created by the
 * feature's `.records.ts`.
 */
export const pathId = (entity: string) => number().transform(toId).typeError("field.id").required().meta({ entity });

/** The id of a record in a body or query. Empty text counts as absent. */
export const idField = (entity: string) =>
  number()
    .transform((value, original) => (original === "" ? undefined : original === null ? null : toId(value, original)))
    .typeError("field.id")
    .meta({ entity });

/** Maximum number of ids that are parsed from a text; higher than the limit of any list. */
export const maxIdsInText = 5_000;

export const idList = (entity: string, max = 200) =>
  array(idField(entity).required("field.id"))
    .transform((value, original) => {
      if (typeof original === "number") return [toId(original, original)];
      return typeof original === "string"
        ? original
            .split(",", maxIdsInText)
            .filter(Boolean)
            .map((text) => toId(text, text))
        : value;
    })
    .typeError("field.list")
    .max(max, "field.tooMany");

function toText(_: unknown, original: unknown): unknown {
  if (original === undefined || original === null) return original;
  if (typeof original === "string") return original.normalize("NFC").trim();
  if (typeof original === "number" || typeof original === "boolean") return String(original);
  return Symbol.for("not text"); // arrays and objects: string().trim() would throw instead of failing validation
}

/** Control characters except tab, LF and CR, and lone surrogates, which PostgreSQL cannot store. */
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Trimmed text, normalized to NFC so that equal texts compare as equal. */
export const textField = (max: number) =>
  string()
    .transform(toText)
    .typeError("field.text")
    .max(max, "field.tooLong")
    .test("printable", "field.text", (value) => !value || !unprintable.test(value));

/** HTML text that the server sanitizes (server/platform/rich-text/rich-text-fields.ts). */
export const richTextField = (max: number) => textField(max).meta({ richText: "richText" });

/** Maximum length of an image's alternative text. */
export const maxPictureAltLength = 200;

const imageTags = /<img((?:\s+[a-z-]+="[^"]*")*)/gi;
const altAttribute = /\salt="([^"]*)"/i;
const characterReference = /&(?:#\d+|#x[\da-f]+|[a-z]+);/gi;

const hasLongAlt = (html: string): boolean =>
  [...html.matchAll(imageTags)].some(([, attributes = ""]) => {
    const alt = altAttribute.exec(attributes)?.[1] ?? "";
    return alt.replace(characterReference, "_").trim().length > maxPictureAltLength;
  });

/** HTML text with images stored as files of the tenant; the service must check that the user may use those files. */
export const richTextWithPicturesField = (max: number) =>
  textField(max)
    .meta({ richText: "picturedText" })
    .test("pictureAlt", "field.pictureAltTooLong", (value) => !value || !hasLongAlt(value));

/** Single-line text for names, titles and numbers; pasted line breaks become spaces. */
export const lineField = (max: number) =>
  textField(max).transform((value) => (typeof value === "string" ? oneLine(value) : value));

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

/** Address of a web page. Empty text becomes null. */
export const webAddressField = (max: number) =>
  lineField(max)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("website", "field.website", (value) => value == null || isWebAddress(value));

/** Text with spaces preserved, for passwords. */
export const secretField = (max = 200) =>
  string()
    .transform((value, original) => (typeof original === "string" || original == null ? value : Symbol.for("not text")))
    .typeError("field.text")
    .max(max, "field.tooLong")
    .test("storable", "field.text", (value) => !value || !/\0|\p{Cs}/u.test(value));

const dayText = /^\d{4}-\d{2}-\d{2}$/;
/** Limits days to four-digit years, because dates are compared as strings and loops over days must terminate. */
const [firstDay, lastDay] = ["1900-01-01", "2999-12-31"];

export function isValidDay(text: string): boolean {
  if (!dayText.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text >= firstDay && text <= lastDay;
}

/** A calendar day, `YYYY-MM-DD`. Empty text becomes null. */
export const dayField = () =>
  string()
    .transform((value, original) => (original === "" ? null : toText(value, original)))
    .typeError("field.day")
    .nullable()
    .test("day", "field.day", (value) => value == null || isValidDay(value));

export const wholeNumber = (min: number, max: number) =>
  number()
    .transform((value, original) => (original === "" ? undefined : original === null ? null : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(min, rangeMessage({ min, max }))
    .max(max, rangeMessage({ min, max }));

/** Version of the record that the user edited. The call is rejected if the record has changed since. */
export const versionField = () => wholeNumber(1, 1_000_000_000);

export const colorField = () =>
  string()
    .transform((value, original) => (original === "" ? null : toText(value, original)))
    .typeError("field.color")
    .nullable()
    .oneOf([...colorTones, null], "field.color");

export const colorTones = ["rose", "orange", "amber", "green", "teal", "blue", "violet", "grey"] as const;
export type ColorTone = (typeof colorTones)[number];

/** One email address, stored with an ASCII domain. */
export const emailField = () =>
  textField(254)
    .transform((value) => (typeof value === "string" ? canonicalEmail(value) : value))
    .test("email", "field.email", (value) => !value || isEmail(value));

/** A phone number with an optional extension, such as "+49 511 1234 ext. 12" or "… #12". */
const phonePattern = /^\+?[\d\s().\-/]{5,40}(?:[\s,;]*(?:\p{L}{1,12}\.?|#)[\s:=]*\d{1,8})?$/u;
const directionMarks = /[\u200e\u200f\u061c]/g;

/** Converts digits of all scripts to Latin digits, and dashes to hyphens. */
const plainPhone = (value: unknown) =>
  typeof value === "string"
    ? latinDigits(value)
        .replace(directionMarks, "")
        .replace(/\p{Pd}/gu, "-")
        .trim()
    : value;

export const emptyToNull = (value: unknown) => (value === "" ? null : value);

export const phoneField = () =>
  lineField(40)
    .transform(plainPhone)
    .transform(emptyToNull)
    .nullable()
    .test(
      "phone",
      "field.phone",
      (value) => !value || (phonePattern.test(value) && value.replace(/\D/g, "").length >= 5),
    );

export const pagingShape = {
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
  perPage: wholeNumber(1, 200),
};

/** Text search. The external specification uses `query` for some calls and `search` for others. */
export const searchShape = { q: textField(100), query: textField(100), search: textField(100) };

export const anyRecord = () => mixed<Record<string, unknown>>();
export const reply = {
  id: () => number().required(),
  text: () => string().defined().strict(),
  textOrNull: () => string().nullable().defined().strict(),
  number: () => number().required(),
  numberOrNull: () => number().nullable().defined(),
  list: <T>(of: Schema<T>) => array(of as Schema<T>).required(),
};

/** Position at which a reply was read. Clients follow the reply's stream from there (docs/live-protocol.md). */
export const positionReply = { revision: reply.number(), epoch: reply.text() };

export const dataReply = <S extends Schema>(data: S) => object({ message: string(), data });

export const deletedReply = object({ message: string().required(), id: number().required() });

export const messageReply = object({ message: string().required() });

export const pageMeta = object({
  total: number().required(),
  page: number().required(),
  per_page: number().required(),
  last_page: number().required(),
});
