import { dayNumber } from "../../kernel/day-number";
import { dayCountings } from "./leave.days.rules";
import { insertMessageValues } from "../../kernel/text/message-values";
import { array, object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { dayField, idField, lineField, textField, wholeNumber } from "../../kernel/fields";
import { fileTextOptions } from "../../kernel/table-text";
import { numberStyles } from "../../kernel/written-amounts";
import { dayStyles } from "../../kernel/written-days";
import { nameInLanguages } from "../../kernel/translations";
import { prorationMethods, roundings } from "./leave.allowance.rules";
import { leaveStatuses } from "./leave.workflow";

/** Maximum length of a single request in days, as each day is counted; longer absences need several requests. */
export const maxLeaveDays = 366;

const daysBetween = (start: string, end: string): number => dayNumber(end) - dayNumber(start) + 1;

export const leaveIcons = ["beach", "medical", "baby", "heart", "study", "home", "flight", "flag"] as const;

const oneOrNone = <T extends string>(...values: T[]) =>
  string()
    .transform((value) => (value === "" ? null : value))
    .oneOf(values, "field.oneOf")
    .nullable();

/** A number of days with two decimals; empty text becomes null. */
export const daysField = (max = 999) =>
  number()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.number")
    .min(0, "field.notNegative")
    .max(max)
    .test(
      "hundredths",
      insertMessageValues("field.decimals", { most: 2 }),
      (value) => value == null || Number.isInteger(Math.round(value * 1e6) / 1e4),
    );

const blockSchema = object({
  start_date: dayField().required("field.required"),
  end_date: dayField().required("field.required"),
  stop: boolean().default(false),
  note: textField(200).nullable(),
}).test("order", "field.endBeforeStart", ({ start_date: start, end_date: end }, context) =>
  start && end && end < start ? context.createError({ path: `${context.path}.end_date` }) : true,
);

export const leaveTypeSchema = object({
  /** The name for readers whose language has no translation. */
  name: lineField(80).required("field.required"),
  translations: nameInLanguages(80).default(undefined),
  icon: string()
    .oneOf([...leaveIcons], "field.oneOf")
    .required("field.required"),
  days_female: daysField().required("field.required"),
  days_male: daysField().required("field.required"),
  counting: string()
    .oneOf([...dayCountings], "field.oneOf")
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
  /** Whether employees who join or leave during the year get a prorated allowance. */
  prorated: boolean(),
  /** Proration by days, months begun or complete months; defaults to days. */
  proration: string().oneOf([...prorationMethods], "field.oneOf"),
  /** Rounding of prorated allowances; defaults to the smallest part of a day that employees can take. */
  rounding: string().oneOf([...roundings], "field.oneOf"),
  /** For types in hours: worked time can be credited, and expires after this number of months. */
  lieu_months: wholeNumber(1, 120)
    .nullable()
    .when("counting", ([counting], field) =>
      counting === "hours" ? field : field.test("hours", "leave.lieuInHours", (value) => value == null),
    ),
  waiting_days: wholeNumber(1, 3_650).nullable(),
  longest: daysField().nullable(),
  blocks: array(blockSchema).max(50, "field.tooMany"),
  active: boolean(),
  version: wholeNumber(1, 2_000_000_000),
});

/** A time of day in steps of 15 minutes. */
const quarterHour = (midnight = false) =>
  string()
    .transform((value) => (value === "" ? null : value))
    .matches(
      midnight ? /^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/ : /^([01]\d|2[0-3]):(00|15|30|45)$/,
      "leave.quarterHours",
    )
    .nullable();

const span = {
  leave_type_id: idField("leaveType").required("field.required"),
  start_date: dayField().required("field.required"),
  end_date: dayField().required("field.required"),
  /** If set, the first day begins at noon. */
  start_half: oneOrNone("afternoon"),
  /** If set, the last day ends at noon. */
  end_half: oneOrNone("morning"),
  /** For leave types in hours: a part of one day, from `start_time` to `end_time`, or for a number of `hours`. */
  start_time: quarterHour(),
  end_time: quarterHour(true),
  hours: number()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.number")
    .min(0.25, "leave.quarterHours")
    .max(24)
    .test("quarters", "leave.quarterHours", (value) => value == null || Number.isInteger(value * 4))
    .nullable(),
  /** Requests credit for time worked on a free day, from `start_time` to `end_time` without `break_minutes`, instead of leave. */
  credit: boolean(),
  break_minutes: wholeNumber(0, 1_000).nullable(),
};

type Span = {
  start_date?: string | null;
  end_date?: string | null;
  start_half?: string | null;
  end_half?: string | null;
  start_time?: string | null;
  end_time?: string | null;
  hours?: number | null;
  credit?: boolean;
};

function isNotEmptySpan(value: Span, context: { createError: (o: object) => never }) {
  const { start_date: start, end_date: end } = value;
  if (typeof start !== "string" || typeof end !== "string") return true;
  if (end < start) return context.createError({ path: "end_date", message: "field.endBeforeStart" });
  if (daysBetween(start, end) > maxLeaveDays)
    return context.createError({ path: "end_date", message: "leave.spanTooLong" });
  const { start_time: from, end_time: to, hours } = value;
  if (from || to || hours || value.credit) {
    if (start !== end) return context.createError({ path: "end_date", message: "leave.hoursOfOneDay" });
    if (!from) return context.createError({ path: "start_time", message: "field.required" });
    if (!to && !hours) return context.createError({ path: "end_time", message: "field.required" });
    if (to && to <= from) return context.createError({ path: "end_time", message: "field.endBeforeStart" });
    if (value.start_half || value.end_half)
      return context.createError({ path: "start_time", message: "leave.noHours" });
  }
  return start === end && value.start_half && value.end_half
    ? context.createError({ path: "end_half", message: "leave.nothingLeft" })
    : true;
}

export const leavePreviewSchema = object({
  ...span,
  user_id: idField("user"),
  /** The leave whose dates are to change; its own days count as available. */
  changing: idField("request"),
}).test("span", "field.endBeforeStart", isNotEmptySpan as never);

export const leaveRequestSchema = object({
  ...span,
  reason: textField(2_000).nullable(),
  /** HR only: the employee for whom the leave is entered. */
  user_id: idField("user").nullable(),
  substitute_id: idField("user").nullable(),
  stand_in_id: idField("user").nullable(),
  remove_attachment: boolean(),
  draft: boolean(),
  version: wholeNumber(1, 2_000_000_000),
}).test("span", "field.endBeforeStart", isNotEmptySpan as never);

const { leave_type_id: _, ...dates } = span;

/** New dates of a leave; the leave type doesn't change. */
export const leaveChangeSchema = object({
  ...dates,
  /** Note to the approvers. */
  reason: textField(2_000).nullable(),
  version: wholeNumber(1, 2_000_000_000),
}).test("span", "field.endBeforeStart", isNotEmptySpan as never);

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
  translations: nameInLanguages(120).default(undefined),
  half: oneOrNone("morning", "afternoon"),
  location: lineField(80).nullable(),
});

const signedDays = () =>
  number()
    .typeError("field.number")
    .min(-999)
    .max(999)
    .test(
      "hundredths",
      insertMessageValues("field.decimals", { most: 2 }),
      (value) => value == null || Number.isInteger(Math.round(value * 1e6) / 1e4),
    );

const adjustedDays = () =>
  signedDays()
    .required("field.required")
    .test("some", "leave.adjustNothing", (value) => value !== 0);

const adjustment = {
  leave_type_id: idField("leaveType").required("field.required"),
  year: wholeNumber(2000, 2100).required("field.required"),
  days: adjustedDays(),
  note: textField(500).required("field.required"),
};

export const adjustmentSchema = object(adjustment);

export const settlementKinds = ["payout", "forfeited"] as const;
export type SettlementKind = (typeof settlementKinds)[number];

export const settlementSchema = object({
  leave_type_id: adjustment.leave_type_id,
  year: adjustment.year,
  kind: string()
    .oneOf([...settlementKinds], "field.oneOf")
    .required("field.required"),
  /** Days to pay out or to let lapse; negative to take back. */
  days: adjustment.days,
  /** A payout is part of the payroll of this day's month. */
  day: dayField().required("field.required"),
  note: adjustment.note,
});

/** Limit of balances that are changed together, because one transaction locks all of them. */
export const maxBatchSize = 2_000;

/** A balance that the user has seen; the change is refused if it is different by now. */
const seenBalance = () => number().typeError("field.number").min(-99_999).max(99_999).required("field.required");

export const bulkPreviewQuery = {
  leave_type_id: adjustment.leave_type_id,
  year: adjustment.year,
  days: adjustment.days,
  department_id: idField("department"),
  location: lineField(80),
};

/** The form of a bulk adjustment, without the people of the preview. */
export const bulkFormSchema = object({ ...bulkPreviewQuery, note: adjustment.note });

export const bulkAdjustmentSchema = object({
  ...adjustment,
  people: array(object({ user_id: idField("user").required("field.required"), before: seenBalance() }))
    .min(1, "field.required")
    .max(maxBatchSize, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
});

export const openingsSchema = object({
  /** The day at whose beginning users have the days left, in this year or later. */
  day: dayField().required("field.required"),
  note: adjustment.note,
  entries: array(
    object({
      user_id: idField("user").required("field.required"),
      leave_type_id: idField("leaveType").required("field.required"),
      /** Days left. */
      days: signedDays().required("field.required"),
      before: seenBalance(),
    }),
  )
    .min(1, "field.required")
    .max(maxBatchSize, "field.tooMany")
    .typeError("field.list")
    .required("field.required")
    .test("once", "leave.opening.twice", (entries) => {
      const keys = (entries ?? []).map((entry) => `${entry?.user_id} ${entry?.leave_type_id}`);
      return new Set(keys).size === keys.length;
    }),
});

export const openingFileSchema = object({
  day: dayField().required("field.required"),
  /** A table as text, if no file is uploaded. */
  content: textField(300_000),
  ...fileTextOptions,
  /** Decimal separator, if it is ambiguous. */
  numbers: string().oneOf([...numberStyles], "field.oneOf"),
});

export const undoBatchSchema = object({
  version: wholeNumber(1, 1_000_000_000).required("field.required"),
  note: textField(500).required("field.required"),
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
