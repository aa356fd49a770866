import { array, type InferType, object } from "yup";
import { reactionSchema } from "../../work/comments/comments.schema";
import {
  dayField,
  idField,
  idList,
  isValidDay,
  lineField,
  richTextWithPicturesField,
  richTextField,
  textField,
  wholeNumber,
} from "../../kernel/fields";
import { languageCodes } from "../../kernel/languages";
import { boolean, string } from "../../kernel/schemas";
import { nameInLanguages } from "../../kernel/translations";

const flag = () => boolean().typeError("field.boolean");
const language = () =>
  string()
    .oneOf([...languageCodes], "field.oneOf")
    .typeError("field.text");

const momentText = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

/** Local time in the tenant's time zone, `YYYY-MM-DDTHH:MM`. Empty text becomes null. */
export const wallTimeField = () =>
  string()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.day")
    .nullable()
    .test("moment", "field.day", (value) => value == null || isValidDay(momentText.exec(value)?.[1] ?? ""));

const newsTextSchema = object({
  language: language().required("field.required"),
  title: lineField(160).required("field.required"),
  summary: textField(400),
  body: richTextWithPicturesField(100_000),
  picture_alt: lineField(200),
});

/** Omitted fields stay unchanged; `texts` replaces all language versions. */
export const newsSchema = object({
  section_id: idField("newsSection").nullable(),
  /** Original language, shown to readers whose language has no version. */
  language: language(),
  texts: array(newsTextSchema)
    .typeError("field.list")
    .min(1, "field.required")
    .max(languageCodes.length, "field.tooMany"),
  pinned: flag(),
  must_read: flag(),
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
  version: wholeNumber(1, 1_000_000_000),
});
export type NewsInput = InferType<typeof newsSchema>;

/** Without `publish_at` the article is published immediately. For published articles only `withdraw_at` changes. */
export const publishSchema = object({
  publish_at: wallTimeField(),
  withdraw_at: wallTimeField(),
  version: wholeNumber(1, 1_000_000_000),
});
/** Without `withdraw_at` the article is withdrawn immediately. */
export const withdrawSchema = object({ withdraw_at: wallTimeField(), version: wholeNumber(1, 1_000_000_000) });

/** `confirmed`: whether the user pressed "I have read this"; otherwise the article was only displayed. */
export const readSchema = object({ confirmed: flag() });

export const newsCommentSchema = object({ comment: richTextField(20_000).required("field.required") });
export const newsReactionSchema = reactionSchema;

/** Role of a file in its article: cover image, image in the text, or attachment. */
export const newsFileKinds = ["picture", "inline", "attachment"] as const;

export const newsSectionSchema = object({
  name: lineField(60).required("field.required"),
  translations: nameInLanguages(60).typeError("field.invalid"),
});
