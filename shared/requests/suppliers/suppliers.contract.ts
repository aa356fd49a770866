import { array, type InferType, object } from "yup";
import { financeFamily } from "../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { recordCalls, recordShape, restPaths } from "../../kernel/records";
import { boolean } from "../../kernel/schemas";
import { bankAccountReply } from "../../people/bank-accounts/bank-accounts.contract";
import { bankAccountSchema, maxSuppliers, newSupplierSchema, supplierSchema, supplierSorts } from "./suppliers.schema";

const { feature } = financeFamily;
const costAccount = object({ id: reply.id(), code: reply.text(), name: reply.text() }).nullable().defined();

export const supplierReply = object({
  ...recordShape,
  name: reply.text(),
  vat_id: reply.textOrNull(),
  /** Days until a payment is due. */
  payment_days: reply.numberOrNull(),
  cost_account: costAccount,
  creditor_account: reply.textOrNull(),
  note: reply.textOrNull(),
  archived: boolean().required(),
  /** The confirmed bank account; null if there is none. */
  iban: reply.textOrNull(),
  bic: reply.textOrNull(),
  /** Whether a proposed bank account needs confirmation by a second user. */
  bank_proposed: boolean().required(),
});
export type Supplier = InferType<typeof supplierReply>;

export const supplierDetailReply = supplierReply.shape({
  /** The confirmed and proposed account, then earlier ones, latest first. */
  bank_accounts: array(bankAccountReply).required(),
});
export type SupplierDetail = InferType<typeof supplierDetailReply>;

const example = { name: "Paper Mill Ltd.", vat_id: "DE123456789", payment_days: 14 };

const calls = recordCalls({
  noun: "supplier",
  permissions: { read: "supplier-list", change: "supplier-edit" },
  feature,
  limit: maxSuppliers,
  paths: restPaths("/finance/supplier"),
  sorts: supplierSorts,
  body: supplierSchema,
  reply: supplierReply,
  single: supplierDetailReply,
  choice: object({
    id: reply.id(),
    name: reply.text(),
    payment_days: reply.numberOrNull(),
    cost_account_id: reply.numberOrNull(),
  }),
  example,
  details: {
    list: { expensive: "unlessPaged" },
    select: { permission: "payment-create", summary: "Lists suppliers for requests, without archived ones." },
    single: { summary: "Returns a supplier with its bank accounts." },
  },
});
export const { list: listSuppliers, select: selectSuppliers, single: readSupplier } = calls;

export const updateSupplier = endpoint({
  ...calls.update,
  summary:
    "Changes a supplier. After a change of its name, its bank account has to be confirmed again by another user.",
});

export const createSupplier = endpoint({
  ...calls.create,
  summary: "Creates a supplier. Its bank account, if any, has to be confirmed by a second user.",
  body: newSupplierSchema,
  example: { body: { ...example, iban: "DE89370400440532013000" } },
});

const byId = object({ id: pathId("supplier") });
const byAccount = object({ id: pathId("supplierBankAccount") });
const change = { feature, permission: "supplier-edit", reply: dataReply(supplierDetailReply) } as const;

export const proposeBankAccount = endpoint({
  method: "POST",
  path: "/finance/supplier/:id/bank-account",
  summary: "Proposes a bank account of a supplier, in place of another proposal. A second user has to confirm it.",
  ...change,
  params: byId,
  body: bankAccountSchema,
  status: 201,
  problems: ["request.invalid"],
  example: { body: { iban: "DE89370400440532013000" } },
});

export const confirmBankAccount = endpoint({
  method: "POST",
  path: "/finance/supplier-bank-account/:id/confirm",
  summary: "Confirms a bank account that another user proposed. It replaces the one confirmed before.",
  ...change,
  scope: withoutApiTokens,
  params: byAccount,
  problems: ["bankAccount.ownProposal", "bankAccount.decided"],
});

export const rejectBankAccount = endpoint({
  method: "POST",
  path: "/finance/supplier-bank-account/:id/reject",
  summary: "Rejects or withdraws a proposed bank account.",
  ...change,
  scope: withoutApiTokens,
  params: byAccount,
  problems: ["bankAccount.decided"],
});
