import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { Problem } from "../../../shared/kernel/problems";
import { queryRows, sharedSql } from "../../platform/database/statements";

/** Kinds of handled events. Each event means that an object of a customer has changed. */
const knownKinds = [
  "checkout.session.",
  "customer.deleted",
  "customer.subscription.",
  "customer.updated",
  "invoice.",
  "payment_intent.",
  "subscription_schedule.",
] as const;

export const isHandledEventKind = (kind: string): boolean => knownKinds.some((knownKind) => kind.startsWith(knownKind));

const insertEvent = sharedSql(
  "providerEvents.insert",
  `INSERT INTO provider_event (id, kind, customer_id, payload) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING id`,
);

/**
 * Stores a provider event once. A worker applies it later from the object's current state.
 * @returns whether the event is new.
 * @throws Problem 400 for a wrong or old signature.
 */
export async function receiveEvent(
  database: DataSource,
  webhookSecret: string,
  rawBody: string | Buffer,
  signature: string | undefined,
): Promise<boolean> {
  const event = verified(rawBody, signature, webhookSecret);
  const added = await queryRows<unknown>(database, insertEvent, [
    event.id,
    event.type,
    customerOf(event),
    JSON.stringify(event),
  ]);
  return added.length > 0;
}

function verified(rawBody: string | Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(rawBody, signature ?? "", secret);
  } catch {
    throw new Problem("subscription.unsigned");
  }
}

function customerOf(event: Stripe.Event): string | null {
  const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  if (about.object === "customer") return about.id ?? null;
  return typeof about.customer === "string" ? about.customer : (about.customer?.id ?? null);
}
