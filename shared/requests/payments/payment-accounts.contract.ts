import { array, type InferType, object } from "yup";
import { financeFamily } from "../../approvals/approvals/families";
import { bicField, ibanField } from "../../kernel/bank-account";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, lineField, pathId, reply, versionField } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

const { feature } = financeFamily;

export const maxPaymentAccounts = 500;

export const paymentAccountSchema = object({
  /** Name that the organization uses for the account. */
  name: lineField(60).required("field.required"),
  /** Name of the account's holder as the bank knows it. */
  holder: lineField(70).required("field.required"),
  iban: ibanField().required("field.required"),
  bic: bicField(),
  archived: boolean(),
  version: versionField(),
});

export const paymentAccountReply = object({
  id: reply.id(),
  version: reply.number(),
  name: reply.text(),
  holder: reply.text(),
  iban: reply.text(),
  bic: reply.textOrNull(),
  archived: boolean().required(),
});
export type PaymentAccount = InferType<typeof paymentAccountReply>;

export const listPaymentAccounts = endpoint({
  method: "GET",
  path: "/payment/account",
  summary: "Lists the organization's bank accounts that payments are made from.",
  feature,
  permission: ["payment-pay", "payment-settings"],
  reply: dataReply(array(paymentAccountReply).max(maxPaymentAccounts).required()),
});

const problems = ["session.confirmFirst", "organization.stale"] as const;

export const createPaymentAccount = endpoint({
  method: "POST",
  path: "/payment/account",
  summary: "Adds an account to pay from. Requires a recent confirmation of the password.",
  feature,
  permission: "payment-settings",
  body: paymentAccountSchema,
  reply: dataReply(paymentAccountReply),
  status: 201,
  problems,
  example: { body: { name: "Main account", holder: "Acme Ltd.", iban: "DE89370400440532013000" } },
});

export const updatePaymentAccount = endpoint({
  method: "PUT",
  path: "/payment/account/:id",
  summary: "Changes or archives an account to pay from. Requires a recent confirmation of the password.",
  feature,
  permission: "payment-settings",
  params: object({ id: pathId("paymentAccount") }),
  body: paymentAccountSchema,
  reply: dataReply(paymentAccountReply),
  problems,
  example: { body: { name: "Main account", holder: "Acme Ltd.", iban: "DE89370400440532013000" } },
});
