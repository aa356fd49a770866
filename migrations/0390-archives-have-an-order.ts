import type { MigrationInterface, QueryRunner } from "typeorm";

/** What was put away last is shown first: of an archive of hundreds of thousands a page was sorted out of all of them. */
export class ArchivesHaveAnOrder0390 implements MigrationInterface {
  name = "ArchivesHaveAnOrder0000000000390";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX task_archived ON task (tenant_id, project_id, archived_at DESC, id) WHERE archived_at IS NOT NULL",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX task_archived");
  }
}
