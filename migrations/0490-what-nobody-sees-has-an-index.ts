import type { MigrationInterface, QueryRunner } from "typeorm";

/** Somebody's latest that come by mail or push alone: a further one joins them. Those that are shown have the index of the inbox. */
export class WhatNobodySeesHasAnIndex0490 implements MigrationInterface {
  name = "WhatNobodySeesHasAnIndex0000000000490";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX notification_not_shown ON notification (tenant_id, user_id, created_at DESC) WHERE NOT shown",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX notification_not_shown");
  }
}
