import type { MigrationInterface, QueryRunner } from "typeorm";

/** Route of a step that decides two consecutive steps of its rule because both have the same approver. */
export class MergedApprovalSteps0051 implements MigrationInterface {
  name = "MergedApprovalSteps0000000000051";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE request_step DROP CONSTRAINT request_step_route_check, ADD CONSTRAINT request_step_route_check
        CHECK (route IN ('rule', 'upward', 'away', 'no_right', 'escalated', 'administrators', 'four_eyes', 'alone', 'same_person',
          'handed', 'absent', 'last_resort'));
    `);
  }

  async down(): Promise<void> {}
}
