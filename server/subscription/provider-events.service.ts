import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { Problem } from "../../shared/kernel/problems";

/** What we know how to answer: each says that something of a customer of ours is another one than before. */
const knownKinds = [
  "checkout.session.",
  "customer.deleted",
  "customer.subscription.",
  "customer.updated",
  "invoice.",
  "payment_intent.",
  "subscription_schedule.",
] as const;

export const isKnownKind = (kind: string): boolean => knownKinds.some((known) => kind.startsWith(known));

/**
 * Keeps what the provider has sent, once: it is applied afterwards, by a worker, from the object as it is then. Whatever isn't
 * signed with our secret, or long ago, is refused.
 * @returns whether it is new. @throws Problem 400 for what the provider hasn't signed.
 */
export async function receiveEvent(
  database: DataSource,
  webhookSecret: string,
  rawBody: string | Buffer,
  signature: string | undefined,
): Promise<boolean> {
  const event = verified(rawBody, signature, webhookSecret);
  const added = await database.query<unknown[]>(
    `INSERT INTO provider_event (id, kind, customer_id, payload) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING id`,
    [event.id, event.type, customerOf(event), JSON.stringify(event)],
  );
  return added.length > 0;
}

function verified(rawBody: string | Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(rawBody, signature ?? "", secret);
  } catch {
    throw new Problem("subscription.unsigned");
  }
}

/** Whose it is: the id of its customer, in whatever it is about. */
function customerOf(event: Stripe.Event): string | null {
  const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  if (about.object === "customer") return about.id ?? null;
  return typeof about.customer === "string" ? about.customer : (about.customer?.id ?? null);
}
