import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Someone may have decided a hundred thousand requests: which, and the latest of them, is read from indexes alone. One goes
 * by when it was decided (what I decided), one by the request (lists of requests).
 */
export class DecidedRequests0028 implements MigrationInterface {
  name = "DecidedRequests0000000000028";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX request_step_decided;
      CREATE INDEX request_step_decided ON request_step (tenant_id, decided_by, decided_at DESC, id DESC)
        INCLUDE (request_id) WHERE decided_by IS NOT NULL;
      CREATE INDEX request_step_decided_request ON request_step (tenant_id, decided_by, request_id DESC)
        WHERE decided_by IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX request_step_decided_request;
      DROP INDEX request_step_decided;
      CREATE INDEX request_step_decided ON request_step (tenant_id, decided_by, decided_at DESC) WHERE decided_by IS NOT NULL;
    `);
  }
}
