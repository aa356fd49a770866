import { type InferType, object } from "yup";
import { bicField, ibanField } from "../../kernel/bank-account";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, lineField, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";

export const bankAccountStates = ["proposed", "confirmed", "rejected", "replaced"] as const;

/** A bank account of a user or supplier; a second user confirms what the first proposed. */
export const bankAccountReply = object({
  id: reply.id(),
  /** Name of the account holder in the bank file. */
  holder: reply.text(),
  iban: reply.text(),
  bic: reply.textOrNull(),
  state: string().oneOf(bankAccountStates).required(),
  /** Null for accounts that were entered before accounts had to be confirmed. */
  proposed_by: personReply.nullable().defined(),
  proposed_at: reply.text(),
  /** User who renamed the supplier after the proposal, and who can't confirm it either. */
  renamed_by: personReply.nullable().defined(),
  decided_by: personReply.nullable().defined(),
  decided_at: reply.textOrNull(),
  can: object({ confirm: boolean().required(), reject: boolean().required() }),
});
export type BankAccount = InferType<typeof bankAccountReply>;

export const userBankAccountSchema = object({
  /** Name of the account holder as known to the bank. */
  holder: lineField(70).required("field.required"),
  iban: ibanField().required("field.required"),
  bic: bicField(),
});

export const userBankAccountsReply = object({
  /** The account that is paid to. */
  confirmed: bankAccountReply.nullable().defined(),
  /** The account that replaces it once a second user has confirmed it. */
  proposed: bankAccountReply.nullable().defined(),
});
export type UserBankAccounts = InferType<typeof userBankAccountsReply>;

const params = object({ id: pathId("user") });
const byAccount = object({ id: pathId("userBankAccount") });

export const readUserBankAccounts = endpoint({
  method: "GET",
  path: "/user/:id/bank-account",
  summary:
    "Returns the accounts to which a user's advances and expenses are or shall be paid, for the user and holders of `user-edit`.",
  params,
  reply: dataReply(userBankAccountsReply),
});

export const proposeUserBankAccount = endpoint({
  method: "PUT",
  path: "/user/:id/bank-account",
  summary:
    "Proposes a bank account of a user, in place of another proposal. A second user, who may be its owner, has to confirm it.",
  params,
  body: userBankAccountSchema,
  reply: dataReply(userBankAccountsReply),
  problems: ["request.invalid"],
  example: { body: { holder: "Emil Employee", iban: "DE89370400440532013000" } },
});

export const confirmUserBankAccount = endpoint({
  method: "POST",
  path: "/user-bank-account/:id/confirm",
  summary: "Confirms a bank account that another user proposed. It replaces the one confirmed before.",
  params: byAccount,
  reply: dataReply(userBankAccountsReply),
  problems: ["bankAccount.ownProposal", "bankAccount.decided"],
});

export const rejectUserBankAccount = endpoint({
  method: "POST",
  path: "/user-bank-account/:id/reject",
  summary: "Rejects or withdraws a proposed bank account.",
  params: byAccount,
  reply: dataReply(userBankAccountsReply),
  problems: ["bankAccount.decided"],
});

export const deleteUserBankAccounts = endpoint({
  method: "DELETE",
  path: "/user/:id/bank-account",
  summary: "Deletes a user's bank accounts, proposed ones as well.",
  params,
  reply: deletedReply,
  problems: ["notFound"],
});
