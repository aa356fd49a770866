import { array, object } from "yup";
import { dayField, lineField, textField, wholeNumber } from "../../../kernel/fields";
import { boolean, number, string } from "../../../kernel/schemas";
import { nameInLanguages } from "../../../kernel/translations";
import { oneOrNone } from "../types/types.schema";
import { fileTextOptions } from "../../../kernel/table-text";
import { dayStyles } from "../../../kernel/written-days";

export const holidaySchema = object({
  date: dayField().required("field.required"),
  name: lineField(120).required("field.required"),
  translations: nameInLanguages(120).default(undefined),
  half: oneOrNone("morning", "afternoon"),
  location: lineField(80).nullable(),
  version: wholeNumber(1, 2_000_000_000),
});

export const maxHolidayRows = 2_000;

export const holidayImportSchema = object({
  /** A table (date, name, half, location) or a calendar as text, if no file is uploaded. */
  content: textField(300_000),
  ...fileTextOptions,
  /** Format of numeric dates, if it is ambiguous. */
  days: string().oneOf([...dayStyles], "field.oneOf"),
  /** Default location of rows without one; empty means all locations. */
  location: lineField(80).nullable(),
  /** Positions of the rows to add, in the order of the preview; by default all new ones except observances. */
  rows: array(wholeNumber(0, 10_000).required("field.required"))
    .transform((value, original) =>
      typeof original === "string"
        ? original
            .split(",")
            .slice(0, maxHolidayRows + 1)
            .filter(Boolean)
            .map((position) => (/^\d{1,5}$/.test(position) ? Number(position) : NaN))
        : value,
    )
    .typeError("field.list")
    .max(maxHolidayRows, "field.tooMany"),
  dry_run: boolean(),
});

/** Maximum number of years whose official holidays can be added at once. */
export const maxOfficialYears = 5;

export const officialHolidaysSchema = object({
  /** ISO 3166-1 code. */
  country: string()
    .matches(/^[A-Z]{2}$/, "field.unknown")
    .required("field.required"),
  /** State or region, as listed by `GET /leave/holiday/countries`; empty means the whole country. */
  region: lineField(20).nullable(),
  years: array(wholeNumber(2000, 2100).required())
    .min(1, "field.required")
    .max(maxOfficialYears, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
  /** Whether to include bank holidays and optional days, such as 24 December from 2 p.m. in Germany. */
  optional: boolean(),
  location: lineField(80).nullable(),
  dry_run: boolean(),
});

const clock = () =>
  string()
    .matches(/^([01]\d|2[0-3]):[0-5]\d$/, "field.time")
    .required("field.required");

export const workWeekSchema = object({
  weekend: array(wholeNumber(0, 6).required())
    .max(6, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
  workday_start: clock(),
  workday_end: clock().test("order", "field.endBeforeStart", (end, { parent }) => {
    const start: unknown = parent.workday_start; // a start that is not text is reported by its own field
    return !end || typeof start !== "string" || end > start;
  }),
  workday_hours: number().typeError("field.number").min(0.25).max(24).required("field.required"),
});

export const workWeekChangeSchema = workWeekSchema.shape({ version: wholeNumber(1, 2_147_483_647) });
