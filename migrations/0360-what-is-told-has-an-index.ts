import type { MigrationInterface, QueryRunner } from "typeorm";

const moves = "(type <> 'task.moved' OR data->'task_status_id' <> data->'from_task_status_id')";
const untold = "reaction.added,reaction.removed,subtask.sorted,watcher.added,watcher.removed,attachment.previewed";
const silent = "subtask.created,column.sorted,column.rebalanced,tag.created,tag.updated,tag.deleted";

/**
 * The history of a task and the feed of a project are read by indexes of their lines alone: what has none (a card moved up and down in its
 * column, somebody who watches and doesn't) may be most of a log. The conditions are those of server/activity/activity.policy.ts, word by word.
 */
export class WhatIsToldHasAnIndex0360 implements MigrationInterface {
  name = "WhatIsToldHasAnIndex0000000000360";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX domain_event_history ON domain_event (tenant_id, task_id, id)
        WHERE task_id IS NOT NULL AND NOT type = ANY('{${untold}}'::text[]) AND ${moves};
      CREATE INDEX domain_event_feed ON domain_event (tenant_id, stream, revision)
        WHERE NOT type = ANY('{${silent},${untold}}'::text[]) AND ${moves};`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX domain_event_history, domain_event_feed");
  }
}
