import { array, object } from "yup";
import { dayField, idField, lineField, textField, wholeNumber } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";

/** Whom a task falls to: those who look after records, the newcomer's manager, a person or a group by name. */
export const duties = ["hr", "manager", "person", "group"] as const;
export type Duty = (typeof duties)[number];

export const mostOnboardingTasks = 60;
/** Days before (negative) or after the first one. */
export const furthestOffset = 365;

const fallsTo = {
  title: lineField(200).required("field.required"),
  duty: string()
    .oneOf([...duties], "field.oneOf")
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
  offset_days: wholeNumber(-furthestOffset, furthestOffset).required("field.required"),
});

/** One of somebody's own list: due on a day, which moves with their first one. */
export const oneTaskSchema = object({
  ...fallsTo,
  due_on: dayField().required("field.required"),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});

export const onboardingTemplateSchema = object({
  /** In their order. */
  tasks: array(onboardingTaskSchema).max(mostOnboardingTasks, "field.tooMany").required("field.required"),
  /** The state that the change was made on. */
  version: textField(64),
});

export const tickSchema = object({ done: boolean().required("field.required") });
