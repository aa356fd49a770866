import { object, ref } from "yup";
import { boolean } from "../../kernel/schemas";
import { emailField, lineField, secretField, textField } from "../../kernel/fields";
import { meetsPasswordRules } from "./password.rules";

export const invitationTimes = ["first_day", "now"] as const;
export type InvitationTime = (typeof invitationTimes)[number];

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

/**
 * Accepts `fullname`, or first and last name as sent by the legacy form. A submitted password is ignored, because the email address is not
 * verified yet.
 */
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
