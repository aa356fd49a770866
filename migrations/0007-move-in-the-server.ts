import type { MigrationInterface, QueryRunner } from "typeorm";

/** Moves and their ranks are computed by the server only (server/work/tasks/tasks.move.ts). */
export class MoveInTheServer0007 implements MigrationInterface {
  name = "MoveInTheServer0000000000007";
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION move_task(bigint, int, int, int, bigint, bigint, text, bigint, bigint, int, int, bigint, jsonb);
      DROP FUNCTION rank_between(text, text);
      DROP FUNCTION rank_before(text);
      DROP FUNCTION rank_after(text);
      DROP FUNCTION rank_fraction(text, text);
      DROP FUNCTION rank_head(text);`);
  }
  async down(): Promise<void> {}
}
