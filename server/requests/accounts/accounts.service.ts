import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import type { CostAccount, VatRate } from "../../../shared/requests/accounts/accounts.contract";
import {
  type costAccountSchema,
  maxCostAccounts,
  maxVatRates,
  type vatRateSchema,
} from "../../../shared/requests/accounts/accounts.schema";
import { createEditableRecords, emitter, entityWriter } from "../../platform/records/record.service";
import { CostAccountEntity, VatRateEntity } from "./account.entities";
import * as statements from "./accounts.sql";

type CostAccountInput = InferType<typeof costAccountSchema>;
type VatRateInput = InferType<typeof vatRateSchema>;

const noun = { permission: "payment-settings" } as const;

export const costAccountRecords = createEditableRecords<Omit<CostAccount, "can">, CostAccountInput>({
  noun,
  limit: { most: maxCostAccounts, field: "code" },
  rules: { cost_account_code_once: "code" },
  statements: statements.costAccountStatements,
  nameOf: ({ code, name }) => `${code} ${name}`,
  stream: tenantStream,
  emit: emitter("cost_account", ({ id }) => ({ id })),
  write: entityWriter(CostAccountEntity, ({ code, name, archived }: CostAccountInput) => ({ code, name, archived })),
});

export const vatRateRecords = createEditableRecords<Omit<VatRate, "can">, VatRateInput>({
  noun,
  limit: { most: maxVatRates, field: "code" },
  rules: { vat_rate_code_once: "code" },
  statements: statements.vatRateStatements,
  nameOf: ({ name }) => name,
  stream: tenantStream,
  emit: emitter("vat_rate", ({ id }) => ({ id })),
  write: entityWriter(VatRateEntity, ({ code, name, percent, accounting_key, archived }: VatRateInput) => ({
    code,
    name,
    percent,
    accountingKey: accounting_key,
    archived,
  })),
});
