import type { MigrationInterface, QueryRunner } from "typeorm";

/** Leave that HR enters for somebody keeps who entered it. */
export class LeaveEntered0056 implements MigrationInterface {
  name = "LeaveEntered0000000000056";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_request
        ADD COLUMN entered_by bigint,
        -- Never for oneself: that would be an approval of one's own leave.
        ADD CONSTRAINT leave_entered_for_others CHECK (entered_by <> user_id),
        ADD FOREIGN KEY (tenant_id, entered_by) REFERENCES app_user (tenant_id, id) ON DELETE SET NULL (entered_by);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE leave_request DROP COLUMN entered_by");
  }
}
