import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Language } from "../../../shared/kernel/languages";
import { providerLanguage } from "../../../shared/billing/subscription/subscription.rules";
import {
  type Billing,
  type PlanChoice,
  type PaymentContext,
  loadChosenPlan,
  findProviderPrice,
  readBilling,
  requireSubscriptionAction,
} from "./billing.service";
import { insertCheckout, insertCustomer } from "./billing.sql";
import { callProvider } from "./provider-problems";
import { selectOpenCheckouts } from "./sync.sql";

/**
 * Creates a checkout page. Other open checkout pages are expired, so that the plan can't be paid twice.
 * @throws Problem 409 while a subscription is active, because its plan must be changed instead.
 */
export async function createCheckout(
  { unit, stripe, actor }: PaymentContext,
  choice: PlanChoice,
  page: { origin: string; language: Language; key: string },
): Promise<string> {
  const found = await unit(async (tx) => {
    const billing = await readBilling(tx);
    requireSubscriptionAction(billing, "CHECK_OUT", "subscription.live");
    const plan = await loadChosenPlan(tx, choice);
    if (Number(plan.monthly) === 0) throw invalidFieldProblem("plan_id", "field.oneOf");
    return { billing, plan, open: await tx.rows<{ session_id: string }>(selectOpenCheckouts) };
  });
  const customer =
    found.billing.customer_id ?? (await makeCustomer({ unit, stripe, actor }, found.billing, page.origin));
  const price = await findProviderPrice(stripe, found.plan.code, choice.type);
  for (const { session_id } of found.open) {
    await stripe.checkout.sessions.expire(session_id).catch(() => {}); // fails if the page is already paid or expired, which an event reports
  }
  const session = await callProvider(() =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: `${page.origin}/subscriptions/success-payment`,
        cancel_url: `${page.origin}/subscriptions`,
        locale: providerLanguage(page.language),
        subscription_data: { metadata: { plan: found.plan.code } },
      },
      { idempotencyKey: `checkout-${page.key}` },
    ),
  );
  await unit((tx) => tx.rows(insertCheckout, [session.id, found.plan.id, choice.type]));
  if (!session.url) throw new Problem("subscription.providerRefused");
  return session.url;
}

/** Creates the tenant as a customer of the provider. If two calls do so concurrently, the first stored customer is kept. */
async function makeCustomer(
  { unit, stripe, actor }: PaymentContext,
  { name }: Billing,
  origin: string,
): Promise<string> {
  const customer = await callProvider(() =>
    stripe.customers.create({ name, email: actor.email, metadata: { tenant: String(actor.tenantId), origin } }),
  );
  const storedCustomer = await unit((tx) =>
    tx.one<{ customer_id: string }>(insertCustomer, [customer.id, actor.email]),
  );
  return storedCustomer?.customer_id ?? customer.id;
}
