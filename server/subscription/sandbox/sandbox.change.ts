import { missing, type Sandbox, SandboxError } from "./sandbox";
import {
  newInvoice,
  periodEnd,
  presentPrice,
  priceId,
  prorations,
  type SandboxPrice,
  type SandboxSubscription,
} from "./sandbox.objects";
import type { SandboxObject, SandboxStore } from "./sandbox.store";

export type Input = Record<string, unknown> & {
  items?: { id?: string; price?: string }[];
  metadata?: Record<string, string>;
};

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const refuse = (message: string, param?: string) =>
  new SandboxError(400, { type: "invalid_request_error", message, param });

export async function objectOf(store: SandboxStore, kind: string, id: string): Promise<SandboxObject> {
  const found = await store.get(id);
  if (found?.object !== kind) throw missing(kind, id);
  return found;
}

/** What a parameter names and isn't there: not the address is wrong, but what was sent to it. */
const named = (kind: string, id: string, param = kind) => new SandboxError(400, { ...missing(kind, id).error, param });

/** The customer that a parameter names. */
export async function customerNamed(store: SandboxStore, id: string): Promise<SandboxObject> {
  const found = await store.get(id);
  if (found?.object !== "customer") throw named("customer", id);
  return found;
}

export const subscriptionOf = async (store: SandboxStore, id: string) =>
  (await objectOf(store, "subscription", id)) as SandboxSubscription;

export const priceOf = (sandbox: Sandbox, id: string): SandboxPrice => {
  const found = sandbox.options.prices.find(({ lookup_key }) => priceId(lookup_key) === id);
  if (!found) throw named("price", id);
  return found;
};

export const declined = (outcome: unknown) =>
  new SandboxError(402, {
    type: "card_error",
    code: outcome === "declined" ? "card_declined" : "authentication_required",
    message: "Your card was declined.",
  });

type Tell = (type: string, object: SandboxObject) => void;

/** A subscription as it is after what was asked for; a new price is paid for at once, or nothing changes. */
export async function applyChange(
  sandbox: Sandbox,
  store: SandboxStore,
  tell: Tell,
  subscription: SandboxSubscription,
  input: Input,
): Promise<SandboxSubscription> {
  const ends = input["cancel_at_period_end"];
  const changed: SandboxSubscription = {
    ...subscription,
    // What is set to nothing is gone.
    metadata: Object.fromEntries(
      Object.entries({ ...subscription.metadata, ...input.metadata }).filter(([, value]) => value !== ""),
    ),
    ...(ends === undefined
      ? {}
      : { cancel_at_period_end: ends === "true", canceled_at: ends === "true" ? sandbox.now() : null }),
  };
  const wanted = input.items?.[0];
  if (!wanted) return changed;
  const [item] = subscription.items.data;
  if (wanted.id !== item.id) throw named("subscription_item", text(wanted.id), "items[0][id]");
  const price = priceOf(sandbox, text(wanted.price));
  const card = (await objectOf(store, "customer", subscription.customer))["sandbox_card"];
  if (card !== "paid") throw declined(card);
  const now = sandbox.now();
  const invoice = newInvoice({ subscription, lines: prorations(item, price, now), paid: true, now });
  await store.put(invoice);
  tell("invoice.paid", invoice);
  const same = (item.price.recurring.interval === "year") === (price.period === "annual");
  const period = same ? {} : { current_period_start: now, current_period_end: periodEnd(now, price.period) };
  return { ...changed, items: { ...changed.items, data: [{ ...item, ...period, price: presentPrice(price) }] } };
}
