-- Subscriptions and payments, data exports, and what the operator keeps of deleted tenants.

-- Customers at the payment provider. Read by workers before the tenant is known.
CREATE TABLE subscription_customer (
  customer_id text PRIMARY KEY,
  tenant_id bigint NOT NULL UNIQUE REFERENCES tenant ON DELETE CASCADE,
  email text,
  card_brand text,
  card_last4 text,
  card_expires text CHECK (card_expires ~ '^[0-9]{4}-[0-9]{2}$'),
  synced_at timestamptz
);
CALL fence_tenant_table('subscription_customer');
CREATE POLICY worker_sees_all ON subscription_customer FOR SELECT TO portal_worker USING (true);

CREATE TABLE subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  provider_id text NOT NULL,
  plan_id bigint NOT NULL REFERENCES plan,
  billing_period text NOT NULL CHECK (billing_period IN ('monthly', 'annual')),
  state text NOT NULL CHECK (state IN ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
  period_starts_at timestamptz NOT NULL,
  period_ends_at timestamptz NOT NULL,
  -- Takes effect at the end of the period.
  next_plan_id bigint REFERENCES plan,
  next_period text CHECK (next_period IN ('monthly', 'annual')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (tenant_id, provider_id),
  CHECK (period_ends_at >= period_starts_at),
  CHECK ((ended_at IS NOT NULL) = (state = 'expired'))
);
-- One live subscription per tenant.
CREATE UNIQUE INDEX one_live_subscription ON subscription (tenant_id) WHERE state <> 'expired';
CREATE INDEX subscription_past_due ON subscription (tenant_id) WHERE state = 'past_due';
CALL fence_tenant_table('subscription');
-- For the schedule that checks open payments of all tenants.
CREATE POLICY worker_sees_past_due ON subscription FOR SELECT TO portal_worker USING (state = 'past_due');

CREATE TABLE subscription_checkout (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  session_id text NOT NULL,
  plan_id bigint NOT NULL REFERENCES plan,
  billing_period text NOT NULL CHECK (billing_period IN ('monthly', 'annual')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'expired')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, session_id)
);
CREATE INDEX subscription_checkout_open ON subscription_checkout (tenant_id) WHERE state = 'open';
CALL fence_tenant_table('subscription_checkout');
-- For the schedule that checks open payments of all tenants.
CREATE POLICY worker_sees_open ON subscription_checkout FOR SELECT TO portal_worker USING (state = 'open');

CREATE TABLE subscription_invoice (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  provider_id text NOT NULL,
  number text,
  description text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
  currency text NOT NULL,
  amount_due numeric(12,2) NOT NULL,
  amount_paid numeric(12,2) NOT NULL,
  amount_remaining numeric(12,2) NOT NULL,
  issued_at timestamptz NOT NULL,
  due_at timestamptz,
  hosted_url text,
  pdf_url text,
  plan_id bigint REFERENCES plan,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  PRIMARY KEY (tenant_id, provider_id),
  CONSTRAINT subscription_invoice_plan_with_period
    CHECK (num_nonnulls(plan_id, period_starts_at, period_ends_at) IN (0, 3)),
  CONSTRAINT subscription_invoice_period CHECK (period_ends_at > period_starts_at)
);
CALL fence_tenant_table('subscription_invoice');

-- Differences found and corrected by the comparison with the provider.
CREATE TABLE subscription_repair (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  found_at timestamptz NOT NULL DEFAULT now(),
  differences jsonb NOT NULL
);
CREATE INDEX subscription_repair_tenant ON subscription_repair (tenant_id, found_at);
CALL fence_tenant_table('subscription_repair');

-- Sent reminders of an ending plan, one per number of days before.
CREATE TABLE subscription_reminder (
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  ends_at timestamptz NOT NULL,
  days int NOT NULL,
  PRIMARY KEY (tenant_id, ends_at, days)
);
CALL fence_tenant_table('subscription_reminder');

-- Events of the payment provider, each stored once, before the tenant is known. Servers can insert and settle them, but
-- not read their content.
CREATE TABLE provider_event (
  id text PRIMARY KEY,
  kind text NOT NULL,
  customer_id text,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'applied', 'unknown', 'foreign', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  error text,
  received_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((settled_at IS NULL) = (state = 'pending'))
);
CREATE INDEX provider_event_pending ON provider_event (received_at) WHERE state = 'pending';
GRANT INSERT, SELECT (id, state), UPDATE (state, settled_at, error) ON provider_event TO portal_app;
GRANT SELECT, UPDATE (state, settled_at, error, attempts) ON provider_event TO portal_worker;

-- State of the sandbox that replaces the payment provider without a key.
CREATE TABLE sandbox_object (
  id text PRIMARY KEY,
  kind text NOT NULL,
  customer text,
  object jsonb NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX sandbox_object_customer ON sandbox_object (customer, kind, place);
GRANT SELECT, INSERT, UPDATE ON sandbox_object TO portal_app, portal_worker;

-- Exports of one user's or all data, created by a worker and available for a day.
CREATE TABLE data_export (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('person', 'organisation')),
  -- Requester and, for a user's export, its subject.
  user_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'ready', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  -- A worker without sign of life until then has crashed.
  leased_until timestamptz,
  done int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  file_id bigint,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  UNIQUE (tenant_id, id),
  CHECK (done BETWEEN 0 AND total),
  CHECK ((state = 'ready') = (file_id IS NOT NULL)),
  CHECK ((state IN ('ready', 'failed')) = (expires_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_id) REFERENCES file (tenant_id, id)
);
-- One running export per user and kind.
CREATE UNIQUE INDEX data_export_under_way ON data_export (tenant_id, user_id, kind)
  WHERE state IN ('waiting', 'running');
CREATE INDEX data_export_file ON data_export (tenant_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX data_export_user ON data_export (tenant_id, user_id);
CALL fence_tenant_table('data_export');

CREATE FUNCTION drop_export_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM file WHERE tenant_id = OLD.tenant_id AND id = OLD.file_id;
  RETURN NULL;
END $$;
CREATE TRIGGER data_export_files AFTER DELETE ON data_export FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION drop_export_file();

-- Deleted tenants. Only the database's owner can read this table and kept_invoice, so neither has grants.
CREATE TABLE tenant_deletion (
  -- Id of the deleted tenant.
  former_id bigint PRIMARY KEY,
  name text NOT NULL,
  domains text[] NOT NULL,
  -- At the payment provider, which needs it to delete its data.
  customer_id text,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Number of rows per table, and of files.
  removed jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(removed) = 'object')
);

-- Invoices by plan code, since plans may be deleted.
CREATE TABLE kept_invoice (
  provider_id text PRIMARY KEY,
  former_id bigint NOT NULL REFERENCES tenant_deletion (former_id),
  number text,
  description text NOT NULL,
  state text NOT NULL,
  currency text NOT NULL,
  amount_due numeric(12,2) NOT NULL,
  amount_paid numeric(12,2) NOT NULL,
  issued_at timestamptz NOT NULL,
  due_at timestamptz,
  pdf_url text,
  plan_code text,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  CONSTRAINT kept_invoice_plan_with_period CHECK (num_nonnulls(plan_code, period_starts_at, period_ends_at) IN (0, 3)),
  CONSTRAINT kept_invoice_period CHECK (period_ends_at > period_starts_at)
);
CREATE INDEX kept_invoice_of ON kept_invoice (former_id);
