import { type InferType, object } from "yup";
import { bicField, ibanField } from "../../kernel/bank-account";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, lineField, pathId, reply, versionField } from "../../kernel/fields";

export const bankAccountSchema = object({
  /** Name of the account holder as known to the bank. */
  holder: lineField(70).required("field.required"),
  iban: ibanField().required("field.required"),
  bic: bicField(),
  version: versionField(),
});

export const bankAccountReply = object({
  holder: reply.text(),
  iban: reply.text(),
  bic: reply.textOrNull(),
  version: reply.number(),
});
export type BankAccount = InferType<typeof bankAccountReply>;

const params = object({ id: pathId("user") });

export const readBankAccount = endpoint({
  method: "GET",
  path: "/user/:id/bank-account",
  summary:
    "Returns the account to which a user's advances and expenses are paid, for the user and holders of `user-edit`.",
  params,
  reply: dataReply(bankAccountReply.nullable().defined()),
});

export const setBankAccount = endpoint({
  method: "PUT",
  path: "/user/:id/bank-account",
  summary: "Sets a user's bank account. The audit log records the change with masked numbers.",
  params,
  body: bankAccountSchema,
  reply: dataReply(bankAccountReply),
  problems: ["organisation.stale"],
  example: { body: { holder: "Emil Employee", iban: "DE89370400440532013000" } },
});

export const deleteBankAccount = endpoint({
  method: "DELETE",
  path: "/user/:id/bank-account",
  summary: "Deletes a user's bank account.",
  params,
  reply: deletedReply,
  problems: ["notFound"],
});
