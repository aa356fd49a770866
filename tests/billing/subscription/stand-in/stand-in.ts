import Stripe from "stripe";
import {
  newId,
  newInvoice,
  newSubscription,
  periodEnd,
  periodLine,
  presentPrice,
  type StandInPrice,
  type StandInSubscription,
  unixSeconds,
} from "./stand-in.objects";
import type { StandInObject, StandInStore } from "./stand-in.store";

export type PaymentOutcome = "paid" | "declined" | "authentication_refused";

export interface StandInOptions {
  store: StandInStore;
  prices: readonly StandInPrice[];
  webhookSecret: string;
  /** URL of the product's pages for payment and card changes. */
  pageOf: (id: string, back: string) => string;
  /** Receives a signed event like the provider's webhook. */
  deliver: (rawBody: string, signature: string) => Promise<unknown>;
  now?: () => Date;
}

export class StandInError extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; message: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
  }
}

export const resourceMissingError = (kind: string, id: string) =>
  new StandInError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
  });

/**
 * Simulates the payment provider if no key is configured. It stores customers, subscriptions and invoices in the provider's format and
 * emits signed events. `standIn.api` implements the HTTP calls; this class implements what happens at the provider: payments, declined
 * cards and ends of periods.
 */
export class StripeStandIn {
  constructor(readonly options: StandInOptions) {}

  now(): number {
    return unixSeconds(this.options.now?.() ?? new Date());
  }

  price(lookupKey: string | null): StandInPrice {
    const found = this.options.prices.find((price) => price.lookup_key === lookupKey);
    if (!found) throw resourceMissingError("price", String(lookupKey));
    return found;
  }

  /** Runs one change and delivers its events when the change is stored. */
  async change<Result>(
    work: (store: StandInStore, tell: (type: string, object: StandInObject) => void) => Promise<Result>,
  ) {
    const events: StandInObject[] = [];
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

  private async send(event: StandInObject): Promise<void> {
    const { webhookSecret: secret, deliver } = this.options;
    const payload = JSON.stringify(event);
    await deliver(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
  }

  /**
   * Completes a checkout page. A declined card leaves the page open.
   * @throws StandInError when the page isn't open.
   */
  async pay(sessionId: string, outcome: PaymentOutcome): Promise<PaymentOutcome> {
    return this.change(async (store, tell) => {
      const session = await store.get(sessionId);
      if (session?.object !== "checkout.session") throw resourceMissingError("checkout.session", sessionId);
      if (session["status"] !== "open")
        throw new StandInError(400, { type: "invalid_request_error", message: "This Checkout Session is not open." });
      if (outcome !== "paid") {
        tell("payment_intent.payment_failed", {
          id: newId("pi"),
          object: "payment_intent",
          customer: session.customer,
        });
        return outcome;
      }
      const price = this.price(session["stand_in_price"] as string);
      const start = this.now();
      const subscription = newSubscription({
        id: newId("sub"),
        itemId: newId("si"),
        customer: session.customer as string,
        price,
        start,
        end: periodEnd(start, price.period),
        metadata: session["metadata"] as Record<string, string>,
      });
      const invoice = newInvoice({ subscription, lines: [periodLine(subscription)], paid: true, now: this.now() });
      const done = { ...session, status: "complete", payment_status: "paid", subscription: subscription.id };
      const customer = { ...((await store.get(subscription.customer)) as StandInObject), stand_in_card: "paid" };
      for (const object of [subscription, invoice, done, customer]) await store.put(object);
      tell("customer.subscription.created", subscription);
      tell("invoice.paid", invoice);
      tell("checkout.session.completed", done);
      return outcome;
    });
  }

  async card(customerId: string, outcome: PaymentOutcome): Promise<void> {
    await this.change(async (store, tell) => {
      const customer = await store.get(customerId);
      if (customer?.object !== "customer") throw resourceMissingError("customer", customerId);
      const changed = { ...customer, stand_in_card: outcome };
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

  /** Ends the current period: the subscription is renewed, changed as scheduled, or ended. A past-due subscription is canceled. */
  async endPeriod(subscriptionId: string): Promise<void> {
    await this.change(async (store, tell) => {
      const found = await store.get(subscriptionId);
      if (found?.object !== "subscription") throw resourceMissingError("subscription", subscriptionId);
      const subscription = found as StandInSubscription;
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
    store: StandInStore,
    tell: (type: string, object: StandInObject) => void,
    subscription: StandInSubscription,
  ): Promise<void> {
    const schedule = subscription.schedule ? await store.get(subscription.schedule) : undefined;
    const [item] = subscription.items.data;
    const price = this.price((schedule?.["stand_in_next"] as string | undefined) ?? item.price.lookup_key);
    const customer = await store.get(subscription.customer);
    const paid = (customer?.["stand_in_card"] ?? "paid") === "paid";
    const start = item.current_period_end;
    const renewed: StandInSubscription = {
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
