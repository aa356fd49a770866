import type { TenantDemo } from "../../../platform/demo/demo.steps";

const demoCostAccounts = [
  ["4210", "Rent"],
  ["4530", "Vehicle running costs"],
  ["4650", "Entertainment"],
  ["4660", "Travel"],
  ["4806", "Software maintenance"],
  ["4920", "Telephone and internet"],
  ["4930", "Office supplies"],
  ["4980", "Operating supplies"],
] as const;

const demoVatRates = [
  ["V19", "Input tax 19 %", "19", "9"],
  ["V7", "Input tax 7 %", "7", "8"],
  ["V0", "Without VAT", "0", null],
  ["RC", "Reverse charge", "0", "94"],
] as const;

export function writeAccounts({ log, tenant }: TenantDemo): void {
  const tenant_id = tenant.id;
  for (const [code, name] of demoCostAccounts)
    log.add("cost_account", { id: log.id("cost_account"), tenant_id, code, name, version: 1 });
  for (const [code, name, percent, accounting_key] of demoVatRates)
    log.add("vat_rate", { id: log.id("vat_rate"), tenant_id, code, name, percent, accounting_key, version: 1 });
  log.add("accounting_settings", {
    tenant_id,
    consultant_number: 29_098,
    client_number: 55_003,
    fiscal_month: 1,
    account_length: 4,
    clearing_account: "70000",
    fallback_account: "1590",
    version: 1,
  });
}
