import type { DatabaseDemo } from "../../../platform/demo/demo.steps";
import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import type pg from "pg";
import { priceLookupKey } from "../../../../shared/billing/subscription/subscription.rules";
import { monthBefore, monthlyHistory } from "../sandbox/sandbox.service";

/** Customer of the first tenant at the payment sandbox. */
const customerId = "cus_sandbox_demo";
type History = ReturnType<typeof monthlyHistory>;
type Subscription = History["subscription"];
type Line = History["lines"][number];
const months = 6;
const daysLeft = 26;

/** The current paid month, in whole seconds as at the payment provider. */
export function currentPaidMonth(now: Date): { start: number; end: number } {
  const end = Math.floor(now.getTime() / 1000) + daysLeft * elapsedDaySeconds;
  return { start: monthBefore(end), end };
}

/**
 * Writes six paid months. The tenant's customer, subscription and invoices are also created at the payment sandbox, so that the plan can be
 * changed and the daily comparison finds no differences. At a real provider these don't exist, so no customer is recorded.
 */
export async function writeSubscription({ client, tenantId, now, atSandbox }: DatabaseDemo): Promise<void> {
  const { rows } = await client.query(
    "SELECT id, round(monthly_price * 100)::int AS amount FROM plan WHERE code = 'business'",
  );
  const { id: planId, amount } = rows[0] as { id: string; amount: number };
  const price = { lookup_key: priceLookupKey("business", "monthly"), unit_amount: amount, period: "monthly" } as const;
  const { subscription, lines } = monthlyHistory({
    id: "sub_sandbox_demo",
    itemId: "si_sandbox_demo",
    customer: customerId,
    price,
    end: currentPaidMonth(now).end,
    months,
  });
  for (const [at, line] of lines.entries()) {
    const invoice = paidInvoice(months - at, line);
    const { start, end } = line.period;
    if (atSandbox) await keepObject(client, invoice);
    await client.query(
      `INSERT INTO subscription_invoice (tenant_id, provider_id, number, description, state, currency, amount_due, amount_paid,
         amount_remaining, issued_at, plan_id, period_starts_at, period_ends_at)
       VALUES ($1, $2, $3, 'business_monthly', 'paid', 'USD', $4::numeric / 100, $4::numeric / 100, 0, to_timestamp($5), $6,
         to_timestamp($5), to_timestamp($7))`,
      [tenantId, invoice.id, invoice.number, amount, start, planId, end],
    );
  }
  if (!atSandbox) return;
  const { rows: owners } = await client.query(
    `SELECT t.name, u.email FROM tenant t JOIN app_user u ON u.tenant_id = t.id JOIN role r ON r.tenant_id = u.tenant_id
       AND r.id = u.role_id AND r.code = 'administrator' WHERE t.id = $1 ORDER BY u.id LIMIT 1`,
    [tenantId],
  );
  const { name, email } = owners[0] as { name: string; email: string };
  const customer = {
    id: customerId,
    object: "customer",
    customer: customerId,
    email,
    name,
    metadata: {},
    sandbox_card: "paid",
  };
  await keepObject(client, { ...customer, created: Math.floor(now.getTime() / 1000) });
  await client.query("INSERT INTO subscription_customer (customer_id, tenant_id, email) VALUES ($1, $2, $3)", [
    customerId,
    tenantId,
    email,
  ]);
  await keepSubscription(client, tenantId, planId, subscription);
}

async function keepSubscription(
  client: pg.Client,
  tenantId: number,
  planId: string,
  subscription: Subscription,
): Promise<void> {
  await keepObject(client, subscription);
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0];
  await client.query(
    `INSERT INTO subscription (tenant_id, provider_id, plan_id, billing_period, state, period_starts_at, period_ends_at, created_at)
     VALUES ($1, $2, $3, 'monthly', 'active', to_timestamp($4), to_timestamp($5), to_timestamp($6))`,
    [tenantId, subscription.id, planId, start, end, subscription.created],
  );
}

/** Same shape as the sandbox's own objects (sandbox.objects), with deterministic ids. */
const paidInvoice = (back: number, line: Line) => ({
  id: `in_demo_${back}`,
  object: "invoice",
  customer: customerId,
  number: `SANDBOX-${String(back * 7_919).padStart(6, "0")}`,
  currency: "usd",
  status: "paid",
  amount_due: line.amount,
  amount_paid: line.amount,
  amount_remaining: 0,
  created: line.period.start,
  due_date: null,
  next_payment_attempt: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  lines: { object: "list", data: [line] },
});

const keepObject = (client: pg.Client, object: { id: string; object: string; created: number }) =>
  client.query("INSERT INTO sandbox_object (id, kind, customer, object) VALUES ($1, $2, $3, $4)", [
    object.id,
    object.object,
    customerId,
    JSON.stringify(object),
  ]);
