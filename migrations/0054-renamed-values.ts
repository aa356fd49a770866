import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The events `delegation.started` and `delegation.begun` meant the same: a delegation is created, and becomes effective on its first day.
 * Values are spelled "organization", like texts and permissions.
 */
export class RenamedValues0054 implements MigrationInterface {
  name = "RenamedValues0000000000054";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain_event NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE notification NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE security_event NO FORCE ROW LEVEL SECURITY;

      UPDATE domain_event
      SET type = CASE type WHEN 'delegation.started' THEN 'delegation.created' ELSE 'delegation.became_effective' END
      WHERE type IN ('delegation.started', 'delegation.begun');
      UPDATE notification
      SET kind = CASE kind WHEN 'delegation.started' THEN 'delegation.created' ELSE 'delegation.becameEffective' END
      WHERE kind IN ('delegation.started', 'delegation.begun');
      -- Events that clients may still receive after a reconnect contain the notification.
      UPDATE domain_event SET data = jsonb_set(data, '{data,kind}', CASE data->'data'->>'kind'
        WHEN 'delegation.started' THEN '"delegation.created"'::jsonb ELSE '"delegation.becameEffective"' END)
      WHERE type IN ('notification.created', 'notification.updated')
        AND data->'data'->>'kind' IN ('delegation.started', 'delegation.begun');

      DO $$
      DECLARE
        kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'security_event_kind_check');
      BEGIN
        ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
        UPDATE security_event SET kind = 'delegation_created' WHERE kind = 'delegation_started';
        UPDATE security_event SET facts = jsonb_set(facts, '{scope}', '"organization"') WHERE facts->>'scope' = 'organisation';
        EXECUTE 'ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check '
          || replace(kinds, '''delegation_started''', '''delegation_created''');
      END $$;

      ALTER TABLE leave_type NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER, DROP CONSTRAINT leave_type_counting_check;
      UPDATE leave_type SET counting = 'organization' WHERE counting = 'organisation';
      ALTER TABLE leave_type FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER,
        ADD CONSTRAINT leave_type_counting_check CHECK (counting IN ('calendar', 'working', 'organization', 'hours'));

      ALTER TABLE data_export NO FORCE ROW LEVEL SECURITY, DROP CONSTRAINT data_export_kind_check;
      UPDATE data_export SET kind = 'organization' WHERE kind = 'organisation';
      ALTER TABLE data_export FORCE ROW LEVEL SECURITY,
        ADD CONSTRAINT data_export_kind_check CHECK (kind IN ('person', 'organization'));

      ALTER TABLE domain_event FORCE ROW LEVEL SECURITY;
      ALTER TABLE notification FORCE ROW LEVEL SECURITY;
      ALTER TABLE security_event FORCE ROW LEVEL SECURITY`);
  }

  async down(): Promise<void> {}
}
