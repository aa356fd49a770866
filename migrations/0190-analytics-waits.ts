import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What tasks wait for, each time that was changed, as the log says it: asked of the log itself for a whole project, it would
 * take seconds. Written by the reader of the log alone (docs/decisions/0150-analytics-out-of-the-log.md).
 */
export class AnalyticsWaits0190 implements MigrationInterface {
  name = "AnalyticsWaits0000000000190";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analytics_wait (
        tenant_id   bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id  bigint NOT NULL,
        revision    bigint NOT NULL,
        task_id     bigint NOT NULL,
        at          timestamptz NOT NULL,
        -- From then on it waits for these; none: for nothing any more.
        blocker_ids bigint[] NOT NULL,
        PRIMARY KEY (tenant_id, project_id, revision),
        FOREIGN KEY (tenant_id, project_id) REFERENCES analytics_project ON DELETE CASCADE
      );
      CREATE INDEX analytics_wait_task ON analytics_wait (tenant_id, project_id, task_id, revision);

      -- Of what was read before there was such a table.
      INSERT INTO analytics_wait (tenant_id, project_id, revision, task_id, at, blocker_ids)
      SELECT a.tenant_id, a.project_id, e.revision, e.task_id, e.at,
             ARRAY(SELECT b::bigint FROM jsonb_array_elements_text(e.data->'blocker_ids') b)
      FROM analytics_project a
      JOIN domain_event e ON e.tenant_id = a.tenant_id AND e.stream = 'project:' || a.project_id AND e.revision <= a.revision
      JOIN analytics_task t ON t.tenant_id = a.tenant_id AND t.project_id = a.project_id AND t.task_id = e.task_id
      WHERE e.type IN ('task.created', 'task.arrived', 'task.updated', 'task.restored') AND e.data ? 'blocker_ids'
        AND (e.type = 'task.updated' OR e.data->'blocker_ids' <> '[]')
        AND NOT EXISTS (SELECT FROM domain_event g WHERE g.tenant_id = e.tenant_id AND g.stream = e.stream
          AND g.task_id = e.task_id AND g.revision > e.revision AND g.revision <= a.revision
          AND g.type IN ('task.left', 'task.deleted'));
    `);
    await runner.query("CALL fence_tenant_table('analytics_wait')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE analytics_wait");
  }
}
