import type { MigrationInterface, QueryRunner } from "typeorm";

export class CountedDaysAndRates0050 implements MigrationInterface {
  name = "CountedDaysAndRates0000000000050";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The cost of each day when the leave was last counted, by date. Null for leave that was counted before this column existed.
      ALTER TABLE leave_request ADD counted jsonb CHECK (jsonb_typeof(counted) = 'object');

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
