import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many subtasks somebody has, done ones as well, is counted before they get another. */
export class SubtasksOfSomebody0361 implements MigrationInterface {
  name = "SubtasksOfSomebody0000000000361";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX subtask_of ON subtask (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX subtask_of");
  }
}
