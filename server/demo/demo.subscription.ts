import type pg from "pg";
import { paidMonth } from "../subscription/sandbox/sandbox.service";

/** Of the first organisation at the sandbox that stands in for the payment provider. */
const customerId = "cus_sandbox_demo";
const months = 6;

/**
 * Six months that were paid for. Where the sandbox takes the cards, it knows the organisation and its invoices as it would had they
 * been paid there, so that the page for card and invoices opens and the daily comparison finds nothing; a real provider would know
 * of none of it, and is told of no customer.
 */
export async function writeInvoices(client: pg.Client, tenantId: number, now: Date, atSandbox: boolean): Promise<void> {
  const { rows } = await client.query(
    "SELECT id, round(monthly_price * 100)::int AS amount FROM plan WHERE code = 'business'",
  );
  const { id: planId, amount } = rows[0] as { id: string; amount: number };
  for (let back = months; back > 0; back--) {
    const issued = new Date(now);
    issued.setUTCMonth(now.getUTCMonth() - back);
    const line = paidMonth("business_monthly", amount, Math.floor(issued.getTime() / 1000), "sub_sandbox_demo");
    const { start, end } = line.period;
    const invoice = paidInvoice(back, line);
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
  const known = {
    id: customerId,
    object: "customer",
    customer: customerId,
    email,
    name,
    metadata: {},
    sandbox_card: "paid",
  };
  await keepObject(client, { ...known, created: Math.floor(now.getTime() / 1000) });
  await client.query("INSERT INTO subscription_customer (customer_id, tenant_id, email) VALUES ($1, $2, $3)", [
    customerId,
    tenantId,
    email,
  ]);
}

/** As the sandbox makes them (sandbox.objects), under the same names every time. */
const paidInvoice = (back: number, line: ReturnType<typeof paidMonth>) => ({
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
