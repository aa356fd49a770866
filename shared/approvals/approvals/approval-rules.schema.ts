import { planFeatures } from "../../access";
import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { idField, idList, lineField, textField, wholeNumber } from "../../kernel/fields";
import { compareAmounts, isAmount, isWithinMax } from "../../kernel/money";
import { requestFamilies } from "./families";
import { approverKinds } from "./approvals.chain.rules";

export const amountField = () =>
  textField(20)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .matches(/^\d{1,12}(\.\d{1,4})?$/, { message: "field.money", excludeEmptyString: true })
    .test("largest", "field.amountTooLarge", (value) => !value || !isAmount(value) || isWithinMax(value));

/** ISO 4217 code such as `USD`; an empty text becomes null. */
export const currencyField = () =>
  textField(3)
    .transform((value) => (typeof value === "string" ? value.toUpperCase() || null : value))
    .nullable()
    .matches(/^[A-Z]{3}$/, { message: "field.currency", excludeEmptyString: true });

export const familyField = () => string().oneOf([...requestFamilies], "field.oneOf");

/** The requester's manager, the head of their department, the owner of its budget, holders of a role, or a specific user. */
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

/** Conditions of a rule on a request. Omitted conditions match anything. */
export const conditionShape = {
  types: array(textField(80).required("field.required")).typeError("field.list").max(100, "field.tooMany").nullable(),
  from_amount: amountField(),
  to_amount: amountField(),
  currency: currencyField(),
  from_cost: amountField(),
  to_cost: amountField(),
  department_ids: idList("department").nullable(),
  /** For families with budgets: matches only requests that exceed the remaining budget. */
  over_budget: boolean(),
  feature: string()
    .transform((value) => (value === "" ? null : value))
    .oneOf([...planFeatures], "field.oneOf")
    .nullable(),
};

export const dryRunSchema = object({
  family: familyField().required("field.required"),
  /** Type within the request family: `purchase`, or the id of a leave type or template as text. */
  type: textField(80).required("field.required"),
  amount: amountField(),
  currency: currencyField(),
  /** Cost in the tenant's currency, for families with costs. */
  cost: amountField(),
  /** Year of the budget that is charged, for families with budgets; the current one by default. */
  budget_year: wholeNumber(2000, 9999).nullable(),
  /** Only users who manage rules may preview another user's chain. */
  requester_id: idField("user").nullable(),
  steps: stepsField().nullable(),
});

/** Checks the types itself, because it runs before the fields' own validation. */
const isRangeReversed = (from: unknown, to: unknown): boolean =>
  typeof from === "string" && typeof to === "string" && isAmount(from) && isAmount(to) && compareAmounts(from, to) > 0;

export const ruleSchema = object({
  family: familyField().required("field.required"),
  name: lineField(80).required("field.required"),
  ...conditionShape,
  steps: stepsField().min(1, "field.required").required("field.required"),
  version: wholeNumber(1, 2_000_000_000),
})
  .test("amounts", "field.amountsTurned", ({ from_amount, to_amount }, context) =>
    isRangeReversed(from_amount, to_amount)
      ? context.createError({ path: "to_amount", message: "field.amountsTurned" })
      : true,
  )
  .test("costs", "field.amountsTurned", ({ from_cost, to_cost }, context) =>
    isRangeReversed(from_cost, to_cost)
      ? context.createError({ path: "to_cost", message: "field.amountsTurned" })
      : true,
  );

export const escalationUnits = ["hours", "days"] as const;

/** Working hours or days, depending on the unit; empty means never. */
const afterField = () =>
  wholeNumber(1, 1_000)
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable();
const unitField = () =>
  string()
    .oneOf([...escalationUnits], "field.oneOf")
    .required("field.required");

export const escalationSchema = object({
  remind_after: afterField(),
  remind_unit: unitField(),
  escalate_after: afterField(),
  escalate_unit: unitField(),
  absent_after: afterField(),
  absent_unit: string()
    .transform((value) => (value === "" ? undefined : value))
    .oneOf([...escalationUnits], "field.oneOf"),
  four_eyes: boolean(),
  version: wholeNumber(0, 2_000_000_000),
});
