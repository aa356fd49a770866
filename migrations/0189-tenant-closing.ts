import type { MigrationInterface, QueryRunner } from "typeorm";

/** An organisation's account is closed by its administrators: asked for, waited for, and then over. And what people say of themselves for dashboards. */
export class TenantClosing0189 implements MigrationInterface {
  name = "TenantClosing0000000000189";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenant
        -- From when on it is over, unless somebody takes it back before.
        ADD COLUMN closes_at timestamptz,
        ADD COLUMN closed_at timestamptz,
        ADD CONSTRAINT tenant_closed_is_inactive CHECK (closed_at IS NULL OR (closes_at IS NOT NULL AND NOT active));
      ALTER TABLE app_user
        -- Month and day, no year, for colleagues' dashboards: said by the person, or nobody knows it.
        ADD COLUMN birthday text CHECK (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
        -- Which panels stand where on their dashboard; null: as their role suggests.
        ADD COLUMN dashboard jsonb CHECK (jsonb_typeof(dashboard) = 'object');
      CREATE INDEX app_user_birthday ON app_user (tenant_id, birthday) WHERE birthday IS NOT NULL;
      CREATE INDEX tenant_closing ON tenant (closes_at) WHERE closes_at IS NOT NULL AND closed_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_user DROP COLUMN birthday, DROP COLUMN dashboard;
      ALTER TABLE tenant DROP CONSTRAINT tenant_closed_is_inactive, DROP COLUMN closes_at, DROP COLUMN closed_at;
    `);
  }
}
