import type { Logger } from "pino";
import Stripe from "stripe";
import type { DataSource } from "typeorm";
import type { Config } from "../../server/config";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { applyProviderEvents, reconcile } from "../../server/subscription/apply-events.service";
import { expirePlan, remindOfEnd, warnOfFailedPayment } from "../../server/subscription/plan-end.service";
import { paymentProvider } from "../../server/subscription/provider.service";
import { eachTenant, type Schedule, tenantSchedule } from "../platform/schedule";

interface PaymentOptions {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  config: Config;
  log: Logger;
}

/** What the provider has sent and nobody has applied yet. */
export async function applyPayments(options: PaymentOptions): Promise<number> {
  const { config, workerDatabase, unitOfWork, log } = options;
  const provider = () => paymentProvider({ config, database: workerDatabase });
  return applyProviderEvents({ workerDatabase, unitOfWork, provider, log });
}

/** Something is awaited of them: a page where one pays, a payment that is overdue, or their first answer. */
const whoseAreOpen = `SELECT tenant_id AS id FROM subscription_customer c
  WHERE c.synced_at IS NULL
    OR EXISTS (SELECT FROM subscription_checkout o WHERE o.tenant_id = c.tenant_id AND o.state = 'open')
    OR EXISTS (SELECT FROM subscription s WHERE s.tenant_id = c.tenant_id AND s.state = 'past_due')`;
const everyCustomer = "SELECT tenant_id AS id FROM subscription_customer";

/**
 * Compares organisations with the provider, one after the other: any event that was withheld is made good here. Once the provider says nothing
 * the others are left to the next time: with three quarters of a minute each they would hold all schedules for hours.
 */
function comparison(options: PaymentOptions, name: string, everyMs: number, whom: string): Schedule {
  const { config, workerDatabase, unitOfWork, log } = options;
  return {
    name,
    every: { everyMs },
    async run() {
      const tenants = await workerDatabase.query<{ id: number }[]>(whom);
      if (tenants.length === 0) return;
      const provider = () => paymentProvider({ config, database: workerDatabase });
      let silent = false;
      await eachTenant(name, tenants, log, async (id) => {
        if (silent) return;
        await reconcile({ unitOfWork, provider, log }, id).catch((error) => {
          silent = error instanceof Stripe.errors.StripeConnectionError;
          throw error;
        });
      });
    },
  };
}

/** Ends and reminders by the minute; the provider is asked every quarter of an hour about what is open, daily about all. */
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
    comparison(options, "payments-open", 15 * 60_000, whoseAreOpen),
    comparison(options, "payments-all", 24 * 3_600_000, everyCustomer),
  ];
}
