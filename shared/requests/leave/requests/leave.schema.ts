import { dayNumber } from "../../../kernel/day-number";
import { object } from "yup";
import { dayField, idField, lineField, textField, wholeNumber } from "../../../kernel/fields";
import { boolean, number, string } from "../../../kernel/schemas";
import { oneOrNone } from "../types/types.schema";
import { leaveStatuses } from "./leave.workflow";

/** Maximum length of a single request in days, as each day is counted; longer absences need several requests. */
export const maxLeaveDays = 366;

const daysBetween = (start: string, end: string): number => dayNumber(end) - dayNumber(start) + 1;

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
