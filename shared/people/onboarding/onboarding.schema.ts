import { array, object } from "yup";
import { dayField, idField, lineField, textField, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";

/** Person responsible for a task: HR, the new employee's manager, a user or a group. */
export const onboardingDuties = ["hr", "manager", "person", "group"] as const;
export type OnboardingDuty = (typeof onboardingDuties)[number];

export const maxOnboardingTasks = 60;
/** Maximum number of days before (negative) or after the first day of employment. */
export const maxOffsetDays = 365;

const fallsTo = {
  title: lineField(200).required("field.required"),
  duty: string()
    .oneOf([...onboardingDuties], "field.oneOf")
    .required("field.required"),
  user_id: idField("user")
    .nullable()
    .when("duty", ([duty], field) => (duty === "person" ? field.required("field.required") : field)),
  group_id: idField("group")
    .nullable()
    .when("duty", ([duty], field) => (duty === "group" ? field.required("field.required") : field)),
};

export const onboardingTaskSchema = object({
  ...fallsTo,
  offset_days: wholeNumber(-maxOffsetDays, maxOffsetDays).required("field.required"),
});

/** A task of one new employee's checklist. If the first day of employment changes, the due day moves with it. */
export const oneTaskSchema = object({
  ...fallsTo,
  due_on: dayField().required("field.required"),
  version: wholeNumber(1, 1_000_000_000),
});

export const onboardingTemplateSchema = object({
  tasks: array(onboardingTaskSchema).max(maxOnboardingTasks, "field.tooMany").required("field.required"),
  version: textField(64),
});

export const tickSchema = object({ done: boolean().required("field.required") });
