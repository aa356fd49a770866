import type { MigrationInterface, QueryRunner } from "typeorm";

const columns: [table: string, column: string][] = [
  ["finance_request", "amount"],
  ["finance_request", "home_amount"],
  ["finance_request", "cost"],
  ["finance_item", "price"],
  ["finance_item", "total"],
  ["finance_entry", "amount"],
  ["finance_budget", "amount"],
];

/**
 * No amount of money is larger than the largest that every layer knows. What was kept before stays as it is until it is
 * changed.
 */
export class LargestAmount0040 implements MigrationInterface {
  name = "LargestAmount0000000000040";

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns) {
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_largest CHECK (${column} <= 999999999999) NOT VALID`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_largest`);
    }
  }
}
