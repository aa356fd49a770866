import type { MigrationInterface, QueryRunner } from "typeorm";

/** The organisation's own page: of two who change it at once the second is told, and its website is an address of the web. */
export class TenantPage0141 implements MigrationInterface {
  name = "TenantPage0000000000141";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenant
        ADD COLUMN version int NOT NULL DEFAULT 1,
        -- It is a link that everybody is offered: nothing that runs may stand in it.
        ADD CONSTRAINT tenant_website_is_of_the_web CHECK (website ~ '^https?://') NOT VALID
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE tenant DROP CONSTRAINT tenant_website_is_of_the_web, DROP COLUMN version");
  }
}
