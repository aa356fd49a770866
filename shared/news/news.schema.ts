import { array, type InferType, object } from "yup";
import { reactionSchema } from "../comments/comments.schema";
import {
  dayField,
  idField,
  idList,
  isDay,
  lineField,
  picturedTextField,
  richTextField,
  textField,
  wholeNumber,
} from "../kernel/fields";
import { languageCodes } from "../kernel/languages";
import { boolean, string } from "../kernel/schemas";
import { nameInLanguages } from "../kernel/translations";

const flag = () => boolean().typeError("field.boolean");
const language = () =>
  string()
    .oneOf([...languageCodes], "field.oneOf")
    .typeError("field.text");

const momentText = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

/** A moment on the organisation's own clock, `YYYY-MM-DDTHH:MM`: what an editor reads off the wall. Empty text means none. */
export const wallTimeField = () =>
  string()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.day")
    .nullable()
    .test("moment", "field.day", (value) => value == null || isDay(momentText.exec(value)?.[1] ?? ""));

/** One version of an article, in one language. */
const newsTextSchema = object({
  language: language().required("field.required"),
  title: lineField(160).required("field.required"),
  /** What stands below the title, and in lists. */
  summary: textField(400),
  body: picturedTextField(100_000),
  /** What the picture shows, for those who don't see it. */
  picture_alt: lineField(200),
});

/** What is left out of a change stays as it is; `texts` are all versions there are to be. */
export const newsSchema = object({
  section_id: idField("newsSection").nullable(),
  /** In which it was written: of several versions what everybody reads who has none of their own. */
  language: language(),
  texts: array(newsTextSchema)
    .typeError("field.list")
    .min(1, "field.required")
    .max(languageCodes.length, "field.tooMany"),
  pinned: flag(),
  must_read: flag(),
  /** By when it has to be confirmed; only of what must be read. */
  confirm_by: dayField(),
  audience: object({
    everyone: flag(),
    department_ids: idList("department"),
    group_ids: idList("group"),
    locations: array(lineField(120).required("field.required")).typeError("field.list").max(50, "field.tooMany"),
  })
    .typeError("field.invalid")
    .default(undefined)
    .optional(),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});
export type NewsInput = InferType<typeof newsSchema>;

/** Without a moment at once; `withdraw_at` says when it goes again. Of what is published already only that changes. */
export const publishSchema = object({
  publish_at: wallTimeField(),
  withdraw_at: wallTimeField(),
  version: wholeNumber(1, 1_000_000_000),
});
/** Without a moment at once. */
export const withdrawSchema = object({ withdraw_at: wallTimeField(), version: wholeNumber(1, 1_000_000_000) });

/** `confirmed`: pressed "I have read this". Without it: it was open on a screen. */
export const readSchema = object({ confirmed: flag() });

export const newsCommentSchema = object({ comment: richTextField(20_000).required("field.required") });
export const newsReactionSchema = reactionSchema;

/** What a file is to its article: the large picture, one within the text, or what hangs on it. */
export const newsFileKinds = ["picture", "inline", "attachment"] as const;

export const newsSectionSchema = object({
  name: lineField(60).required("field.required"),
  translations: nameInLanguages(60).typeError("field.invalid"),
});
