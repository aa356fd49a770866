import { array, object } from "yup";
import { dayField, lineField, textField, wholeNumber } from "../../../kernel/fields";
import { boolean, number, string } from "../../../kernel/schemas";
import { insertMessageValues } from "../../../kernel/text/message-values";
import { nameInLanguages } from "../../../kernel/translations";
import { prorationMethods, roundings } from "./allowance-settings.rules";
import { dayCountingMethods } from "./counting.rules";

export const leaveIcons = ["beach", "medical", "baby", "heart", "study", "home", "flight", "flag"] as const;

/** One of the values; empty text becomes null. */
export const oneOrNone = <T extends string>(...values: T[]) =>
  string()
    .transform((value) => (value === "" ? null : value))
    .oneOf(values, "field.oneOf")
    .nullable();

/** A number of days with two decimals; empty text becomes null. */
export const daysField = (max = 999) =>
  number()
    .transform((value, original) => (original === "" ? null : value))
    .typeError("field.number")
    .min(0, "field.notNegative")
    .max(max)
    .test(
      "hundredths",
      insertMessageValues("field.decimals", { most: 2 }),
      (value) => value == null || Number.isInteger(Math.round(value * 1e6) / 1e4),
    );

const blockSchema = object({
  start_date: dayField().required("field.required"),
  end_date: dayField().required("field.required"),
  stop: boolean().default(false),
  note: textField(200).nullable(),
}).test("order", "field.endBeforeStart", ({ start_date: start, end_date: end }, context) =>
  start && end && end < start ? context.createError({ path: `${context.path}.end_date` }) : true,
);

export const leaveTypeSchema = object({
  /** The name for readers whose language has no translation. */
  name: lineField(80).required("field.required"),
  translations: nameInLanguages(80).default(undefined),
  icon: string()
    .oneOf([...leaveIcons], "field.oneOf")
    .required("field.required"),
  days_female: daysField().required("field.required"),
  days_male: daysField().required("field.required"),
  counting: string()
    .oneOf([...dayCountingMethods], "field.oneOf")
    .required("field.required"),
  one_time: boolean(),
  paid: boolean(),
  can_update_balance: boolean(),
  gender: oneOrNone("female", "male"),
  attachment_after: daysField().nullable(),
  max_carried: daysField().nullable(),
  carried_until: wholeNumber(1, 12).nullable(),
  half_days: boolean(),
  hr_step: boolean(),
  negative_allowed: boolean(),
  accrual: string().oneOf(["yearly", "monthly"] as const, "field.oneOf"),
  /** Whether employees who join or leave during the year get a prorated allowance. */
  prorated: boolean(),
  /** Proration by days, months begun or complete months; defaults to days. */
  proration: string().oneOf([...prorationMethods], "field.oneOf"),
  /** Rounding of prorated allowances; defaults to the smallest part of a day that employees can take. */
  rounding: string().oneOf([...roundings], "field.oneOf"),
  /** For types in hours: worked time can be credited, and expires after this number of months. */
  lieu_months: wholeNumber(1, 120)
    .nullable()
    .when("counting", ([counting], field) =>
      counting === "hours" ? field : field.test("hours", "leave.lieuInHours", (value) => value == null),
    ),
  waiting_days: wholeNumber(1, 3_650).nullable(),
  longest: daysField().nullable(),
  blocks: array(blockSchema).max(50, "field.tooMany"),
  active: boolean(),
  version: wholeNumber(1, 2_000_000_000),
});
