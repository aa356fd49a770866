import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { billingPeriods, priceLookupKey } from "../../../shared/billing/subscription/subscription.rules";
import type { Config } from "../../config";
import { deriveEncryptionKey } from "../../platform/encryption-seal";
import { loadOrCreateSecret } from "../../platform/secrets";
import { receiveEvent } from "./provider-events.service";
import { PaymentSandbox } from "./sandbox/sandbox";
import { sandboxPrice } from "./sandbox/sandbox.objects";
import { queryRows, sharedSql } from "../../platform/database/statements";

export interface PaymentProvider {
  stripe: Stripe;
  webhookSecret: string;
  /** Simulation of the provider; null if a key of the real provider is configured. */
  sandbox: PaymentSandbox | null;
}

interface Needs {
  config: Pick<Config, "stripe">;
  database: DataSource;
}

const opened = new WeakMap<DataSource, Promise<PaymentProvider>>();

/** Returns the installation's provider. It is created once per process, on first use. */
export function paymentProvider(needs: Needs): Promise<PaymentProvider> {
  const openedProvider = opened.get(needs.database);
  if (openedProvider) return openedProvider;
  const newProvider = open(needs);
  opened.set(needs.database, newProvider);
  newProvider.catch(() => opened.delete(needs.database)); // the next call retries
  return newProvider;
}

export const usePaymentProvider = (database: DataSource, provider: PaymentProvider): void =>
  void opened.set(database, Promise.resolve(provider));

const clientOptions = { timeout: 15_000, maxNetworkRetries: 2, telemetry: false } as const;

async function open({ config, database }: Needs): Promise<PaymentProvider> {
  if (config.stripe) {
    const { secretKey, webhookSecret } = config.stripe;
    return { stripe: new Stripe(secretKey, clientOptions), webhookSecret, sandbox: null };
  }
  const secret = await loadOrCreateSecret(database, "payment-sandbox", () => randomBytes(32).toString("base64url"));
  const webhookSecret = `whsec_sandbox_${deriveEncryptionKey(secret, "webhook").toString("hex")}`;
  const sandbox = new PaymentSandbox({
    database,
    prices: await readPlanPrices(database),
    webhookSecret,
    pageOf: sandboxPage,
    deliver: (rawBody, signature) => receiveEvent(database, webhookSecret, rawBody, signature),
  });
  return { stripe: sandbox.stripe, webhookSecret, sandbox };
}

const planPrices = sharedSql(
  "sandbox.planPrices",
  "SELECT code, monthly_price::text AS monthly, annual_price::text AS annual FROM plan WHERE monthly_price > 0",
);

/** Prices of the sandbox, read from the plan table. */
async function readPlanPrices(database: DataSource) {
  const plans = await queryRows<{ code: string; monthly: string; annual: string }>(database, planPrices);
  return plans.flatMap((plan) =>
    billingPeriods.map((period) =>
      sandboxPrice(priceLookupKey(plan.code, period), Math.round(Number(plan[period]) * 100), period),
    ),
  );
}

/** URL of the sandbox's page, on the origin from which the user came; the real provider uses a page of its own. */
const sandboxPage = (id: string, back: string): string =>
  `${URL.canParse(back) ? new URL(back).origin : ""}/subscriptions/sandbox/${id}`;
