import { dayMs } from "../../../platform/demo/demo.calendar";
import { isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { demoCostAccountIds, demoFinanceUsers } from "../../money/demo/demo.money";

/** Suppliers on file. The first IBAN is confirmed, the second one waits for a colleague of the person who proposed it. */
const demoSuppliers: readonly {
  name: string;
  days: number;
  account: string;
  vatId?: string;
  ibans: readonly string[];
}[] = [
  { name: "Kirkuk Road Fuel", days: 14, account: "4530", ibans: ["IQ76NBIQ850000000012345"] },
  {
    name: "Nordlicht Hosting GmbH",
    days: 30,
    account: "4806",
    vatId: "DE123456789",
    ibans: ["DE89370400440532013000", "DE17100500000123456789"],
  },
  { name: "Zagros Packaging", days: 21, account: "4980", ibans: ["IQ20CBIQ861800101010500"] },
  { name: "Erbil Office Supply", days: 14, account: "4930", ibans: [] },
  { name: "Anadolu Truck Parts", days: 30, account: "4530", ibans: ["TR810006200000000123456789"] },
  { name: "Device Cloud Ltd", days: 30, account: "4806", vatId: "GB123456789", ibans: ["GB77BARC20201530093459"] },
];

export function writeSuppliers({ log, tenant }: TenantDemo): void {
  const tenant_id = tenant.id;
  const accounts = demoCostAccountIds(log, tenant);
  const { decider, payer } = demoFinanceUsers(tenant);
  const daysAgo = (days: number) => isoInstantOf(tenant.now.getTime() - days * dayMs);
  for (const [at, { name, days, account, vatId, ibans }] of demoSuppliers.entries()) {
    const id = log.id("supplier");
    log.add("supplier", {
      id,
      tenant_id,
      name,
      vat_id: vatId ?? null,
      payment_days: days,
      cost_account_id: accounts.get(account) ?? null,
      creditor_account: String(70_101 + at),
      version: 1 + 2 * ibans.length,
    });
    for (const [position, iban] of ibans.entries()) {
      const confirmed = position === 0 && { decided_by: payer, decided_at: daysAgo(399) };
      log.add("supplier_bank_account", {
        id: log.id("supplier_bank_account"),
        tenant_id,
        supplier_id: id,
        iban,
        state: confirmed ? "confirmed" : "proposed",
        proposed_by: decider,
        proposed_at: daysAgo(confirmed ? 400 : 2),
        ...(confirmed || { decided_by: null, decided_at: null }),
      });
    }
  }
}
