import { object, ref } from "yup";
import { boolean } from "../kernel/schemas";
import { emailField, lineField, secretField, textField } from "../kernel/fields";
import { isTimeZone } from "../kernel/time-zones";
import { languageCodes } from "../kernel/languages";
import { meetsPasswordRules } from "./password.rules";

const newPassword = () =>
  secretField()
    .required("field.required")
    .test("criteria", "password.criteria", (value) => !value || meetsPasswordRules(value));

const confirmation = () =>
  secretField()
    .required("field.required")
    .oneOf([ref("password")], "password.mismatch");

export const loginSchema = object({
  email: emailField().required("field.required"),
  password: secretField().required("field.required"),
  remember: boolean().default(false).typeError("field.boolean"),
});

export const forgotPasswordSchema = object({ email: emailField().required("field.required") });

export const resetPasswordSchema = object({
  token: textField(200).required("field.required"),
  email: emailField().required("field.required"),
  password: newPassword(),
  password_confirmation: confirmation(),
});

export const changePasswordSchema = object({
  current_password: secretField().required("field.required"),
  password: newPassword(),
  password_confirmation: confirmation(),
});

/** The legacy form sends either `fullname` or first and last name. A password that comes along isn't read: who registers needn't be whose address it is. */
export const registerSchema = object({
  email: emailField().required("field.required"),
  fullname: lineField(120),
  firstName: lineField(60),
  lastName: lineField(60),
}).test("name", "field.required", (value, context) =>
  value.fullname || value.firstName || value.lastName
    ? true
    : context.createError({ path: "fullname", message: "field.required" }),
);

export const confirmRegistrationSchema = object({
  token: textField(200).required("field.required"),
  password: newPassword(),
  password_confirmation: confirmation(),
});

export const settingsSchema = object({
  language: textField(10).oneOf([...languageCodes], "field.oneOf"),
  theme: textField(10).oneOf(["light", "dark"], "field.oneOf"),
  sidebar: textField(10).oneOf(["expanded", "collapsed"], "field.oneOf"),
  task_layout: textField(10).oneOf(["panel", "page"], "field.oneOf"),
  week_start: textField(10).oneOf(["monday", "saturday", "sunday"], "field.oneOf"),
  time_zone: textField(60).test("timeZone", "field.timeZone", (value) => value === undefined || isTimeZone(value)),
});
