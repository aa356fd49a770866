import { sql } from "../../platform/database/unit-of-work";

export const selectBilling = sql(
  "subscription.billing",
  `SELECT t.name, t.plan_id, p.code AS plan, p.sort_order AS rank, t.billing_period AS period, t.plan_starts_at AS starts_at,
          t.plan_ends_at AS ends_at, plan_is_over(t.plan_ends_at, t.auto_renew) AS over, t.auto_renew, c.customer_id, c.email,
          c.card_brand, c.card_last4, c.card_expires, s.provider_id, s.state, n.code AS next_plan,
          CASE s.next_period WHEN 'annual' THEN n.annual_price WHEN 'monthly' THEN n.monthly_price END::text AS next_price,
          (SELECT code FROM plan x WHERE x.id = s.plan_id) AS live_plan,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active) AS users,
          (SELECT count(*)::int FROM project j WHERE j.tenant_id = t.id AND j.archived_at IS NULL) AS projects
   FROM tenant t JOIN plan p ON p.id = t.plan_id
   LEFT JOIN subscription_customer c ON c.tenant_id = t.id
   LEFT JOIN subscription s ON s.tenant_id = t.id AND s.state <> 'expired'
   LEFT JOIN plan n ON n.id = s.next_plan_id
   WHERE t.id = current_tenant()`,
);
export const selectPlanById = sql(
  "subscription.planById",
  `SELECT id, code, sort_order AS rank, monthly_price::text AS monthly, annual_price::text AS annual, user_limit, project_limit
   FROM plan WHERE id = $1`,
);
export const insertCustomer = sql(
  "subscription.addCustomer",
  `INSERT INTO subscription_customer (tenant_id, customer_id, email) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id) DO UPDATE SET email = subscription_customer.email RETURNING customer_id`,
);
export const insertCheckout = sql(
  "subscription.addCheckout",
  `INSERT INTO subscription_checkout (tenant_id, session_id, plan_id, billing_period)
   VALUES (current_tenant(), $1, $2, $3) ON CONFLICT DO NOTHING`,
);
export const selectInvoices = sql(
  "subscription.invoices",
  `SELECT i.provider_id AS id, i.number, i.description, i.state, i.currency, i.amount_due::text, i.amount_paid::text,
          i.amount_remaining::text, i.issued_at, i.due_at, i.hosted_url, i.pdf_url,
          p.code AS plan, i.period_starts_at, i.period_ends_at
   FROM subscription_invoice i LEFT JOIN plan p ON p.id = i.plan_id
   WHERE i.tenant_id = current_tenant() ORDER BY i.issued_at DESC, i.provider_id DESC LIMIT 100`,
);
export const selectPayingUsers = sql(
  "subscription.payers",
  `SELECT u.id, u.fullname FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND 'subscription-create-request' = ANY (r.permissions)
   ORDER BY u.fullname COLLATE reader, u.id`,
);
export const countInvited = sql(
  "subscription.invited",
  `SELECT count(*)::int AS invited FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.invited_at IS NOT NULL`,
);
