import type { MigrationInterface, QueryRunner } from "typeorm";

/** Nobody changes their own balance of leave, whatever calls it. What was written before stays. */
export class OwnBalance0063 implements MigrationInterface {
  name = "OwnBalance0000000000063";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_ledger ADD CONSTRAINT leave_ledger_not_ones_own
        CHECK (reason <> 'adjustment' OR actor_id IS DISTINCT FROM user_id) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE leave_ledger DROP CONSTRAINT leave_ledger_not_ones_own");
  }
}
