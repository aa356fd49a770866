import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { billingPeriods, lookupKey } from "../../shared/subscription/subscription.rules";
import type { Config } from "../config";
import { keyFor } from "../platform/seal";
import { secretOf } from "../platform/secrets";
import { receiveEvent } from "./provider-events.service";
import { Sandbox } from "./sandbox/sandbox";
import { sandboxHttpClient } from "./sandbox/sandbox.http";
import type { SandboxPrice } from "./sandbox/sandbox.objects";
import { databaseStore } from "./sandbox/sandbox.store";

/** Whoever takes the cards: everything said to them and heard from them goes through the stripe package. */
export interface PaymentProvider {
  stripe: Stripe;
  webhookSecret: string;
  /** In the provider's place where there is no key. */
  sandbox: Sandbox | null;
}

interface Needs {
  config: Pick<Config, "stripe">;
  database: DataSource;
}

const opened = new WeakMap<DataSource, Promise<PaymentProvider>>();

/** The provider that this installation works with: made at the first use, one for each process. */
export function paymentProvider(needs: Needs): Promise<PaymentProvider> {
  const known = opened.get(needs.database);
  if (known) return known;
  const made = open(needs);
  opened.set(needs.database, made);
  made.catch(() => opened.delete(needs.database)); // the next one tries again
  return made;
}

/** A provider that isn't the one of the configuration: tests bring their own. */
export const usePaymentProvider = (database: DataSource, provider: PaymentProvider): void =>
  void opened.set(database, Promise.resolve(provider));

const patience = { timeout: 15_000, maxNetworkRetries: 2, telemetry: false } as const;

async function open({ config, database }: Needs): Promise<PaymentProvider> {
  if (config.stripe) {
    const { secretKey, webhookSecret } = config.stripe;
    return { stripe: new Stripe(secretKey, patience), webhookSecret, sandbox: null };
  }
  const secret = await secretOf(database, "payment-sandbox", () => randomBytes(32).toString("base64url"));
  const key = (use: string) => keyFor(secret, use).toString("hex");
  const webhookSecret = `whsec_sandbox_${key("webhook")}`;
  const sandbox = new Sandbox({
    store: databaseStore(database),
    prices: await sandboxPrices(database),
    webhookSecret,
    pageOf: sandboxPage,
    deliver: (rawBody, signature) => receiveEvent(database, webhookSecret, rawBody, signature),
  });
  const secretKey = `sk_sandbox_${key("calls")}`;
  const httpClient = sandboxHttpClient(sandbox, secretKey);
  return { stripe: new Stripe(secretKey, { ...patience, httpClient }), webhookSecret, sandbox };
}

/** The sandbox sells what the table of plans has. */
export async function sandboxPrices(database: DataSource): Promise<SandboxPrice[]> {
  const plans = await database.query<{ code: string; monthly: string; annual: string }[]>(
    "SELECT code, monthly_price::text AS monthly, annual_price::text AS annual FROM plan WHERE monthly_price > 0",
  );
  return plans.flatMap((plan) =>
    billingPeriods.map((period) => ({
      lookup_key: lookupKey(plan.code, period),
      unit_amount: Math.round(Number(plan[period]) * 100),
      period,
    })),
  );
}

/** A page of ours, where the organisation's people came from: the provider would lead to one of its own. */
export const sandboxPage = (id: string, back: string): string =>
  `${URL.canParse(back) ? new URL(back).origin : ""}/subscriptions/sandbox/${id}`;
