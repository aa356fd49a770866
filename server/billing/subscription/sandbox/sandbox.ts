import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { Problem } from "../../../../shared/kernel/problems";
import { queryRows, sharedSql } from "../../../platform/database/statements";
import {
  amountDue,
  changeLines,
  newId,
  newInvoice,
  newSubscription,
  periodFrom,
  periodLine,
  type SandboxObject,
  type SandboxPrice,
  type SandboxSubscription,
  unixNow,
} from "./sandbox.objects";

const selectObject = sharedSql("sandbox.byId", "SELECT object FROM sandbox_object WHERE id = $1");
const selectObjectsOfCustomer = sharedSql(
  "sandbox.ofCustomer",
  "SELECT object FROM sandbox_object WHERE kind = $1 AND customer = $2 ORDER BY place",
);

/** Stores objects in the database, shared by servers and workers. */
const storeIn = (connection: Pick<DataSource, "query">) => ({
  get: async (id: string) => (await queryRows<{ object: SandboxObject }>(connection, selectObject, [id]))[0]?.object,
  /** Objects of a customer, oldest first. */
  list: async (kind: string, customer: string) =>
    (await queryRows<{ object: SandboxObject }>(connection, selectObjectsOfCustomer, [kind, customer])).map(
      ({ object }) => object,
    ),
  async put<Stored extends SandboxObject>(object: Stored): Promise<Stored> {
    await connection.query(
      `INSERT INTO sandbox_object (id, kind, customer, object) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET object = EXCLUDED.object`,
      [object.id, object.object, object.customer ?? null, JSON.stringify(object)],
    );
    return object;
  },
});
type Store = ReturnType<typeof storeIn>;

interface SandboxOptions {
  database: DataSource;
  prices: readonly SandboxPrice[];
  webhookSecret: string;
  /** URL of the product's pages for payment and card changes. */
  pageOf: (id: string, back: string) => string;
  /** Receives a signed event like the provider's webhook. */
  deliver: (rawBody: string, signature: string) => Promise<unknown>;
}

/**
 * Substitute for the payment provider on installations without its key. It has the calls that the product makes (`stripe`), and what
 * happens at the provider: payments, declined cards and ends of periods. Every change of a customer is reported by a signed event.
 */
export class PaymentSandbox {
  readonly store: Store;
  readonly stripe: Stripe;

  constructor(private readonly options: SandboxOptions) {
    this.store = storeIn(options.database);
    this.stripe = this.calls() as unknown as Stripe;
  }

  price(id: unknown): SandboxPrice {
    const found = this.options.prices.find((price) => price.id === id);
    if (!found) throw new Problem("subscription.providerRefused");
    return found;
  }

  /** Runs one change at a time, and reports it once it is stored. Events name the customer; the product reads the rest again. */
  private async change<Result extends SandboxObject>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const { database, webhookSecret: secret, deliver } = this.options;
    const result = await database.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtext('sandbox'))");
      return work(storeIn(manager));
    });
    const type = "customer.subscription.updated";
    const payload = JSON.stringify({ id: newId("evt"), object: "event", type, data: { object: result } });
    await deliver(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
    return result;
  }

  private calls() {
    const { store, options } = this;
    const changeSubscription = (
      id: string,
      update: (subscription: SandboxSubscription, store: Store) => Promise<object> | object,
    ) =>
      this.change(async (locked) => {
        const subscription = await requireSubscription(locked, id);
        return locked.put({ ...subscription, ...(await update(subscription, locked)) });
      });
    return {
      prices: {
        list: async ({ lookup_keys = [] }: Stripe.PriceListParams) => ({
          data: options.prices.filter(({ lookup_key }) => lookup_keys.includes(lookup_key)),
        }),
      },
      customers: {
        create: async ({ email, name }: Stripe.CustomerCreateParams) => {
          const id = newId("cus");
          return store.put({ id, object: "customer", customer: id, email, name, sandbox_card: "paid" });
        },
        retrieve: async (id: string) => {
          const card = { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2030 };
          return { ...(await requireObject(store, id)), invoice_settings: { default_payment_method: { card } } };
        },
      },
      checkout: {
        sessions: {
          create: async ({ customer, line_items, success_url }: Stripe.Checkout.SessionCreateParams) => {
            const id = newId("cs");
            const url = options.pageOf(id, success_url ?? "");
            const price = this.price(line_items?.[0]?.price).id;
            return store.put({ id, object: "checkout.session", customer, status: "open", url, sandbox_price: price });
          },
          retrieve: (id: string) => requireObject(store, id),
          expire: (id: string) =>
            this.change(async (locked) => locked.put({ ...(await requireOpenSession(locked, id)), status: "expired" })),
        },
      },
      subscriptions: {
        list: async ({ customer = "" }: Stripe.SubscriptionListParams) => ({
          data: (await store.list("subscription", customer)).toReversed(),
        }),
        retrieve: (id: string) => requireSubscription(store, id),
        update: (id: string, { items, cancel_at_period_end, metadata }: Stripe.SubscriptionUpdateParams) =>
          changeSubscription(id, async (subscription, locked) => {
            if (subscription.status === "canceled") throw new Problem("subscription.providerRefused");
            const price = items?.[0]?.price;
            return {
              cancel_at_period_end,
              metadata,
              ...(price ? await chargeChange(locked, subscription, this.price(price)) : {}),
            };
          }),
        cancel: (id: string) => changeSubscription(id, () => ({ status: "canceled", ended_at: unixNow() })),
      },
      // A subscription has one schedule at most, which is stored with it under the same id.
      subscriptionSchedules: {
        create: async ({ from_subscription: id }: Stripe.SubscriptionScheduleCreateParams) => ({ id, phases: [] }),
        retrieve: async (id: string) => ({ status: "active", phases: (await requireSubscription(store, id)).phases }),
        update: (id: string, { phases }: Stripe.SubscriptionScheduleUpdateParams) =>
          changeSubscription(id, () => ({ schedule: id, phases })),
        release: (id: string) => changeSubscription(id, () => ({ schedule: null, phases: [] })),
      },
      invoices: {
        list: async ({ customer = "" }: Stripe.InvoiceListParams) => ({
          data: (await store.list("invoice", customer)).toReversed(),
        }),
        createPreview: async ({ subscription = "", subscription_details }: Stripe.InvoiceCreatePreviewParams) => {
          const price = this.price(subscription_details?.items?.[0]?.price);
          const lines = changeLines(await requireSubscription(store, subscription), price, unixNow());
          return { currency: "usd", amount_due: amountDue(lines) };
        },
      },
      billingPortal: {
        sessions: {
          create: async ({ customer = "", return_url = "" }: Stripe.BillingPortal.SessionCreateParams) => ({
            url: options.pageOf(customer, return_url),
          }),
        },
      },
    };
  }

  /** Completes a checkout page. */
  pay(sessionId: string) {
    return this.change(async (store) => {
      const session = await requireOpenSession(store, sessionId);
      const subscription = newSubscription(String(session.customer), this.price(session["sandbox_price"]), unixNow());
      await store.put(newInvoice(subscription.customer, [periodLine(subscription)], true));
      await store.put({ ...session, status: "complete" });
      return store.put(subscription);
    });
  }

  /** Changes the card. A card that works also pays open invoices. */
  useCard(customerId: string, card: "paid" | "declined") {
    return this.change(async (store) => {
      if (card === "paid") {
        for (const invoice of await store.list("invoice", customerId))
          if (invoice["status"] === "open")
            await store.put({ ...invoice, status: "paid", amount_paid: invoice["amount_due"], amount_remaining: 0 });
        for (const subscription of await store.list("subscription", customerId))
          if (subscription["status"] === "past_due") await store.put({ ...subscription, status: "active" });
      }
      return store.put({ ...(await requireObject(store, customerId)), sandbox_card: card });
    });
  }

  /** Ends the current period: the subscription is renewed, changed as scheduled, or ended. A past-due subscription is canceled. */
  endPeriod(subscriptionId: string) {
    return this.change(async (store) => {
      const subscription = await requireSubscription(store, subscriptionId);
      if (subscription.cancel_at_period_end || subscription.status === "past_due")
        return store.put({ ...subscription, status: "canceled", ended_at: unixNow() });
      const [item] = subscription.items.data;
      const price = this.price(subscription.phases?.at(-1)?.items[0]?.price ?? item.price.id);
      const isPaid = (await requireObject(store, subscription.customer))["sandbox_card"] === "paid";
      const data = [{ ...item, price, ...periodFrom(item.current_period_end, price) }] as const;
      const status = isPaid ? "active" : "past_due";
      const renewed = { ...subscription, status, schedule: null, phases: [], items: { data } };
      await store.put(newInvoice(subscription.customer, [periodLine(renewed)], isPaid));
      return store.put(renewed);
    });
  }
}

/** Charges a new price immediately. If the card is declined, nothing is changed. */
async function chargeChange(store: Store, subscription: SandboxSubscription, price: SandboxPrice) {
  if ((await requireObject(store, subscription.customer))["sandbox_card"] !== "paid")
    throw new Problem("subscription.declined");
  const [item] = subscription.items.data;
  const lines = changeLines(subscription, price, unixNow());
  await store.put(newInvoice(subscription.customer, lines, true));
  const period = item.price.recurring.interval === price.recurring.interval ? {} : periodFrom(unixNow(), price);
  return { items: { data: [{ ...item, ...period, price }] } };
}

async function requireObject(store: Store, id: string): Promise<SandboxObject> {
  const found = await store.get(id);
  if (!found) throw new Problem("subscription.providerRefused");
  return found;
}

const requireSubscription = async (store: Store, id: string) =>
  (await requireObject(store, id)) as unknown as SandboxSubscription;

async function requireOpenSession(store: Store, id: string): Promise<SandboxObject> {
  const session = await requireObject(store, id);
  if (session["status"] !== "open") throw new Problem("subscription.notPossible");
  return session;
}
