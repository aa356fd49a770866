import type { MigrationInterface, QueryRunner } from "typeorm";

/** The last change of a field's kind is kept for a day, so that it can be undone. */
export class UndoOfFieldKinds0069 implements MigrationInterface {
  name = "UndoOfFieldKinds0000000000069";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_field_kind_change (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        field_id bigint NOT NULL,
        -- Version of the field after the change. A field that was changed since has a later one.
        version int NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        -- The field before the change.
        kind text NOT NULL,
        max_length int,
        decimals int,
        unit text,
        -- Options that could be chosen, in their order.
        option_ids bigint[] NOT NULL,
        -- For each task with a value: {"task_id", "before", "after"}; "after" is null for a value that was lost.
        task_values jsonb NOT NULL CHECK (jsonb_typeof(task_values) = 'array'),
        PRIMARY KEY (tenant_id, field_id),
        FOREIGN KEY (tenant_id, field_id) REFERENCES project_field (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX project_field_kind_change_time ON project_field_kind_change (tenant_id, changed_at);
      CALL fence_tenant_table('project_field_kind_change')`);
  }

  async down(): Promise<void> {}
}
