import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What analytics reads, made out of the event log and never written by anybody else: it can be thrown away and made
 * again from revision 1. No foreign key to tasks: the log may be behind what was deleted a moment ago.
 */
export class Analytics0150 implements MigrationInterface {
  name = "Analytics0000000000150";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Up to where the log of each project has been read.
      CREATE TABLE analytics_project (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id bigint NOT NULL,
        revision   bigint NOT NULL DEFAULT 0 CHECK (revision >= 0),
        PRIMARY KEY (tenant_id, project_id),
        FOREIGN KEY (tenant_id, project_id) REFERENCES project (tenant_id, id) ON DELETE CASCADE
      );

      -- What columns were called and of which kind they were when the log last spoke of them: some are gone since.
      CREATE TABLE analytics_column (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id bigint NOT NULL,
        column_id  bigint NOT NULL,
        title      text NOT NULL,
        kind       text NOT NULL CHECK (kind IN ('todo', 'doing', 'done')),
        PRIMARY KEY (tenant_id, project_id, column_id),
        FOREIGN KEY (tenant_id, project_id) REFERENCES analytics_project ON DELETE CASCADE
      );

      -- One stay of a task in a column, by the event that it began with.
      CREATE TABLE analytics_stay (
        tenant_id      bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id     bigint NOT NULL,
        revision       bigint NOT NULL,
        task_id        bigint NOT NULL,
        task_status_id bigint NOT NULL,
        -- It lies in the archive, where it came from this column.
        archived       boolean NOT NULL,
        entered_at     timestamptz NOT NULL,
        left_at        timestamptz,
        PRIMARY KEY (tenant_id, project_id, revision),
        FOREIGN KEY (tenant_id, project_id) REFERENCES analytics_project ON DELETE CASCADE
      );
      CREATE INDEX analytics_stay_task ON analytics_stay (tenant_id, project_id, task_id, revision);
      CREATE INDEX analytics_stay_open ON analytics_stay (tenant_id, project_id, task_id) WHERE left_at IS NULL;
      CREATE INDEX analytics_stay_column ON analytics_stay (tenant_id, project_id, task_status_id);

      -- What the stays of one task come to.
      CREATE TABLE analytics_task (
        tenant_id      bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id     bigint NOT NULL,
        task_id        bigint NOT NULL,
        task_status_id bigint NOT NULL,
        kind           text NOT NULL CHECK (kind IN ('todo', 'doing', 'done')),
        archived       boolean NOT NULL,
        created_at     timestamptz NOT NULL,
        -- First into a column of kind doing.
        started_at     timestamptz,
        -- Last into done, while it is there.
        finished_at    timestamptz,
        -- How often it left done again.
        reopened       int NOT NULL,
        PRIMARY KEY (tenant_id, project_id, task_id),
        CHECK ((finished_at IS NOT NULL) = (kind = 'done')),
        FOREIGN KEY (tenant_id, project_id) REFERENCES analytics_project ON DELETE CASCADE
      );
      CREATE INDEX analytics_task_finished ON analytics_task (tenant_id, project_id, finished_at) WHERE finished_at IS NOT NULL;
      CREATE INDEX analytics_task_open ON analytics_task (tenant_id, project_id) WHERE finished_at IS NULL AND NOT archived;
    `);
    for (const table of ["project", "column", "stay", "task"]) {
      await runner.query(`CALL fence_tenant_table('analytics_${table}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE analytics_task, analytics_stay, analytics_column, analytics_project");
  }
}
