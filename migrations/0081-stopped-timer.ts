import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a person's last timer was and has written down: for as long as no other runs, it can run on. */
export class StoppedTimer0081 implements MigrationInterface {
  name = "StoppedTimer0000000000081";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One per person: the next one takes its place. The task is forgotten when it is deleted, the row stays, so that
      -- whoever wants the timer back learns why it can't be had.
      CREATE TABLE stopped_timer (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id    bigint NOT NULL,
        task_id    bigint,
        started_at timestamptz NOT NULL,
        UNIQUE (tenant_id, id),
        UNIQUE (tenant_id, user_id),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE SET NULL (task_id)
      );
      CREATE INDEX stopped_timer_task ON stopped_timer (tenant_id, task_id);

      -- How many of an entry's minutes are the timer's, and which version of the entry it left.
      CREATE TABLE stopped_timer_part (
        tenant_id        bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        stopped_timer_id bigint NOT NULL,
        date             date NOT NULL,
        entry_id         bigint,
        entry_version    int NOT NULL,
        minutes          int NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
        PRIMARY KEY (tenant_id, stopped_timer_id, date),
        FOREIGN KEY (tenant_id, stopped_timer_id) REFERENCES stopped_timer (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, entry_id) REFERENCES time_entry (tenant_id, id) ON DELETE SET NULL (entry_id)
      );
      CREATE INDEX stopped_timer_part_entry ON stopped_timer_part (tenant_id, entry_id);
    `);
    for (const table of ["stopped_timer", "stopped_timer_part"]) {
      await runner.query(`CALL fence_tenant_table('${table}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE stopped_timer_part, stopped_timer");
  }
}
