import type { MigrationInterface, QueryRunner } from "typeorm";

/** What is left of one's own subtasks is found over all tasks: My work asks for it. */
export class AssignedSubtasks0027 implements MigrationInterface {
  name = "AssignedSubtasks0000000000027";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX subtask_open_of ON subtask (tenant_id, assignee_id, task_id)
       WHERE assignee_id IS NOT NULL AND NOT completed`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX subtask_open_of");
  }
}
