import { applyDueDelegations } from "../../../server/approvals/approvals/delegation.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { Consumer } from "../../platform/consumer";
import type { TenantWorkContext } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

export function delegationSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "delegations",
    everyMs: 300_000,
    work: (tenantId) => unitOfWork({ tenantId }, (tx) => applyDueDelegations(tx)),
  });
}

/** One run covers the whole tenant, so several role changes in one transaction need only one run. */
const processedTransactions = new WeakSet<Tx>();

async function applyOncePerTransaction(tx: Tx): Promise<void> {
  if (processedTransactions.has(tx)) return;
  processedTransactions.add(tx);
  await applyDueDelegations(tx);
}

export const delegationConsumers: readonly Consumer[] = [
  {
    name: "delegations.user.access_changed",
    events: ["user.access_changed"],
    consume: applyOncePerTransaction,
  },
];
