import { resourceMissingError, type StripeStandIn, StandInError } from "./stand-in";
import {
  newInvoice,
  periodEnd,
  presentPrice,
  priceId,
  prorations,
  type StandInPrice,
  type StandInSubscription,
} from "./stand-in.objects";
import type { StandInObject, StandInStore } from "./stand-in.store";

export type StandInInput = Record<string, unknown> & {
  items?: { id?: string; price?: string }[];
  metadata?: Record<string, string>;
};

export const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");
export const invalidRequestError = (message: string, param?: string) =>
  new StandInError(400, { type: "invalid_request_error", message, param });

export async function requireObject(store: StandInStore, kind: string, id: string): Promise<StandInObject> {
  const found = await store.get(id);
  if (found?.object !== kind) throw resourceMissingError(kind, id);
  return found;
}

/** Error for a parameter that refers to a missing object. The provider responds to it with 400 instead of 404. */
const missingParameterError = (kind: string, id: string, param = kind) =>
  new StandInError(400, { ...resourceMissingError(kind, id).error, param });

export async function requireCustomerParameter(store: StandInStore, id: string): Promise<StandInObject> {
  const found = await store.get(id);
  if (found?.object !== "customer") throw missingParameterError("customer", id);
  return found;
}

export const requireSubscription = async (store: StandInStore, id: string) =>
  (await requireObject(store, "subscription", id)) as StandInSubscription;

export const requirePrice = (standIn: StripeStandIn, id: string): StandInPrice => {
  const found = standIn.options.prices.find(({ lookup_key }) => priceId(lookup_key) === id);
  if (!found) throw missingParameterError("price", id);
  return found;
};

export const cardDeclinedError = (outcome: unknown) =>
  new StandInError(402, {
    type: "card_error",
    code: outcome === "declined" ? "card_declined" : "authentication_required",
    message: "Your card was declined.",
  });

type EmitEvent = (type: string, object: StandInObject) => void;

/** Applies an update to a subscription. A new price is charged immediately; if the payment fails, nothing is changed. */
export async function applyChange(
  standIn: StripeStandIn,
  store: StandInStore,
  tell: EmitEvent,
  subscription: StandInSubscription,
  input: StandInInput,
): Promise<StandInSubscription> {
  const ends = input["cancel_at_period_end"];
  const changed: StandInSubscription = {
    ...subscription,
    // An empty value deletes the metadata key.
    metadata: Object.fromEntries(
      Object.entries({ ...subscription.metadata, ...input.metadata }).filter(([, value]) => value !== ""),
    ),
    ...(ends === undefined
      ? {}
      : { cancel_at_period_end: ends === "true", canceled_at: ends === "true" ? standIn.now() : null }),
  };
  const requestedItem = input.items?.[0];
  if (!requestedItem) return changed;
  const [item] = subscription.items.data;
  if (requestedItem.id !== item.id)
    throw missingParameterError("subscription_item", textOrEmpty(requestedItem.id), "items[0][id]");
  const price = requirePrice(standIn, textOrEmpty(requestedItem.price));
  const card = (await requireObject(store, "customer", subscription.customer))["stand_in_card"];
  if (card !== "paid") throw cardDeclinedError(card);
  const now = standIn.now();
  const invoice = newInvoice({ subscription, lines: prorations(item, price, now), paid: true, now });
  await store.put(invoice);
  tell("invoice.paid", invoice);
  const same = (item.price.recurring.interval === "year") === (price.period === "annual");
  const period = same ? {} : { current_period_start: now, current_period_end: periodEnd(now, price.period) };
  return { ...changed, items: { ...changed.items, data: [{ ...item, ...period, price: presentPrice(price) }] } };
}
