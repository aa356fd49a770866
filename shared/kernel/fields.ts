import { array, mixed, object, type Schema } from "yup";
import { oneLine } from "./text/one-line";
import { number, string } from "./schemas";

/**
 * Building blocks for schemas. Messages are ids of the shared catalogue; both sides resolve them in the reader's
 * language. Everything is cast, never `strict`: values from multipart and query strings arrive as text.
 */

const idText = /^[1-9]\d{0,15}$/;

function toId(_: unknown, original: unknown): number {
  const text = typeof original === "number" || typeof original === "string" ? String(original) : "";
  const value = idText.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

export type EntityName =
  | "project"
  | "analyticsReport"
  | "task"
  | "column"
  | "tag"
  | "comment"
  | "user"
  /** Somebody else beside them. */
  | "colleague"
  | "group"
  | "client"
  | "department"
  | "position"
  | "notification"
  | "session"
  | "passkey"
  | "apiToken"
  | "file"
  | "subtask"
  | "attachment"
  | "event"
  | "timeEntry"
  | "stoppedTimer"
  | "request"
  | "delegation"
  | "outage"
  | "trip"
  | "tripPhoto"
  | "driver"
  | "car"
  | "equipment"
  | "floor"
  | "building"
  | "role"
  | "approvalRule"
  | "requestComment"
  | "requestFile"
  | "leaveType"
  | "holiday"
  | "financeRequest"
  | "budget"
  | "archiveRun"
  | "calendarFeed"
  | "form"
  | "formRequest"
  | "booking"
  | "bookingRequest"
  | "room"
  | "formFile"
  | "employmentChange"
  | "employmentEntry"
  | "employmentFile"
  | "newsArticle"
  | "newsSection"
  | "newsComment"
  | "newsFile"
  | "personFile"
  | "onboardingTask"
  | "vacancy"
  | "acting";

/** An id in a path. What is no id at all is answered like an id that doesn't exist: 404. */
export const pathId = (entity: EntityName) =>
  number().transform(toId).typeError("field.id").required().meta({ entity });

/** An id in a body or query. Empty text counts as absent. */
export const idField = (entity: EntityName) =>
  number()
    .transform((value, original) => (original === "" ? undefined : original === null ? null : toId(value, original)))
    .typeError("field.id")
    .meta({ entity });

/** Longer than any list may be: of what is beyond nothing is read. */
export const mostInText = 5_000;

/** Ids as a list, or as text separated by commas. */
export const idList = (entity: EntityName, max = 200) =>
  array(idField(entity).required("field.id"))
    .transform((value, original) => {
      if (typeof original === "number") return [toId(original, original)];
      return typeof original === "string"
        ? original
            .split(",", mostInText)
            .filter(Boolean)
            .map((text) => toId(text, text))
        : value;
    })
    .typeError("field.list")
    .max(max, "field.tooMany");

function toText(_: unknown, original: unknown): unknown {
  if (original === undefined || original === null) return original;
  if (typeof original === "string") return original.trim();
  if (typeof original === "number" || typeof original === "boolean") return String(original);
  return Symbol.for("not text"); // arrays and objects: string().trim() would throw instead of refusing
}

/** Control characters but tab, line feed and carriage return, and halves of characters: PostgreSQL can't store them. */
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Text without surrounding space. */
export const textField = (max: number) =>
  string()
    .transform(toText)
    .typeError("field.text")
    .max(max, "field.tooLong")
    .test("printable", "field.text", (value) => !value || !unprintable.test(value));

/** HTML that the server sanitises (server/platform/rich-text/rich-text-fields.ts). */
export const richTextField = (max: number) => textField(max).meta({ richText: "richText" });

/** The same, with pictures that are files of ours: whoever keeps it asks whose they are. */
export const picturedTextField = (max: number) => textField(max).meta({ richText: "picturedText" });

/** Text of one line: names, titles, numbers. What was pasted with line breaks stands in one line. */
export const lineField = (max: number) =>
  textField(max).transform((value) => (typeof value === "string" ? oneLine(value) : value));

/** Text as typed, spaces kept: passwords. */
export const secretField = (max = 200) =>
  string()
    .transform((value, original) => (typeof original === "string" || original == null ? value : Symbol.for("not text")))
    .typeError("field.text")
    .max(max, "field.tooLong")
    .test("storable", "field.text", (value) => !value || !/\0|\p{Cs}/u.test(value));

const dayText = /^\d{4}-\d{2}-\d{2}$/;
/**
 * What is reckoned from a day may lie some years away, and a year of five digits is no text that can be compared any more: whoever goes
 * on day by day would never come to an end.
 */
const [firstDay, lastDay] = ["1900-01-01", "2999-12-31"];

export function isDay(text: string): boolean {
  if (!dayText.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text >= firstDay && text <= lastDay;
}

/** A calendar day, `YYYY-MM-DD`. Empty text means none. */
export const dayField = () =>
  string()
    .transform((value, original) => (original === "" ? null : toText(value, original)))
    .typeError("field.day")
    .nullable()
    .test("day", "field.day", (value) => value == null || isDay(value));

export const wholeNumber = (min: number, max: number) =>
  number()
    .transform((value, original) => (original === "" ? undefined : original === null ? null : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(min, "field.outOfRange")
    .max(max, "field.outOfRange");

export const colorField = () =>
  string()
    .transform((value, original) => (original === "" ? null : toText(value, original)))
    .typeError("field.color")
    .nullable()
    .oneOf([...tones, null], "field.color");

/** Colours are names of design tokens, so that both themes can draw them. */
export const tones = ["rose", "orange", "amber", "green", "teal", "blue", "violet", "grey"] as const;
export type Tone = (typeof tones)[number];

/** One address: without what separates several, says a name beside it, or turns the direction of what follows. */
const emailPart = '[^\\s@,;:<>()[\\]\\\\"\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]+';
const emailText = new RegExp(`^${emailPart}@${emailPart}\\.${emailPart}$`);

export const emailField = () =>
  textField(254)
    .transform((value) => (typeof value === "string" ? value.toLowerCase() : value)) // lowercase() throws on other types
    .matches(emailText, { message: "field.email", excludeEmptyString: true });

/** Digits, in groups as people write them, with a country's code before them or not. */
const phonePattern = /^\+?[\d\s().\-/]{5,40}$/;

/** What is emptied is nothing. */
export const emptied = (value: unknown) => (value === "" ? null : value);

/** A phone number; emptied, none. */
export const phoneField = () =>
  lineField(40)
    .transform(emptied)
    .nullable()
    .test(
      "phone",
      "field.phone",
      (value) => !value || (phonePattern.test(value) && value.replace(/\D/g, "").length >= 5),
    );

/** `page` and `perPage` or `per_page`. */
export const pagingShape = {
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
  perPage: wholeNumber(1, 200),
};

/** What narrows a list down by its text. The specification calls it `query` in one place and `search` in another. */
export const searchShape = { q: textField(100), query: textField(100), search: textField(100) };

// Replies: what the server promises, checked in tests and shown in the OpenAPI document.

export const anyRecord = () => mixed<Record<string, unknown>>();
export const reply = {
  id: () => number().required(),
  text: () => string().defined().strict(),
  textOrNull: () => string().nullable().defined().strict(),
  number: () => number().required(),
  numberOrNull: () => number().nullable().defined(),
  list: <T>(of: Schema<T>) => array(of as Schema<T>).required(),
};

/** `{message, data}` */
export const dataReply = <S extends Schema>(data: S) => object({ message: string(), data });

/** `{message, id}`, the answer to a delete. */
export const deletedReply = object({ message: string().required(), id: number().required() });

/** `{message}` */
export const messageReply = object({ message: string().required() });

export const pageMeta = object({
  total: number().required(),
  page: number().required(),
  per_page: number().required(),
  last_page: number().required(),
});
