import { dayNumber } from "../../kernel/day-number";
import { array, object, type ObjectSchema } from "yup";
import { number } from "../../kernel/schemas";
import { dayField, idField, isValidDay, textField } from "../../kernel/fields";
import { weekdayOf } from "../../kernel/days";

const part = (most: number, tooMuch: string) =>
  number()
    .transform((value, original) => (original === "" || original === null ? 0 : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(0, "field.notNegative")
    .max(most, tooMuch)
    .default(0);

/** Section 5 of the external specification: at most 24 hours, fewer than 60 minutes, and more than zero in total. */
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

/** If the version is outdated, the update is rejected, so that it does not overwrite concurrent changes. */
export const updateTimeEntrySchema = withLength(
  object({
    date: day(),
    ...length,
    note: note(),
    version: number().integer("field.number").typeError("field.number"),
  }),
);

export const createTimeEntriesSchema = object({
  entries: array(createTimeEntrySchema).required("field.required").min(1, "field.required").max(200, "field.tooMany"),
});

const maxRangeDays = 92;

interface Range {
  from?: string | null;
  to?: string | null;
}

export function withMaxRange<S extends ObjectSchema<object>>(schema: S, days = maxRangeDays): S {
  return schema.test("range", "time.rangeTooLong", ({ from, to }: Range, context) => {
    if (typeof from !== "string" || typeof to !== "string" || !isValidDay(from) || !isValidDay(to)) return true; // the field's own validation reports it
    if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
    const length = dayNumber(to) - dayNumber(from) + 1;
    return length <= days ? true : context.createError({ path: "to", message: "time.rangeTooLong" });
  }) as unknown as S;
}

export const timeEntryQuery = withMaxRange(
  object({
    from: dayField(),
    to: dayField(),
    user_id: idField("user"),
    task_id: idField("task"),
    project_id: idField("project"),
  }),
);

export const timeSheetQuery = withMaxRange(
  object({ from: day(), to: day(), user_id: idField("user"), project_id: idField("project") }),
  31,
);

export const mondayParam = () =>
  dayField()
    .required()
    .nonNullable()
    .test("monday", "field.day", (value) => !value || weekdayOf(value) === 1);

export const startTimerSchema = object({ task_id: idField("task").required("field.required") });

/** The `id` that stopping or discarding the timer returned. */
export const resumeTimerSchema = object({ id: idField("stoppedTimer").required("field.required") });

/** Minutes to log if fewer than measured; 0 logs none. */
export const stopTimerSchema = object({
  minutes: number()
    .transform((value, original) => (original === "" || original === null ? undefined : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(0, "field.notNegative")
    .max(60_000),
});
