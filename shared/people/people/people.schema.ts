import { type InferType, object, ref, type ValidationError } from "yup";
import {
  dayField,
  emailField,
  emptyToNull,
  idField,
  idList,
  lineField,
  phoneField,
  secretField,
  wholeNumber,
} from "../../kernel/fields";
import { currencyOf, fitsCurrency, isAmount, isWithinMax } from "../../kernel/money";
import { boolean, number, rangeMessage, string } from "../../kernel/schemas";
import { meetsPasswordRules } from "../../identity/session/password.rules";
import { invitationTimes } from "../../identity/session/session.schema";
import { weeksField } from "../../work/schedules/schedules.schema";
import { contractTypes, educationLevels, genders } from "./people.fields";

const line = (max: number) => lineField(max).transform(emptyToNull).nullable();
const oneOf = <T extends string>(values: readonly T[]) =>
  string()
    .transform(emptyToNull)
    .nullable()
    .oneOf([...values, null], "field.oneOf");

const currency = () =>
  string()
    .transform((value, original) => (original === "" ? null : typeof value === "string" ? value.toUpperCase() : value))
    .nullable()
    .test("currency", "field.currency", (value) => !value || currencyOf(value) !== null);

const salary = () =>
  string()
    .transform((value, original) => (original === "" ? null : typeof original === "number" ? String(original) : value))
    .nullable()
    .test("money", "field.money", (value) => !value || isAmount(value))
    .test("largest", "field.amountTooLarge", (value) => !value || !isAmount(value) || isWithinMax(value));

/** Hours per week, to two decimals. */
const weeklyHours = () =>
  number()
    .typeError("field.number")
    .min(0.25, rangeMessage({ min: 0.25, max: 168 }))
    .max(168, rangeMessage({ min: 0.25, max: 168 }));

const facts = {
  gender: oneOf(genders),
  contract_type: oneOf(contractTypes),
  location: line(120),
  salary: salary(),
  currency: currency(),
  address: line(300),
  city: line(120),
  phone_number: phoneField(),
  employee_id: line(40),
  slack_id: line(60),
  credential_number: line(60),
  date_of_joining: dayField(),
  contract_start: dayField(),
  contract_end: dayField(),
  issued_date: dayField(),
  expiry_date: dayField(),
  last_degree: oneOf(educationLevels),
  external: boolean(),
};

const shape = {
  position_id: idField("position").nullable(),
  department_id: idField("department").nullable(),
  /** Empty text leaves the manager unchanged; null removes the manager. */
  parent_id: idField("user").nullable(),
  /** The complete list of the user's additional (dotted-line) managers. */
  dotted_ids: idList("user", 10),
  ...facts,
};

interface Dates {
  contract_start?: string | null;
  contract_end?: string | null;
  issued_date?: string | null;
  expiry_date?: string | null;
  salary?: string | null;
  currency?: string | null;
}
type Context = { createError: (error: { path: string; message: string }) => ValidationError };

const inOrder = (from: keyof Dates, to: keyof Dates) => (value: Dates, context: Context) =>
  value[from] && value[to] && (value[from] as string) > (value[to] as string)
    ? context.createError({ path: to, message: "field.endBeforeStart" })
    : true;

/** Checks that a salary has a currency and no more decimals than the currency allows. */
function isPayable({ salary: amount, currency: of }: Dates, context: Context) {
  if (!amount || !isAmount(amount)) return true;
  if (!of) return context.createError({ path: "currency", message: "field.required" });
  return fitsCurrency(amount, of) || context.createError({ path: "salary", message: "finance.tooFine" });
}

export const createUserSchema = object({
  fullname: lineField(120).required("field.required"),
  email: emailField().required("field.required"),
  role_id: idField("role").required("field.required"),
  password: secretField()
    .transform((value) => (value === "" ? undefined : value))
    .test("criteria", "password.criteria", (value) => !value || meetsPasswordRules(value)),
  password_confirmation: secretField().when("password", {
    is: (password: string | undefined) => Boolean(password),
    // oxlint-disable-next-line unicorn/no-thenable -- Yup's `then` option, not a promise
    then: (schema) => schema.oneOf([ref("password")], "password.mismatch").required("field.required"),
  }),
  active: boolean(),
  /** When the invitation is sent, if there is no password. */
  invite: string().oneOf([...invitationTimes], "field.oneOf"),
  /** The vacancy that the user fills; it provides defaults for omitted fields. */
  vacancy_id: idField("vacancy").nullable(),
  /** The work schedule from the first day, or from today. */
  schedule: weeksField(),
  ...shape,
})
  .test("contract", inOrder("contract_start", "contract_end"))
  .test("credential", inOrder("issued_date", "expiry_date"))
  .test("salary", isPayable);

export const updateUserSchema = object({
  fullname: lineField(120).min(1, "field.required"),
  email: emailField().min(1, "field.required"),
  role_id: idField("role"),
  active: boolean(),
  ...shape,
  version: wholeNumber(1, 2_000_000_000),
})
  .test("contract", inOrder("contract_start", "contract_end"))
  .test("credential", inOrder("issued_date", "expiry_date"));

export const importRowSchema = object({
  email: emailField().required("field.required"),
  fullname: lineField(120),
  role: lineField(120),
  position: lineField(200),
  department: lineField(200),
  parent: lineField(254),
  groups: lineField(1_000),
  active: boolean(),
  weekly_hours: weeklyHours(),
  ...facts,
});
export type ImportRow = InferType<typeof importRowSchema>;

export const userImageSchema = object({ user_id: idField("user") });

export type NewUser = InferType<typeof createUserSchema>;
export type UserChange = InferType<typeof updateUserSchema>;
