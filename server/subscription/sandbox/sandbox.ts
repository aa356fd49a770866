import Stripe from "stripe";
import {
  newId,
  newInvoice,
  periodEnd,
  periodLine,
  presentPrice,
  type SandboxPrice,
  type SandboxSubscription,
  seconds,
} from "./sandbox.objects";
import type { SandboxObject, SandboxStore } from "./sandbox.store";

/** How somebody's card behaves. */
export type PaymentOutcome = "paid" | "declined" | "authentication_refused";

export interface SandboxOptions {
  store: SandboxStore;
  prices: readonly SandboxPrice[];
  webhookSecret: string;
  /** Where people pay and change their card; pages of ours. */
  pageOf: (id: string, back: string) => string;
  /** Takes a signed event, as the provider would post it. */
  deliver: (rawBody: string, signature: string) => Promise<unknown>;
  now?: () => Date;
}

/** A refusal, in the provider's shape. */
export class SandboxError extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; message: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
  }
}

export const missing = (kind: string, id: string) =>
  new SandboxError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
  });

/**
 * Stands in for the payment provider where there is no key: it keeps customers, subscriptions and invoices in the provider's
 * shapes, and says what happened by signed events. What it can do by HTTP is in `sandbox.api`; here is what happens on the
 * provider's side: people pay, cards are declined, periods end.
 */
export class Sandbox {
  constructor(readonly options: SandboxOptions) {}

  now(): number {
    return seconds(this.options.now?.() ?? new Date());
  }

  price(lookupKey: string | null): SandboxPrice {
    const found = this.options.prices.find((price) => price.lookup_key === lookupKey);
    if (!found) throw missing("price", String(lookupKey));
    return found;
  }

  /** One change, and the events that tell of it once it is made. */
  async change<Result>(
    work: (store: SandboxStore, tell: (type: string, object: SandboxObject) => void) => Promise<Result>,
  ) {
    const events: SandboxObject[] = [];
    const result = await this.options.store.exclusively(async (store) => {
      events.length = 0;
      return work(store, (type, object) => {
        events.push({
          id: newId("evt"),
          object: "event",
          api_version: Stripe.API_VERSION,
          created: this.now(),
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type,
          data: { object: structuredClone(object) },
        });
      });
    });
    for (const event of events) await this.send(event);
    return result;
  }

  private async send(event: SandboxObject): Promise<void> {
    const { webhookSecret: secret, deliver } = this.options;
    const payload = JSON.stringify(event);
    await deliver(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
  }

  /** Somebody fills in the page of a checkout. A declined card leaves it open. @throws SandboxError when it isn't open. */
  async pay(sessionId: string, outcome: PaymentOutcome): Promise<PaymentOutcome> {
    return this.change(async (store, tell) => {
      const session = await store.get(sessionId);
      if (session?.object !== "checkout.session") throw missing("checkout.session", sessionId);
      if (session["status"] !== "open")
        throw new SandboxError(400, { type: "invalid_request_error", message: "This Checkout Session is not open." });
      if (outcome !== "paid") {
        tell("payment_intent.payment_failed", {
          id: newId("pi"),
          object: "payment_intent",
          customer: session.customer,
        });
        return outcome;
      }
      const price = this.price(session["sandbox_price"] as string);
      const subscription = this.newSubscription(
        session.customer as string,
        price,
        session["metadata"] as Record<string, string>,
      );
      const invoice = newInvoice({ subscription, lines: [periodLine(subscription)], paid: true, now: this.now() });
      const done = { ...session, status: "complete", payment_status: "paid", subscription: subscription.id };
      const customer = { ...((await store.get(subscription.customer)) as SandboxObject), sandbox_card: "paid" };
      for (const object of [subscription, invoice, done, customer]) await store.put(object);
      tell("customer.subscription.created", subscription);
      tell("invoice.paid", invoice);
      tell("checkout.session.completed", done);
      return outcome;
    });
  }

  private newSubscription(
    customer: string,
    price: SandboxPrice,
    metadata: Record<string, string> = {},
  ): SandboxSubscription {
    const [id, now] = [newId("sub"), this.now()];
    return {
      id,
      object: "subscription",
      customer,
      status: "active",
      created: now,
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      ended_at: null,
      schedule: null,
      metadata,
      items: {
        object: "list",
        data: [
          {
            id: newId("si"),
            object: "subscription_item",
            price: presentPrice(price),
            quantity: 1,
            current_period_start: now,
            current_period_end: periodEnd(now, price.period),
          },
        ],
        has_more: false,
        url: "",
      },
    };
  }

  /** How the customer's card behaves from now on. */
  async card(customerId: string, outcome: PaymentOutcome): Promise<void> {
    await this.change(async (store, tell) => {
      const customer = await store.get(customerId);
      if (customer?.object !== "customer") throw missing("customer", customerId);
      const changed = { ...customer, sandbox_card: outcome };
      await store.put(changed);
      tell("customer.updated", changed);
      if (outcome !== "paid") return;
      for (const invoice of await store.list("invoice", customerId)) {
        if (invoice["status"] !== "open") continue;
        const paid = { ...invoice, status: "paid", amount_paid: invoice["amount_due"], amount_remaining: 0 };
        await store.put(paid);
        tell("invoice.paid", paid);
      }
      for (const subscription of await store.list("subscription", customerId)) {
        if (subscription["status"] !== "past_due") continue;
        const active = { ...subscription, status: "active" };
        await store.put(active);
        tell("customer.subscription.updated", active);
      }
    });
  }

  /** The present period ends now: it is renewed, changed as scheduled, or over. One that is past due is given up. */
  async endPeriod(subscriptionId: string): Promise<void> {
    await this.change(async (store, tell) => {
      const found = await store.get(subscriptionId);
      if (found?.object !== "subscription") throw missing("subscription", subscriptionId);
      const subscription = found as SandboxSubscription;
      if (["canceled", "incomplete_expired"].includes(subscription.status)) return;
      if (subscription.cancel_at_period_end || subscription.status === "past_due") {
        const over = { ...subscription, status: "canceled", ended_at: this.now(), canceled_at: this.now() };
        await store.put(over);
        return tell("customer.subscription.deleted", over);
      }
      await this.renew(store, tell, subscription);
    });
  }

  private async renew(
    store: SandboxStore,
    tell: (type: string, object: SandboxObject) => void,
    subscription: SandboxSubscription,
  ): Promise<void> {
    const schedule = subscription.schedule ? await store.get(subscription.schedule) : undefined;
    const [item] = subscription.items.data;
    const price = this.price((schedule?.["sandbox_next"] as string | undefined) ?? item.price.lookup_key);
    const customer = await store.get(subscription.customer);
    const paid = (customer?.["sandbox_card"] ?? "paid") === "paid";
    const start = item.current_period_end;
    const renewed: SandboxSubscription = {
      ...subscription,
      status: paid ? "active" : "past_due",
      schedule: null,
      items: {
        ...subscription.items,
        data: [
          {
            ...item,
            price: presentPrice(price),
            current_period_start: start,
            current_period_end: periodEnd(start, price.period),
          },
        ],
      },
    };
    const invoice = newInvoice({ subscription: renewed, lines: [periodLine(renewed)], paid, now: this.now() });
    for (const object of [renewed, invoice]) await store.put(object);
    if (schedule) await store.put({ ...schedule, status: "released" });
    tell("customer.subscription.updated", renewed);
    tell(paid ? "invoice.paid" : "invoice.payment_failed", invoice);
  }
}
