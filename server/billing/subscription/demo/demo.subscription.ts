import type { DatabaseDemo } from "../../../platform/demo/demo.steps";
import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import type pg from "pg";
import { priceLookupKey } from "../../../../shared/billing/subscription/subscription.rules";
import {
  addMonths,
  invoiceLine,
  newSubscription,
  type SandboxInvoiceLine,
  type SandboxObject,
  sandboxPrice,
  type SandboxSubscription,
} from "../sandbox/sandbox.objects";

/** Customer of the first tenant at the payment sandbox. */
const customerId = "cus_sandbox_demo";
const months = 6;
const daysLeft = 26;

/** The current paid month, in whole seconds as at the payment provider. */
export function currentPaidMonth(now: Date): { start: number; end: number } {
  const end = Math.floor(now.getTime() / 1000) + daysLeft * elapsedDaySeconds;
  return { start: addMonths(end, -1), end };
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
  const price = sandboxPrice(priceLookupKey("business", "monthly"), amount, "monthly");
  const { start: currentStart, end: currentEnd } = currentPaidMonth(now);
  const lines = Array.from({ length: months }, (_, at) =>
    invoiceLine(price, amount, addMonths(currentEnd, at - months), addMonths(currentEnd, at + 1 - months)),
  );
  for (const [at, line] of lines.entries()) {
    const invoice = paidInvoice(months - at, line);
    const { start, end } = line.period;
    if (atSandbox) await insertObject(client, invoice);
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
  const customer = { id: customerId, object: "customer", customer: customerId, email, name, sandbox_card: "paid" };
  await insertObject(client, customer);
  await client.query("INSERT INTO subscription_customer (customer_id, tenant_id, email) VALUES ($1, $2, $3)", [
    customerId,
    tenantId,
    email,
  ]);
  const current = newSubscription(customerId, price, currentStart);
  const [item] = current.items.data;
  await insertSubscription(client, tenantId, planId, {
    ...current,
    id: "sub_sandbox_demo",
    created: addMonths(currentEnd, -months),
    items: { data: [{ ...item, id: "si_sandbox_demo", current_period_end: currentEnd }] },
  });
}

async function insertSubscription(
  client: pg.Client,
  tenantId: number,
  planId: string,
  subscription: SandboxSubscription,
): Promise<void> {
  await insertObject(client, subscription);
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0];
  await client.query(
    `INSERT INTO subscription (tenant_id, provider_id, plan_id, billing_period, state, period_starts_at, period_ends_at, created_at)
     VALUES ($1, $2, $3, 'monthly', 'active', to_timestamp($4), to_timestamp($5), to_timestamp($6))`,
    [tenantId, subscription.id, planId, start, end, subscription.created],
  );
}

/** Same shape as the sandbox's invoices, with deterministic ids. */
const paidInvoice = (back: number, line: SandboxInvoiceLine) => ({
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
  lines: { data: [line] },
});

const insertObject = (client: pg.Client, object: SandboxObject) =>
  client.query("INSERT INTO sandbox_object (id, kind, customer, object) VALUES ($1, $2, $3, $4)", [
    object.id,
    object.object,
    customerId,
    JSON.stringify(object),
  ]);
