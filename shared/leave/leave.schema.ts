import { array, object } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import { dayField, idField, lineField, textField, wholeNumber } from "../kernel/fields";
import { nameInLanguages } from "../kernel/translations";
import { leaveStatuses } from "./leave.workflow";

/** From the first to the last day of one request: each of them is counted, and a long leave is several. */
export const mostDays = 366;

const daysBetween = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

export const leaveIcons = ["beach", "medical", "baby", "heart", "study", "home", "flight", "flag"] as const;

/** One of these, or none; empty text is none. */
const oneOrNone = <T extends string>(...values: T[]) =>
  string()
    .transform((value) => (value === "" ? null : value))
    .oneOf(values, "field.oneOf")
    .nullable();

/** Days with halves or hundredths; empty text is none. */
const daysField = (max = 999) =>
  number()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.number")
    .min(0, "field.notNegative")
    .max(max, "field.outOfRange")
    .test(
      "hundredths",
      "field.outOfRange",
      (value) => value == null || Number.isInteger(Math.round(value * 1e6) / 1e4),
    );

/** Dates on which a leave can't be taken, or only with a warning. */
const blockSchema = object({
  start_date: dayField().required("field.required"),
  end_date: dayField().required("field.required"),
  /** False: a warning. */
  stop: boolean().default(false),
  note: textField(200).nullable(),
}).test("order", "field.endBeforeStart", ({ start_date: start, end_date: end }, context) =>
  start && end && end < start ? context.createError({ path: `${context.path}.end_date` }) : true,
);

export const leaveTypeSchema = object({
  /** As its organisation writes it; who reads a language in which nothing is said reads this. */
  name: lineField(80).required("field.required"),
  /** Without it, what is there stays. */
  translations: nameInLanguages(80).default(undefined),
  icon: string()
    .oneOf([...leaveIcons], "field.oneOf")
    .required("field.required"),
  days_female: daysField().required("field.required"),
  days_male: daysField().required("field.required"),
  counting: string()
    .oneOf(["calendar", "working"] as const, "field.oneOf")
    .required("field.required"),
  one_time: boolean(),
  paid: boolean(),
  can_update_balance: boolean(),
  gender: oneOrNone("female", "male"),
  attachment_after: daysField().nullable(),
  max_carried: daysField().nullable(),
  carried_until: wholeNumber(1, 12).nullable(),
  half_days: boolean(),
  hr_step: boolean(),
  negative_allowed: boolean(),
  accrual: string().oneOf(["yearly", "monthly"] as const, "field.oneOf"),
  waiting_days: wholeNumber(1, 3_650).nullable(),
  longest: daysField().nullable(),
  blocks: array(blockSchema).max(50, "field.tooMany"),
  active: boolean(),
  version: wholeNumber(1, 2_000_000_000),
});

const span = {
  leave_type_id: idField("leaveType").required("field.required"),
  start_date: dayField().required("field.required"),
  end_date: dayField().required("field.required"),
  /** The first day begins at noon. */
  start_half: oneOrNone("afternoon"),
  /** The last day ends at noon. */
  end_half: oneOrNone("morning"),
};

type Span = {
  start_date?: string | null;
  end_date?: string | null;
  start_half?: string | null;
  end_half?: string | null;
};

function somethingLeft(value: Span, context: { createError: (o: object) => never }) {
  const { start_date: start, end_date: end } = value;
  if (typeof start !== "string" || typeof end !== "string") return true; // said of the field itself
  if (end < start) return context.createError({ path: "end_date", message: "field.endBeforeStart" });
  if (daysBetween(start, end) > mostDays)
    return context.createError({ path: "end_date", message: "leave.spanTooLong" });
  return start === end && value.start_half && value.end_half
    ? context.createError({ path: "end_half", message: "leave.nothingLeft" })
    : true;
}

export const leavePreviewSchema = object({ ...span, user_id: idField("user") }).test(
  "span",
  "field.endBeforeStart",
  somethingLeft as never,
);

export const leaveRequestSchema = object({
  ...span,
  reason: textField(2_000).nullable(),
  /** HR alone: for whom it is entered, if not for oneself. */
  user_id: idField("user").nullable(),
  /** Who stands in meanwhile. */
  substitute_id: idField("user").nullable(),
  /** Takes the document off that was attached before. */
  remove_attachment: boolean(),
  /** Kept without being sent. */
  draft: boolean(),
  version: wholeNumber(1, 2_000_000_000),
}).test("span", "field.endBeforeStart", somethingLeft as never);

export const leaveListQuery = {
  scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
  status: string().oneOf([...leaveStatuses, ""], "field.oneOf"),
  leave_type_id: idField("leaveType"),
  user_id: idField("user"),
  department_id: idField("department"),
  from: dayField(),
  to: dayField(),
  q: lineField(100),
};

export const holidaySchema = object({
  date: dayField().required("field.required"),
  name: lineField(120).required("field.required"),
  /** Without it, what is there stays. */
  translations: nameInLanguages(120).default(undefined),
  half: oneOrNone("morning", "afternoon"),
  location: lineField(80).nullable(),
});

export const adjustmentSchema = object({
  leave_type_id: idField("leaveType").required("field.required"),
  year: wholeNumber(2000, 2100).required("field.required"),
  days: number()
    .typeError("field.number")
    .min(-999, "field.outOfRange")
    .max(999, "field.outOfRange")
    .required("field.required")
    .test("some", "leave.adjustNothing", (value) => value !== 0),
  note: textField(500).required("field.required"),
});

export const holidayImportSchema = object({
  /** A table (date, name, half, location) or a calendar. */
  content: textField(300_000).required("field.required"),
  /** For rows that name none; empty: everywhere. */
  location: lineField(80).nullable(),
  /** Only says what would be added. */
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
    const start: unknown = parent.workday_start; // what is no text is said of the start itself
    return !end || typeof start !== "string" || end > start;
  }),
  workday_hours: number()
    .typeError("field.number")
    .min(0.25, "field.outOfRange")
    .max(24, "field.outOfRange")
    .required("field.required"),
});
