import { type InferType, object } from "yup";
import { financeFamily } from "../../approvals/approvals/families";
import { reply } from "../../kernel/fields";
import { recordCalls, recordShape, restPaths } from "../../kernel/records";
import { boolean } from "../../kernel/schemas";
import {
  costAccountSchema,
  costAccountSorts,
  maxCostAccounts,
  maxVatRates,
  vatRateSchema,
  vatRateSorts,
} from "./accounts.schema";

const { feature } = financeFamily;
const permissions = { read: "payment-list", change: "payment-settings" } as const;

export const costAccountReply = object({
  ...recordShape,
  code: reply.text(),
  name: reply.text(),
  archived: boolean().required(),
});
export type CostAccount = InferType<typeof costAccountReply>;

/** Accounts are archived instead of deleted, because booked lines still refer to them. */
export const {
  list: listCostAccounts,
  select: selectCostAccounts,
  create: createCostAccount,
  update: updateCostAccount,
} = recordCalls({
  noun: "cost_account",
  permissions,
  feature,
  limit: maxCostAccounts,
  paths: restPaths("/finance/cost-account"),
  sorts: costAccountSorts,
  body: costAccountSchema,
  reply: costAccountReply,
  single: costAccountReply,
  choice: object({ id: reply.id(), code: reply.text(), name: reply.text() }),
  example: { code: "4930", name: "Office supplies" },
  details: { select: { summary: "Lists cost accounts for selection, without archived ones." } },
});

export const vatRateReply = costAccountReply.shape({
  /** Decimal text without trailing zeros, such as `19` or `5.5`. */
  percent: reply.text(),
  accounting_key: reply.textOrNull(),
});
export type VatRate = InferType<typeof vatRateReply>;

export const {
  list: listVatRates,
  select: selectVatRates,
  create: createVatRate,
  update: updateVatRate,
} = recordCalls({
  noun: "vat_rate",
  permissions,
  feature,
  limit: maxVatRates,
  paths: restPaths("/finance/vat-rate"),
  sorts: vatRateSorts,
  body: vatRateSchema,
  reply: vatRateReply,
  single: vatRateReply,
  choice: object({ id: reply.id(), code: reply.text(), name: reply.text(), percent: reply.text() }),
  example: { code: "V19", name: "Input tax 19 %", percent: "19", accounting_key: "9" },
  details: {
    select: { summary: "Lists VAT rates for selection, without archived ones." },
    create: { summary: "Creates a VAT rate." },
    update: { summary: "Updates a VAT rate. Omitted fields are unchanged; existing lines keep their percentage." },
  },
});
