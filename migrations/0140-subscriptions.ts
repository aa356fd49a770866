import type { MigrationInterface, QueryRunner } from "typeorm";

/** What organisations have subscribed to, what the payment provider has told, and the provider of the sandbox. */
export class Subscriptions0140 implements MigrationInterface {
  name = "Subscriptions0000000000140";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether a plan no longer counts. One that renews by itself gets two days: the provider's events may be late, and
      -- the daily comparison finds what was never sent.
      CREATE FUNCTION plan_is_over(ends_at timestamptz, renews boolean) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
        RETURN COALESCE(ends_at + CASE WHEN renews THEN interval '2 days' ELSE interval '0' END <= now(), false);

      -- The end that screens have been told of; the guards go by the clock and don't ask for it.
      ALTER TABLE tenant ADD COLUMN plan_expired_at timestamptz;

      -- Whose customer is whose. Read by workers before any tenant is known.
      CREATE TABLE subscription_customer (
        customer_id  text PRIMARY KEY,
        tenant_id    bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        email        text,
        card_brand   text,
        card_last4   text,
        card_expires text CHECK (card_expires ~ '^[0-9]{4}-[0-9]{2}$'),
        synced_at    timestamptz,
        UNIQUE (tenant_id)
      );

      CREATE TABLE subscription (
        id               bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        tenant_id        bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        provider_id      text NOT NULL,
        plan_id          bigint NOT NULL REFERENCES plan,
        billing_period   text NOT NULL CHECK (billing_period IN ('monthly', 'annual')),
        state            text NOT NULL CHECK (state IN ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
        period_starts_at timestamptz NOT NULL,
        period_ends_at   timestamptz NOT NULL CHECK (period_ends_at >= period_starts_at),
        -- What takes its place at the period's end.
        next_plan_id     bigint REFERENCES plan,
        next_period      text CHECK (next_period IN ('monthly', 'annual')),
        created_at       timestamptz NOT NULL,
        ended_at         timestamptz CHECK ((ended_at IS NOT NULL) = (state = 'expired')),
        UNIQUE (tenant_id, provider_id)
      );
      -- Nobody pays for two plans at once.
      CREATE UNIQUE INDEX one_live_subscription ON subscription (tenant_id) WHERE state <> 'expired';

      CREATE TABLE subscription_checkout (
        tenant_id      bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        session_id     text NOT NULL,
        plan_id        bigint NOT NULL REFERENCES plan,
        billing_period text NOT NULL CHECK (billing_period IN ('monthly', 'annual')),
        state          text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'expired')),
        created_at     timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, session_id)
      );

      CREATE TABLE subscription_invoice (
        tenant_id        bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        provider_id      text NOT NULL,
        number           text,
        description      text NOT NULL DEFAULT '',
        state            text NOT NULL CHECK (state IN ('draft', 'open', 'paid', 'uncollectible', 'void')),
        currency         text NOT NULL,
        amount_due       numeric(12,2) NOT NULL,
        amount_paid      numeric(12,2) NOT NULL,
        amount_remaining numeric(12,2) NOT NULL,
        issued_at        timestamptz NOT NULL,
        due_at           timestamptz,
        hosted_url       text,
        pdf_url          text,
        PRIMARY KEY (tenant_id, provider_id)
      );

      -- What the comparison with the provider has found and put right.
      CREATE TABLE subscription_repair (
        id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        tenant_id   bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        found_at    timestamptz NOT NULL DEFAULT now(),
        differences jsonb NOT NULL
      );
      CREATE INDEX subscription_repair_tenant ON subscription_repair (tenant_id, found_at);

      -- Of a plan that ends people are reminded once for each of the days before.
      CREATE TABLE subscription_reminder (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        ends_at   timestamptz NOT NULL,
        days      int NOT NULL,
        PRIMARY KEY (tenant_id, ends_at, days)
      );

      -- What the provider has sent, once each. It comes before any tenant is known; whoever serves calls may add to it and
      -- mark what was done with it, and reads no content.
      CREATE TABLE provider_event (
        id          text PRIMARY KEY,
        kind        text NOT NULL,
        customer_id text,
        payload     jsonb NOT NULL,
        state       text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'applied', 'unknown', 'foreign', 'failed')),
        attempts    int NOT NULL DEFAULT 0,
        error       text,
        received_at timestamptz NOT NULL DEFAULT now(),
        settled_at  timestamptz CHECK ((settled_at IS NULL) = (state = 'pending'))
      );
      CREATE INDEX provider_event_pending ON provider_event (received_at) WHERE state = 'pending';
      GRANT INSERT, SELECT (id, state), UPDATE (state, settled_at, error) ON provider_event TO portal_app;
      GRANT SELECT, UPDATE (state, settled_at, error, attempts) ON provider_event TO portal_worker;

      -- Without a provider's key: what the sandbox in its place knows. Not the organisations': each object has its customer.
      CREATE TABLE sandbox_object (
        id         text PRIMARY KEY,
        kind       text NOT NULL,
        customer   text,
        object     jsonb NOT NULL,
        place      bigint GENERATED ALWAYS AS IDENTITY
      );
      CREATE INDEX sandbox_object_customer ON sandbox_object (customer, kind, place);
      GRANT SELECT, INSERT, UPDATE ON sandbox_object TO portal_app, portal_worker;
    `);
    for (const table of ["customer", "checkout", "invoice", "repair", "reminder"]) {
      await runner.query(`CALL fence_tenant_table('subscription_${table}')`);
    }
    await runner.query(`
      CALL fence_tenant_table('subscription');
      CREATE POLICY worker_sees_all ON subscription_customer FOR SELECT TO portal_worker USING (true);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sandbox_object, provider_event, subscription_reminder, subscription_repair, subscription_invoice,
        subscription_checkout, subscription, subscription_customer;
      ALTER TABLE tenant DROP COLUMN plan_expired_at;
      DROP FUNCTION plan_is_over(timestamptz, boolean);
    `);
  }
}
