import type { InferType } from "yup";
import { isSkippedTime } from "../../../../shared/kernel/wall-clock";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { dayPartOf, halvesOf, type LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import type { leavePreviewSchema } from "../../../../shared/requests/leave/requests/leave.schema";

type SpanInput = Pick<
  InferType<typeof leavePreviewSchema>,
  "start_date" | "end_date" | "start_half" | "end_half" | "start_time" | "end_time" | "hours"
>;

/** Returns the requested span, with the minutes of a part of a day. @throws Problem 422 for a part that exceeds its day. */
export function resolveSpan(input: SpanInput, timeZone: string): LeaveSpan {
  const { start_date, end_date, start_half, end_half, start_time, end_time, hours } = input;
  if (!start_time) return { start_date, end_date, start_half, end_half, part: null };
  if (isSkippedTime(start_date, start_time, timeZone)) throw invalidFieldProblem("start_time", "field.timeSkipped");
  if (end_time && isSkippedTime(start_date, end_time, timeZone))
    throw invalidFieldProblem("end_time", "field.timeSkipped");
  const part = dayPartOf(start_date, { start_time, end_time, hours }, timeZone);
  if (!part) throw invalidFieldProblem(end_time ? "end_time" : "hours", "leave.hoursOfOneDay");
  return { start_date, end_date, part };
}

/** Columns of `LeaveRequestEntity` that store a span. */
export function spanColumns(span: LeaveSpan) {
  const { from_noon, to_noon } = halvesOf(span);
  return {
    startDate: span.start_date,
    endDate: span.end_date,
    fromNoon: from_noon,
    toNoon: to_noon,
    startTime: span.part?.start_time ?? null,
    endTime: span.part?.end_time ?? null,
    partMinutes: span.part?.minutes ?? null,
  };
}
