import { insertMessageValues } from "../../kernel/text/message-values";
import { object } from "yup";
import { dayNumber } from "../../kernel/day-number";
import { dayField, idField, wholeNumber } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { priorities } from "../../work/tasks/tasks.fields";
import { columnKinds } from "../../work/tasks/tasks.schema";
import { periodGroupings, maxPeriodDays } from "../../kernel/periods.rules";

export const periodShape = {
  from: dayField(),
  to: dayField(),
  by: string().oneOf([...periodGroupings]),
  compare: boolean(),
};

interface Ends {
  from?: unknown;
  to?: unknown;
}

type Refuse = { createError(issue: { path: string; message: string }): never };

export function assertValidPeriod({ from, to }: Ends, context: unknown): true {
  if (typeof from !== "string" || typeof to !== "string") return true; // the field's own validation reports it
  const refuse = (message: string) => (context as Refuse).createError({ path: "to", message });
  if (to < from) return refuse("field.endBeforeStart");
  return dayNumber(to) - dayNumber(from) >= maxPeriodDays
    ? refuse(insertMessageValues("field.longestPeriod", { days: maxPeriodDays }))
    : true;
}

export const breakdowns = ["priority", "tag"] as const;
export type Breakdown = (typeof breakdowns)[number];

export const taskFilterShape = {
  tag_id: idField("tag"),
  priority: string().oneOf([...priorities]),
  user_id: idField("user"),
};

export const projectAnalyticsQuery = object({
  ...periodShape,
  ...taskFilterShape,
  group: string().oneOf([...breakdowns]),
}).test("period", "field.endBeforeStart", assertValidPeriod);

export const projectFigures = [
  "finished",
  "cycle",
  "open",
  "doing",
  "reopened",
  "blocked",
  "estimated",
  "column",
] as const;
export type ProjectFigure = (typeof projectFigures)[number];

export const projectListQuery = object({
  ...periodShape,
  ...taskFilterShape,
  figure: string()
    .oneOf([...projectFigures])
    .required(),
  /** For `cycle` and `doing`, limits the list to durations from `min` (inclusive) to `max` (exclusive) days. */
  min: number().min(0).max(10_000),
  max: number().min(0).max(10_000),
  /**
   * For `column`, limits the list to tasks that were in the column `column_id`, in columns of this `kind`, or in any column at the end of
   * day `to`.
   */
  column_id: idField("column"),
  kind: string().oneOf([...columnKinds]),
  group: string().oneOf([...breakdowns]),
  part: string()
    .max(40)
    .matches(/^[a-z0-9]*$/),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
}).test("period", "field.endBeforeStart", assertValidPeriod);
