import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import Stripe from "stripe";
import type { Config } from "../../../server/config";
import type { StatementFor } from "../../../server/platform/database/unit-of-work";
import { applyProviderEvents, reconcileSubscription } from "../../../server/billing/subscription/apply-events.service";
import { expirePlan, remindOfEnd, warnOfFailedPayment } from "../../../server/billing/subscription/plan-end.service";
import { paymentProvider } from "../../../server/billing/subscription/provider";
import type { TenantWorkContext } from "../../platform/features";
import { eachTenant, type Schedule, tenantSchedule } from "../../platform/schedule";
import { queryRows, sharedSql } from "../../../server/platform/database/statements";

interface PaymentOptions extends TenantWorkContext {
  config: Config;
}

export async function applyPayments(options: PaymentOptions): Promise<number> {
  const { config, workerDatabase, unitOfWork, log } = options;
  const provider = () => paymentProvider({ config, database: workerDatabase });
  return applyProviderEvents({ workerDatabase, unitOfWork, provider, log });
}

/** Tenants with an open checkout, an overdue payment or no synchronization yet. */
const tenantsWithOpenPayments = sharedSql(
  "payments.tenantsWithOpen",
  `SELECT tenant_id AS id FROM subscription_customer c
  WHERE c.synced_at IS NULL
    OR EXISTS (SELECT FROM subscription_checkout o WHERE o.tenant_id = c.tenant_id AND o.state = 'open')
    OR EXISTS (SELECT FROM subscription s WHERE s.tenant_id = c.tenant_id AND s.state = 'past_due')`,
);
const everyCustomer = sharedSql("payments.customers", "SELECT tenant_id AS id FROM subscription_customer");

/**
 * Synchronizes tenants with the payment provider sequentially, to repair lost events. Stops at the first timeout, because waiting 45
 * seconds for each tenant would block all schedules for hours.
 */
function comparison(
  options: PaymentOptions,
  name: string,
  everyMs: number,
  whom: StatementFor<{ id: number }>,
): Schedule {
  const { config, workerDatabase, unitOfWork, log } = options;
  return {
    name,
    every: { everyMs },
    async run() {
      const tenants = await queryRows<{ id: number }>(workerDatabase, whom);
      if (tenants.length === 0) return;
      const provider = () => paymentProvider({ config, database: workerDatabase });
      let silent = false;
      await eachTenant(name, tenants, log, async (id) => {
        if (silent) return;
        await reconcileSubscription({ unitOfWork, provider, log }, id).catch((error) => {
          silent = error instanceof Stripe.errors.StripeConnectionError;
          throw error;
        });
      });
    },
  };
}

/**
 * Ends of plans and reminders are handled every minute. Customers with open payments are synchronized every 15 minutes, all customers
 * daily.
 */
export function paymentSchedules(options: PaymentOptions): Schedule[] {
  const { unitOfWork } = options;
  return [
    tenantSchedule({
      ...options,
      name: "plan-ends",
      everyMs: 60_000,
      work: async (tenantId) => {
        await unitOfWork({ tenantId }, expirePlan);
        await unitOfWork({ tenantId }, remindOfEnd);
        await unitOfWork({ tenantId }, warnOfFailedPayment);
      },
    }),
    comparison(options, "payments-open", 15 * 60_000, tenantsWithOpenPayments),
    comparison(options, "payments-all", elapsedDayMs, everyCustomer),
  ];
}
