import { array, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { idField, idList, lineField, textField, wholeNumber } from "../kernel/fields";
import { compareAmounts, isAmount, isWithinMax } from "../kernel/money";
import { planFeatures } from "../kernel/plan-features";
import { requestFamilies } from "../requests/families";
import { approverKinds } from "./approvals.chain.rules";

/** Decimals as text, never a floating number; empty text is none. */
export const amountField = () =>
  textField(20)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .matches(/^\d{1,12}(\.\d{1,4})?$/, { message: "field.money", excludeEmptyString: true })
    .test("largest", "field.amountTooLarge", (value) => !value || !isAmount(value) || isWithinMax(value));

/** Three letters, e.g. `USD`; empty text is none. */
export const currencyField = () =>
  textField(3)
    .transform((value) => (typeof value === "string" ? value.toUpperCase() || null : value))
    .nullable()
    .matches(/^[A-Z]{3}$/, { message: "field.currency", excludeEmptyString: true });

export const familyField = () => string().oneOf([...requestFamilies], "field.oneOf");

/** Who decides a step: the requester's manager, the head of their department, whoever holds a role, or someone in person. */
export const approverSchema = object({
  by: string().oneOf(approverKinds, "field.oneOf").required("field.required"),
  role_id: idField("role")
    .nullable()
    .when("by", ([by], field) => (by === "role" ? field.required("field.required") : field)),
  user_id: idField("user")
    .nullable()
    .when("by", ([by], field) => (by === "user" ? field.required("field.required") : field)),
});

export const stepsField = () => array(approverSchema.required()).typeError("field.list").max(10, "field.tooMany");

/** What a rule asks of a request; what is left out is anything. */
export const conditionShape = {
  types: array(textField(80).required("field.required")).typeError("field.list").max(100, "field.tooMany").nullable(),
  from_amount: amountField(),
  to_amount: amountField(),
  currency: currencyField(),
  from_cost: amountField(),
  to_cost: amountField(),
  department_ids: idList("department").nullable(),
  feature: string()
    .transform((value) => (value === "" ? null : value))
    .oneOf([...planFeatures], "field.oneOf")
    .nullable(),
};

export const dryRunSchema = object({
  family: familyField().required("field.required"),
  /** Of the family: `purchase`, or the id of a leave type or template as text. */
  type: textField(80).required("field.required"),
  amount: amountField(),
  currency: currencyField(),
  /** In the tenant's currency, of families that have one. */
  cost: amountField(),
  /** Somebody else's way is for those who make the rules. */
  requester_id: idField("user").nullable(),
  /** Instead of the rules: steps that aren't saved yet. */
  steps: stepsField().nullable(),
});

/** Both are looked at before their own fields have been refused. */
const areTurned = (from: unknown, to: unknown): boolean =>
  typeof from === "string" && typeof to === "string" && isAmount(from) && isAmount(to) && compareAmounts(from, to) > 0;

export const ruleSchema = object({
  family: familyField().required("field.required"),
  name: lineField(80).required("field.required"),
  ...conditionShape,
  steps: stepsField().min(1, "field.required").required("field.required"),
  /** Of the record that was changed. */
  version: wholeNumber(1, 2_000_000_000),
})
  .test("amounts", "field.amountsTurned", ({ from_amount, to_amount }, context) =>
    areTurned(from_amount, to_amount)
      ? context.createError({ path: "to_amount", message: "field.amountsTurned" })
      : true,
  )
  .test("costs", "field.amountsTurned", ({ from_cost, to_cost }, context) =>
    areTurned(from_cost, to_cost) ? context.createError({ path: "to_cost", message: "field.amountsTurned" }) : true,
  );

export const waitingUnits = ["hours", "days"] as const;

/** Working hours or days; empty is never. */
const afterField = () =>
  wholeNumber(1, 1_000)
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable();
const unitField = () =>
  string()
    .oneOf([...waitingUnits], "field.oneOf")
    .required("field.required");

export const waitingSchema = object({
  remind_after: afterField(),
  remind_unit: unitField(),
  escalate_after: afterField(),
  escalate_unit: unitField(),
  /** Left out: as it is. */
  four_eyes: boolean(),
  version: wholeNumber(0, 2_000_000_000),
});
