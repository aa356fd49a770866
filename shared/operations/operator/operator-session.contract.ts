import { type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, emailField, messageReply, reply, secretField, textField } from "../../kernel/fields";

/** Calls of the operator's page. They belong to no tenant, so they are not part of the tenants' contract. */
const access = "operator" as const;

/** Six digits, optionally separated by spaces or hyphens. */
export const codeField = () =>
  textField(20)
    .transform((value) => (typeof value === "string" ? value.replace(/[\s-]/g, "") : value))
    .matches(/^\d{6}$/, { message: "secondFactor.codeShape", excludeEmptyString: true })
    .required("field.required");

export const operatorSignInSchema = object({
  email: emailField().required("field.required"),
  password: secretField().required("field.required"),
  code: codeField(),
});

const operatorReply = object({ email: reply.text() });
export type OperatorReply = InferType<typeof operatorReply>;

export const startOperatorSession = endpoint({
  method: "POST",
  path: "/operator/session",
  summary: "Signs an operator in with password and authenticator app, and sets the cookie of the session.",
  access,
  body: operatorSignInSchema,
  reply: dataReply(operatorReply),
  problems: ["operator.wrong", "rate.limited"],
});

export const readOperator = endpoint({
  method: "GET",
  path: "/operator/session",
  summary: "Returns the signed-in operator.",
  access,
  reply: dataReply(operatorReply),
  problems: ["operator.required"],
});

export const endOperatorSession = endpoint({
  method: "DELETE",
  path: "/operator/session",
  summary: "Ends the operator's session.",
  access,
  reply: messageReply,
  problems: ["operator.required"],
});
