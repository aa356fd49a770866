import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What the operator keeps of an organisation whose data was deleted: that it was, and the invoices that it was charged with. For
 * the database's owner alone; neither role of the product reads it.
 */
export class TenantDeletion0210 implements MigrationInterface {
  name = "TenantDeletion0000000000210";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenant_deletion (
        -- The number that it had; no key leads anywhere any more.
        former_id    bigint PRIMARY KEY,
        name         text NOT NULL,
        domains      text[] NOT NULL,
        -- Who it is at the payment provider: what was sent of it is removed by that.
        customer_id  text,
        begun_at     timestamptz NOT NULL DEFAULT now(),
        ended_at     timestamptz,
        -- How many rows of which table, and how many files.
        removed      jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(removed) = 'object')
      );
      CREATE TABLE kept_invoice (
        provider_id text PRIMARY KEY,
        former_id   bigint NOT NULL REFERENCES tenant_deletion,
        number      text,
        description text NOT NULL,
        state       text NOT NULL,
        currency    text NOT NULL,
        amount_due  numeric(12,2) NOT NULL,
        amount_paid numeric(12,2) NOT NULL,
        issued_at   timestamptz NOT NULL,
        due_at      timestamptz,
        pdf_url     text
      );
      CREATE INDEX kept_invoice_of ON kept_invoice (former_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE kept_invoice, tenant_deletion");
  }
}
