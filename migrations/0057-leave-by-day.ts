import type { MigrationInterface, QueryRunner } from "typeorm";

/** Lists of leave are in the order of its days. */
export class LeaveByDay0057 implements MigrationInterface {
  name = "LeaveByDay0000000000057";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX leave_request_by_day ON leave_request (tenant_id, start_date DESC, id DESC)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX leave_request_by_day");
  }
}
