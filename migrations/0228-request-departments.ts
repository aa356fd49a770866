import type { MigrationInterface, QueryRunner } from "typeorm";

/** A department's requests are asked for by their department: by analytics, and whether it ever had one. */
export class RequestDepartments0228 implements MigrationInterface {
  name = "RequestDepartments0000000000228";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX request_department ON request (tenant_id, department_id)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX request_department");
  }
}
