import type { MigrationInterface, QueryRunner } from "typeorm";

export class CountedDaysAndRates0049 implements MigrationInterface {
  name = "CountedDaysAndRates0000000000049";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The cost of each day when the leave was last counted, by date. Null for leave that was counted before this column existed.
      ALTER TABLE leave_request ADD counted jsonb CHECK (jsonb_typeof(counted) = 'object');

      -- Lines below zero are discounts, deposits and refunds. Prices of a line with gross include VAT, as some invoices state them.
      ALTER TABLE finance_item
        DROP CONSTRAINT finance_item_price_check,
        DROP CONSTRAINT finance_item_price_largest,
        DROP CONSTRAINT finance_item_total_largest,
        DROP CONSTRAINT finance_item_tax_check,
        DROP CONSTRAINT finance_item_net,
        DROP CONSTRAINT finance_item_tax,
        ADD gross boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT finance_item_price_largest CHECK (abs(price) <= 999999999999),
        ADD CONSTRAINT finance_item_total_largest CHECK (abs(total) <= 999999999999),
        -- round() rounds half away from zero. Multiplying by 0.01 is exact, unlike dividing by 100.
        ADD CONSTRAINT finance_item_net CHECK (
          CASE WHEN gross THEN total ELSE total - tax END
            = round(COALESCE(price, 0) * quantity * (100 - discount) * 0.01, decimals)),
        ADD CONSTRAINT finance_item_tax CHECK (tax = CASE WHEN gross
          THEN round(total * COALESCE(vat_percent, 0) / (100 + COALESCE(vat_percent, 0)), decimals)
          ELSE round((total - tax) * COALESCE(vat_percent, 0) * 0.01, decimals) END);
      -- The total of a draft may be below zero. A deposit without VAT can make the tax larger than what remains to be paid.
      DO $$
      BEGIN
        EXECUTE (SELECT 'ALTER TABLE finance_request DROP CONSTRAINT ' || quote_ident(conname) FROM pg_constraint
          WHERE conrelid = 'finance_request'::regclass AND pg_get_constraintdef(oid) LIKE '%(tax <= amount)%');
      END $$;
      ALTER TABLE finance_request
        DROP CONSTRAINT finance_request_amount_check,
        DROP CONSTRAINT finance_request_amount_largest,
        ADD CONSTRAINT finance_request_amount_check
          CHECK (amount >= 0 OR status IN ('draft', 'changes_requested', 'rejected', 'cancelled')),
        ADD CONSTRAINT finance_request_amount_largest CHECK (abs(amount) <= 999999999999),
        ADD CONSTRAINT finance_request_tax_largest CHECK (abs(tax) <= 999999999999);

      -- Rates per kilometre that applied until a day, which isn't included. The category has the present one.
      CREATE TABLE expense_km_rate (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        category_id bigint NOT NULL,
        until date NOT NULL,
        km_rate numeric(18,4) NOT NULL CHECK (km_rate > 0),
        PRIMARY KEY (tenant_id, category_id, until),
        FOREIGN KEY (tenant_id, category_id) REFERENCES expense_category (tenant_id, id) ON DELETE CASCADE
      );
      CALL fence_tenant_table('expense_km_rate');
      CREATE FUNCTION keep_km_rate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Of several changes on a day, the rate before the first one applied until then.
        INSERT INTO expense_km_rate (tenant_id, category_id, until, km_rate)
        VALUES (OLD.tenant_id, OLD.id, tenant_today(), OLD.km_rate) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER expense_category_km_rate AFTER UPDATE OF km_rate ON expense_category FOR EACH ROW
        WHEN (OLD.km_rate IS DISTINCT FROM NEW.km_rate AND NEW.km_rate IS NOT NULL AND OLD.km_rate IS NOT NULL)
        EXECUTE FUNCTION keep_km_rate()`);
  }

  async down(): Promise<void> {}
}
