import { object } from "yup";
import { dayNumber } from "../kernel/days";
import { dayField, idField, wholeNumber } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { priorities } from "../tasks/tasks.fields";
import { columnKinds } from "../tasks/tasks.schema";
import { groupings, longestPeriod } from "./periods.rules";

/** From when to when; without it the last thirty days. */
export const periodShape = {
  from: dayField(),
  to: dayField(),
  by: string().oneOf([...groupings]),
  /** Also the period before. */
  compare: boolean(),
};

interface Ends {
  from?: unknown;
  to?: unknown;
}

type Refuse = { createError(said: { path: string; message: string }): never };

/** No longer than a year with what lies around it, and not the wrong way round. */
export function refusesPeriod({ from, to }: Ends, context: unknown): true {
  if (typeof from !== "string" || typeof to !== "string") return true; // said of the field itself
  const refuse = (message: string) => (context as Refuse).createError({ path: "to", message });
  if (to < from) return refuse("field.endBeforeStart");
  return dayNumber(to) - dayNumber(from) >= longestPeriod ? refuse("field.outOfRange") : true;
}

export const breakdowns = ["priority", "tag"] as const;
export type Breakdown = (typeof breakdowns)[number];

/** Which tasks are counted. */
export const taskFilterShape = {
  tag_id: idField("tag"),
  priority: string().oneOf([...priorities]),
  user_id: idField("user"),
};

export const projectAnalyticsQuery = object({
  ...periodShape,
  ...taskFilterShape,
  group: string().oneOf([...breakdowns]),
}).test("period", "field.endBeforeStart", refusesPeriod);

/** What a figure counts; the list behind it holds exactly these tasks. */
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
  /** Of `cycle` and `doing`: from so many days up to less than so many. */
  min: number().min(0).max(10_000),
  max: number().min(0).max(10_000),
  /** Of `column`: what stood in it, or in columns of that kind, at the end of the day `to`; neither: in any. */
  column_id: idField("column"),
  kind: string().oneOf([...columnKinds]),
  /** Of figures that are split by `group`: this part of them alone. */
  group: string().oneOf([...breakdowns]),
  part: string()
    .max(40)
    .matches(/^[a-z0-9]*$/),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
}).test("period", "field.endBeforeStart", refusesPeriod);
