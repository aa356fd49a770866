import type { MigrationInterface, QueryRunner } from "typeorm";

export class NotificationTask0033 implements MigrationInterface {
  name = "NotificationTask0000000000033";
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For removing the notifications of a deleted task.
      CREATE INDEX notification_task ON notification (tenant_id, task_id) WHERE task_id IS NOT NULL`);
  }
  async down(): Promise<void> {}
}
