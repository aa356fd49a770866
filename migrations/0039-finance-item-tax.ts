import type { MigrationInterface, QueryRunner } from "typeorm";

/** Existing items keep their amounts: without a discount and a VAT rate, the total is price × quantity as before. */
export class FinanceItemTax0039 implements MigrationInterface {
  name = "FinanceItemTax0000000000039";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE finance_item
        DROP CONSTRAINT finance_item_total,
        ALTER COLUMN quantity TYPE numeric(10,3),
        -- Percent of the line.
        ADD discount numeric(5,2) NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND 100),
        ADD vat_rate_id bigint,
        -- Percentage of the rate when it was chosen.
        ADD vat_percent numeric(5,2) CHECK (vat_percent BETWEEN 0 AND 100),
        ADD cost_account_id bigint,
        -- Part of the total.
        ADD tax numeric(18,4) NOT NULL DEFAULT 0 CHECK (tax >= 0),
        ADD CHECK (num_nulls(vat_rate_id, vat_percent) IN (0, 2)),
        -- round() rounds half away from zero, which is half up for amounts from 0. Multiplying by 0.01 is exact, unlike dividing by 100.
        ADD CONSTRAINT finance_item_net
          CHECK (total - tax = round(COALESCE(price, 0) * quantity * (100 - discount) * 0.01, decimals)),
        ADD CONSTRAINT finance_item_tax CHECK (tax = round((total - tax) * COALESCE(vat_percent, 0) * 0.01, decimals)),
        ADD FOREIGN KEY (tenant_id, vat_rate_id) REFERENCES vat_rate (tenant_id, id),
        ADD FOREIGN KEY (tenant_id, cost_account_id) REFERENCES cost_account (tenant_id, id);
      CREATE INDEX finance_item_vat_rate ON finance_item (tenant_id, vat_rate_id) WHERE vat_rate_id IS NOT NULL;
      CREATE INDEX finance_item_cost_account ON finance_item (tenant_id, cost_account_id) WHERE cost_account_id IS NOT NULL;

      -- Part of the amount.
      ALTER TABLE finance_request ADD tax numeric(18,4) NOT NULL DEFAULT 0 CHECK (tax BETWEEN 0 AND amount);

      CREATE OR REPLACE FUNCTION finance_request_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        tenant bigint;
        wanted bigint;
        f finance_request;
      BEGIN
        IF TG_TABLE_NAME = 'finance_item' THEN
          IF TG_OP = 'DELETE' THEN
            tenant := OLD.tenant_id; wanted := OLD.request_id;
          ELSE
            tenant := NEW.tenant_id; wanted := NEW.request_id;
          END IF;
        ELSE
          tenant := NEW.tenant_id; wanted := NEW.id;
        END IF;
        SELECT * INTO f FROM finance_request WHERE tenant_id = tenant AND id = wanted;
        IF NOT FOUND THEN RETURN NULL; END IF;
        IF (f.amount, f.tax) <> (
          SELECT COALESCE(sum(total), 0), COALESCE(sum(tax), 0) FROM finance_item
          WHERE tenant_id = f.tenant_id AND request_id = f.id
        ) THEN
          RAISE EXCEPTION 'finance request %: its amounts are not the sums of its items', f.id USING ERRCODE = 'check_violation';
        END IF;
        IF f.status NOT IN ('draft', 'cancelled') AND (f.number IS NULL OR f.rate IS NULL) THEN
          RAISE EXCEPTION 'finance request %: sent without number or rate', f.id USING ERRCODE = 'check_violation';
        END IF;
        IF f.status IN ('paid', 'archived') AND f.paid_on IS NULL THEN
          RAISE EXCEPTION 'finance request %: paid without a day', f.id USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER finance_request_whole ON finance_request;
      CREATE CONSTRAINT TRIGGER finance_request_whole AFTER INSERT OR UPDATE OF amount, tax, status, number ON finance_request
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION finance_request_is_whole()`);
  }

  async down(): Promise<void> {}
}
