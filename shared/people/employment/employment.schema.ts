import { array, type InferType, object } from "yup";
import { dayField, idField, lineField, textField } from "../../kernel/fields";
import { currencyOf, isAmount, isWithinMax } from "../../kernel/money";
import { boolean, string } from "../../kernel/schemas";
import { contractTypes } from "../people/people.fields";
import { weeksField } from "../../work/schedules/schedules.schema";
import { handoverKinds } from "./handover.kinds";

const emptied = (value: unknown) => (value === "" ? null : value);

export const maxReasonLength = 2_000;

export const changeTypes = ["promotion", "change"] as const;
export const leavingTypes = ["termination", "resignation"] as const;

/** Omitted fields stay unchanged; null clears a field. */
export const changeSchema = object({
  type: string()
    .oneOf([...changeTypes], "field.oneOf")
    .required("field.required"),
  effective_on: dayField().required("field.required"),
  reason: textField(maxReasonLength).transform(emptied).nullable(),
  replaces_id: idField("employmentChange").nullable(),
  position_id: idField("position").nullable(),
  department_id: idField("department").nullable(),
  parent_id: idField("user").nullable(),
  role_id: idField("role"),
  contract_type: string()
    .transform(emptied)
    .nullable()
    .oneOf([...contractTypes, null], "field.oneOf"),
  location: lineField(120).transform(emptied).nullable(),
  /** The work schedule from the day of the change. */
  schedule: weeksField(),
  /** Schedule that begins on the day of the change as the caller read it, null for none. If sent, another user's isn't replaced. */
  previous_schedule: weeksField(),
  salary: string()
    .transform((value, original) => (original === "" ? null : typeof original === "number" ? String(original) : value))
    .nullable()
    .test("money", "field.money", (value) => !value || isAmount(value))
    .test("largest", "field.amountTooLarge", (value) => !value || !isAmount(value) || isWithinMax(value)),
  currency: string()
    .transform((value, original) => (original === "" ? null : typeof value === "string" ? value.toUpperCase() : value))
    .nullable()
    .test("currency", "field.currency", (value) => !value || currencyOf(value) !== null),
});
export type ChangeInput = InferType<typeof changeSchema>;

export const leavingSchema = object({
  type: string()
    .oneOf([...leavingTypes], "field.oneOf")
    .required("field.required"),
  /** The plan that the caller read, null for none. If sent, another user's newer plan isn't replaced. */
  replaces_id: idField("employmentChange").nullable(),
  last_day: dayField().required("field.required"),
  reason: textField(maxReasonLength).transform(emptied).nullable(),
  /** Whether colleagues see the last day. */
  announced: boolean().default(false).typeError("field.boolean"),
  /** The user who takes over everything not assigned in `successors`. */
  successor_id: idField("user").nullable(),
  successors: array(
    object({
      kind: string()
        .oneOf([...handoverKinds], "field.oneOf")
        .required("field.required"),
      user_id: idField("user").required("field.required"),
    }),
  ).max(handoverKinds.length),
});
export type LeavingInput = InferType<typeof leavingSchema>;

export const rehireSchema = object({ date_of_joining: dayField().required("field.required") });
