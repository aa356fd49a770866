import { sql } from "../../platform/database/unit-of-work";

/** Locks the customer during provider calls, so that later responses are written later. */
export const lockCustomer = sql(
  "subscription.lockCustomer",
  "SELECT customer_id FROM subscription_customer WHERE tenant_id = current_tenant() FOR UPDATE",
);
export const selectOpenCheckouts = sql(
  "subscription.openCheckouts",
  "SELECT session_id FROM subscription_checkout WHERE tenant_id = current_tenant() AND state = 'open' ORDER BY created_at",
);
export const updateCheckoutState = sql(
  "subscription.settleCheckout",
  `UPDATE subscription_checkout SET state = $2
   WHERE tenant_id = current_tenant() AND session_id = $1 AND state = 'open' RETURNING session_id`,
);
export const selectStoredSubscriptions = sql(
  "subscription.stored",
  `SELECT s.provider_id, s.state, p.code AS plan, s.billing_period AS period FROM subscription s JOIN plan p ON p.id = s.plan_id
   WHERE s.tenant_id = current_tenant()`,
);
export const upsertSubscription = sql(
  "subscription.save",
  `INSERT INTO subscription AS s (tenant_id, provider_id, plan_id, billing_period, state, period_starts_at, period_ends_at,
     next_plan_id, next_period, created_at, ended_at)
   SELECT current_tenant(), $1, p.id, $3, $4, $5, $6, (SELECT id FROM plan WHERE code = $7), $8, $9, $10
   FROM plan p WHERE p.code = $2
   ON CONFLICT (tenant_id, provider_id) DO UPDATE SET plan_id = EXCLUDED.plan_id, billing_period = EXCLUDED.billing_period,
     state = EXCLUDED.state, period_starts_at = EXCLUDED.period_starts_at, period_ends_at = EXCLUDED.period_ends_at,
     next_plan_id = EXCLUDED.next_plan_id, next_period = EXCLUDED.next_period, ended_at = EXCLUDED.ended_at
   WHERE (s.plan_id, s.billing_period, s.state, s.period_starts_at, s.period_ends_at, s.next_plan_id, s.next_period, s.ended_at)
     IS DISTINCT FROM (EXCLUDED.plan_id, EXCLUDED.billing_period, EXCLUDED.state, EXCLUDED.period_starts_at,
       EXCLUDED.period_ends_at, EXCLUDED.next_plan_id, EXCLUDED.next_period, EXCLUDED.ended_at)
   RETURNING provider_id`,
);
/**
 * Plan and period of an invoice never change. If the lookup key of a price was transferred to a newer price, the plan is unknown and the
 * stored values are kept.
 */
export const upsertInvoice = sql(
  "subscription.saveInvoice",
  `INSERT INTO subscription_invoice AS i (tenant_id, provider_id, number, description, state, currency, amount_due, amount_paid,
     amount_remaining, issued_at, due_at, hosted_url, pdf_url, plan_id, period_starts_at, period_ends_at)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (SELECT id FROM plan WHERE code = $13), $14, $15)
   ON CONFLICT (tenant_id, provider_id) DO UPDATE SET number = EXCLUDED.number, description = EXCLUDED.description,
     state = EXCLUDED.state, amount_due = EXCLUDED.amount_due, amount_paid = EXCLUDED.amount_paid,
     amount_remaining = EXCLUDED.amount_remaining, due_at = EXCLUDED.due_at, hosted_url = EXCLUDED.hosted_url,
     pdf_url = EXCLUDED.pdf_url, plan_id = COALESCE(EXCLUDED.plan_id, i.plan_id),
     period_starts_at = COALESCE(EXCLUDED.period_starts_at, i.period_starts_at),
     period_ends_at = COALESCE(EXCLUDED.period_ends_at, i.period_ends_at)
   WHERE (i.number, i.state, i.amount_due, i.amount_paid, i.amount_remaining, i.due_at, i.hosted_url, i.pdf_url)
     IS DISTINCT FROM (EXCLUDED.number, EXCLUDED.state, EXCLUDED.amount_due, EXCLUDED.amount_paid, EXCLUDED.amount_remaining,
       EXCLUDED.due_at, EXCLUDED.hosted_url, EXCLUDED.pdf_url)
     OR EXCLUDED.plan_id IS NOT NULL AND (i.plan_id, i.period_starts_at, i.period_ends_at)
       IS DISTINCT FROM (EXCLUDED.plan_id, EXCLUDED.period_starts_at, EXCLUDED.period_ends_at)
   RETURNING provider_id`,
);
export const selectInvoiceStates = sql(
  "subscription.invoiceStates",
  "SELECT provider_id, state FROM subscription_invoice WHERE tenant_id = current_tenant()",
);
export const updateCustomer = sql(
  "subscription.saveCustomer",
  `UPDATE subscription_customer SET email = $1, card_brand = $2, card_last4 = $3, card_expires = $4, synced_at = now()
   WHERE tenant_id = current_tenant()`,
);
/** Whether the tenant continued as a free plan after this end, which late reports of the ended subscription must not undo. */
const continuedAsFree = (end: string) =>
  `(SELECT code FROM plan current WHERE current.id = tenant.plan_id) = 'free' AND tenant.plan_starts_at >= ${end}`;

/** Grants a plan; creating users or projects locks the same row. $1 plan, $2 billing period, $3 start, $4 end, $5 whether it renews. */
export const updateTenantPlan = sql(
  "subscription.grantPlan",
  `UPDATE tenant SET plan_id = p.id, billing_period = $2, plan_starts_at = $3, plan_ends_at = $4, auto_renew = $5
   FROM plan p
   WHERE tenant.id = current_tenant() AND p.code = $1
     AND ($5::boolean OR (${continuedAsFree("$4::timestamptz")}) IS NOT TRUE)
     AND (plan_id, billing_period, plan_starts_at, plan_ends_at, auto_renew) IS DISTINCT FROM (p.id, $2::text, $3::timestamptz, $4::timestamptz, $5::boolean)
   RETURNING tenant.id`,
);
/**
 * Ends the paid plan, so that calls return 402 from now on. $1 end, limited to the planned end and the current time. $2 and $3 final plan
 * and period, which may have changed just before the end without being synchronized. $4 end of the last period, which Stripe may report
 * long after it.
 */
export const updateTenantPlanEnded = sql(
  "subscription.endPlan",
  `UPDATE tenant SET plan_id = p.id, billing_period = $3, plan_ends_at = LEAST(plan_ends_at, $1, now()), auto_renew = false
   FROM plan p WHERE tenant.id = current_tenant() AND p.code = $2
     AND (${continuedAsFree("LEAST($1, $4::timestamptz)")}) IS NOT TRUE RETURNING tenant.id`,
);
export const insertRepair = sql(
  "subscription.reportRepair",
  "INSERT INTO subscription_repair (tenant_id, differences) VALUES (current_tenant(), $1::jsonb)",
);
