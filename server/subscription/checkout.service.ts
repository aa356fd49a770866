import { invalid, Problem } from "../../shared/kernel/problems";
import type { Language } from "../../shared/kernel/languages";
import { providerLanguage } from "../../shared/subscription/subscription.rules";
import {
  type Billing,
  type Choice,
  type Payments,
  planOf,
  priceOf,
  readBilling,
  requireAction,
} from "./billing.service";
import { addCheckout, addCustomer } from "./billing.sql";
import { askProvider } from "./provider-problems";
import { openCheckouts } from "./sync.sql";

/**
 * A page where the plan is paid for. Earlier ones that were left open are closed, so that nobody pays in two windows.
 * @throws Problem 409 while a subscription runs: its plan is changed instead.
 */
export async function checkOut(
  { unit, stripe, actor }: Payments,
  choice: Choice,
  page: { origin: string; language: Language; key: string },
): Promise<string> {
  const found = await unit(async (tx) => {
    const billing = await readBilling(tx);
    requireAction(billing, "CHECK_OUT", "subscription.live");
    const plan = await planOf(tx, choice);
    if (Number(plan.monthly) === 0) throw invalid("plan_id", "field.oneOf");
    return { billing, plan, open: await tx.rows<{ session_id: string }>(openCheckouts) };
  });
  const customer =
    found.billing.customer_id ?? (await makeCustomer({ unit, stripe, actor }, found.billing, page.origin));
  const price = await priceOf(stripe, found.plan.code, choice.type);
  for (const { session_id } of found.open) {
    await stripe.checkout.sessions.expire(session_id).catch(() => {}); // it may be paid or over by now: its event says so
  }
  const session = await askProvider(() =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: `${page.origin}/subscriptions/success-payment`,
        cancel_url: `${page.origin}/subscriptions/failed-payment`,
        locale: providerLanguage(page.language),
        subscription_data: { metadata: { plan: found.plan.code } },
      },
      { idempotencyKey: `checkout-${page.key}` },
    ),
  );
  await unit((tx) => tx.rows(addCheckout, [session.id, found.plan.id, choice.type]));
  if (!session.url) throw new Problem("subscription.providerRefused");
  return session.url;
}

/** The organisation as the provider's customer; of two that make it at once one counts. */
async function makeCustomer({ unit, stripe, actor }: Payments, { name }: Billing, origin: string): Promise<string> {
  const made = await askProvider(() =>
    stripe.customers.create({ name, email: actor.email, metadata: { tenant: String(actor.tenantId), origin } }),
  );
  const kept = await unit((tx) => tx.one<{ customer_id: string }>(addCustomer, [made.id, actor.email]));
  return kept?.customer_id ?? made.id;
}
