import { array, type InferType, object } from "yup";
import { maxMinutesPerDay } from "../../kernel/days";
import { lineField, versionField, wholeNumber } from "../../kernel/fields";

/** Minutes per weekday, Sunday first. */
const weekField = () =>
  array(wholeNumber(0, maxMinutesPerDay).required("field.required"))
    .typeError("field.list")
    .max(7, "field.tooMany")
    .nullable()
    .test("week", "field.list", (week) => !week || week.length === 7);

/** A week, and every second week if it differs. Without `minutes` the organization's week applies. */
export const weeksShape = {
  minutes: weekField().test("work", "schedule.noWork", (week) => !week || week.some((minutes) => (minutes ?? 0) > 0)),
  other: weekField(),
};

export const weeksField = () => object(weeksShape).typeError("field.invalid").nullable().default(undefined);
export type Weeks = { minutes: number[] | null; other: number[] | null };

export const maxScheduleTemplates = 5_000;
export const scheduleTemplateSorts = ["name"] as const;

export const scheduleTemplateSchema = object({
  name: lineField(120).required("field.required"),
  ...weeksShape,
  version: versionField(),
});
export type ScheduleTemplateInput = InferType<typeof scheduleTemplateSchema>;
