import { array, object } from "yup";
import { dayField, idField, lineField, textField, wholeNumber } from "../../../kernel/fields";
import { string } from "../../../kernel/schemas";
import { contractTypes } from "../../../people/people/people.fields";
import { daysField } from "../types/types.schema";

export const maxAllowanceRules = 50;
export const maxSenioritySteps = 20;

const emptyToNull = (value: unknown) => (value === "" ? null : value);

export const allowanceRuleSchema = object({
  name: lineField(80).required("field.required"),
  location: lineField(80).transform(emptyToNull).nullable(),
  contract_type: string()
    .transform(emptyToNull)
    .oneOf([...contractTypes], "field.oneOf")
    .nullable(),
  group_id: idField("group").nullable(),
  department_id: idField("department").nullable(),
  days: daysField().required("field.required"),
  steps: array(
    object({
      years: wholeNumber(1, 60).required("field.required"),
      days: daysField().required("field.required"),
    }),
  )
    .typeError("field.list")
    .max(maxSenioritySteps, "field.tooMany")
    .test("once", "leave.stepTwice", (steps) => {
      const years = (steps ?? []).map((step) => step?.years);
      return new Set(years).size === years.length;
    }),
});

/** The first rule whose conditions a user meets decides. */
export const allowanceRulesSchema = object({
  rules: array(allowanceRuleSchema.required())
    .typeError("field.list")
    .max(maxAllowanceRules, "field.tooMany")
    .required("field.required"),
  version: wholeNumber(1, 2_000_000_000),
});

export const overrideSchema = object({
  leave_type_id: idField("leaveType").required("field.required"),
  from: dayField().required("field.required"),
  until: dayField()
    .nullable()
    .test("order", "field.endBeforeStart", (until, { parent }) => {
      const from: unknown = parent.from; // a first day that is missing is reported by its own field
      return !until || typeof from !== "string" || until >= from;
    }),
  days: daysField().required("field.required"),
  reason: textField(500).required("field.required"),
});
