import type { MigrationInterface, QueryRunner } from "typeorm";

/** Prices per unit with six decimals, such as 0.08215 per kilowatt-hour. Totals keep the currency's decimals. */
export class ItemPriceDecimals0045 implements MigrationInterface {
  name = "ItemPriceDecimals0000000000045";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE finance_item ALTER price TYPE numeric(18,6)");
  }

  async down(): Promise<void> {}
}
