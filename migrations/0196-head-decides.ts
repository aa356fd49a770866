import type { MigrationInterface, QueryRunner } from "typeorm";

const approvers = (list: string) => `
  ALTER TABLE request_step DROP CONSTRAINT request_step_approver_check;
  ALTER TABLE request_step ADD CONSTRAINT request_step_approver_check CHECK (approver IN (${list}))`;

/** A step may belong to the head of the requester's department. */
export class HeadDecides0196 implements MigrationInterface {
  name = "HeadDecides0000000000196";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(approvers("'manager', 'head', 'role', 'user'"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE request_step SET approver = 'user' WHERE approver = 'head'");
    await runner.query(approvers("'manager', 'role', 'user'"));
  }
}
