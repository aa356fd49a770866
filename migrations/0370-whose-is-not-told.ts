import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * That leave or a budget is another is told on the tenant's stream, which everyone follows: of which department isn't for everyone, and isn't
 * told any more. Replays tell what was told before.
 */
export const forgetWhose = `DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one.id::text, true);
    UPDATE domain_event SET data = '{}'
    WHERE tenant_id = one.id AND stream = 'tenant:' || one.id
      AND type IN ('leave.calendar_changed', 'budget.updated') AND data <> '{}';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;`;

export class WhoseIsNotTold0370 implements MigrationInterface {
  name = "WhoseIsNotTold0000000000370";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(forgetWhose);
  }

  async down(): Promise<void> {
    // What was forgotten doesn't come back.
  }
}
