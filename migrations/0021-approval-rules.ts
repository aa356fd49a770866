import type { MigrationInterface, QueryRunner } from "typeorm";

/** What requests are called, in whose place a step is asked, and when who lets one wait is reminded or passed over. */
export class ApprovalRules0021 implements MigrationInterface {
  name = "ApprovalRules0000000000021";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What people call it, as it was when it was sent: notifications of every family speak of it.
      ALTER TABLE request ADD COLUMN title text CHECK (title <> '');
      -- Who was meant, where somebody else is asked.
      ALTER TABLE request_step ADD COLUMN meant_id bigint,
        ADD FOREIGN KEY (tenant_id, meant_id) REFERENCES app_user (tenant_id, id);
      CREATE INDEX request_step_waiting ON request_step (tenant_id, since) WHERE state = 'now';
      ALTER TABLE approval_rule ADD COLUMN version int NOT NULL DEFAULT 1;
      -- Each request is told by itself, however close together they come.
      ALTER TABLE notification ADD COLUMN request_id bigint,
        ADD FOREIGN KEY (tenant_id, request_id) REFERENCES request (tenant_id, id) ON DELETE CASCADE;
      CREATE INDEX notification_of_request ON notification (tenant_id, request_id) WHERE request_id IS NOT NULL;

      -- Without a row: after so many working days as shared/approvals/approvals.waiting.rules.ts says.
      CREATE TABLE approval_setting (
        tenant_id      bigint PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
        -- Null: never.
        remind_after   int CHECK (remind_after BETWEEN 1 AND 1000),
        remind_unit    text NOT NULL CHECK (remind_unit IN ('hours', 'days')),
        escalate_after int CHECK (escalate_after BETWEEN 1 AND 1000),
        escalate_unit  text NOT NULL CHECK (escalate_unit IN ('hours', 'days')),
        version        int NOT NULL DEFAULT 1
      );
      CALL fence_tenant_table('approval_setting');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE approval_setting;
      ALTER TABLE notification DROP COLUMN request_id;
      ALTER TABLE approval_rule DROP COLUMN version;
      DROP INDEX request_step_waiting;
      ALTER TABLE request_step DROP COLUMN meant_id;
      ALTER TABLE request DROP COLUMN title;
    `);
  }
}
