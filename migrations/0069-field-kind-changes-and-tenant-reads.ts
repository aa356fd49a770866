import type { MigrationInterface, QueryRunner } from "typeorm";

/** The last change of a field's kind, kept for a day to undo it; and a function that reads all tenants for the operator. */
export class FieldKindChangesAndTenantReads0069 implements MigrationInterface {
  name = "FieldKindChangesAndTenantReads0000000000069";

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
      CALL fence_tenant_table('project_field_kind_change');

      -- Runs a query in each tenant, where row-level security would otherwise require a transaction for each. The query returns JSON. It
      -- has the permissions of its caller, and only the owner calls it. The clause SET restores the caller's tenant at the end.
      CREATE FUNCTION read_tenants(tenant_ids bigint[], query text) RETURNS SETOF jsonb LANGUAGE plpgsql
        SET app.tenant_id = '' AS $$
      DECLARE
        tenant_id bigint;
      BEGIN
        FOREACH tenant_id IN ARRAY tenant_ids LOOP
          PERFORM set_config('app.tenant_id', tenant_id::text, true);
          RETURN QUERY EXECUTE query;
        END LOOP;
      END $$;
      REVOKE ALL ON FUNCTION read_tenants FROM PUBLIC`);
  }

  async down(): Promise<void> {}
}
