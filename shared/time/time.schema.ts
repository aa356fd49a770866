import { array, object, type ObjectSchema } from "yup";
import { number } from "../kernel/schemas";
import { dayField, idField, isDay, textField } from "../kernel/fields";
import { weekdayOf } from "./days.rules";

const part = (most: number, tooMuch: string) =>
  number()
    .transform((value, original) => (original === "" || original === null ? 0 : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(0, "field.notNegative")
    .max(most, tooMuch)
    .default(0);

/** Specification section 5: at most 24 hours, minutes below 60, and some time at all. */
const length = { hours: part(24, "time.hours"), minutes: part(59, "time.minutes") };

const day = () => dayField().required("field.required").nonNullable("field.required");
const note = () =>
  textField(500)
    .nullable()
    .transform((value) => value || null);

interface Length {
  hours?: number;
  minutes?: number;
}

/** A whole day is as long as it gets, and nothing is no entry. */
function withLength<S extends ObjectSchema<object>>(schema: S): S {
  return schema
    .test("something", "field.positive", ({ hours = 0, minutes = 0 }: Length, context) =>
      hours + minutes === 0 ? context.createError({ path: "minutes", message: "field.positive" }) : true,
    )
    .test("day", "time.hours", ({ hours = 0, minutes = 0 }: Length, context) =>
      hours === 24 && minutes > 0 ? context.createError({ path: "hours", message: "time.hours" }) : true,
    ) as unknown as S;
}

export const createTimeEntrySchema = withLength(
  object({ task_id: idField("task").required("field.required"), date: day(), ...length, note: note() }),
);

/** A version that isn't the present one is refused: nobody's hours are written over unseen. */
export const updateTimeEntrySchema = withLength(
  object({
    date: day(),
    ...length,
    note: note(),
    version: number().integer("field.number").typeError("field.number"),
  }),
);

/** Several at once, all or none: taking every suggestion, copying a week. */
export const createTimeEntriesSchema = object({
  entries: array(createTimeEntrySchema).required("field.required").min(1, "field.required").max(200, "field.tooMany"),
});

/** Days of a range, both ends included. */
const most = 92;
const dayMs = 86_400_000;

interface Range {
  from?: string | null;
  to?: string | null;
}

export function boundedRange<S extends ObjectSchema<object>>(schema: S, days = most): S {
  return schema.test("range", "field.outOfRange", ({ from, to }: Range, context) => {
    if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to)) return true; // said by the field
    if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
    const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    return length <= days ? true : context.createError({ path: "to", message: "time.rangeTooLong" });
  }) as unknown as S;
}

export const timeEntryQuery = boundedRange(
  object({
    from: dayField(),
    to: dayField(),
    user_id: idField("user"),
    task_id: idField("task"),
    project_id: idField("project"),
  }),
);

export const timeSheetQuery = boundedRange(
  object({ from: day(), to: day(), user_id: idField("user"), project_id: idField("project") }),
  31,
);

/** A week in a path: by its Monday. */
export const mondayParam = () =>
  dayField()
    .required()
    .nonNullable()
    .test("monday", "field.day", (value) => !value || weekdayOf(value) === 1);

export const startTimerSchema = object({ task_id: idField("task").required("field.required") });

/** By the id that its stop answered. */
export const resumeTimerSchema = object({ id: idField("stoppedTimer").required("field.required") });

/** Fewer minutes than it ran: the rest is left out. Zero books nothing. */
export const stopTimerSchema = object({
  minutes: number()
    .transform((value, original) => (original === "" || original === null ? undefined : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(0, "field.notNegative")
    .max(60_000, "field.outOfRange"),
});
