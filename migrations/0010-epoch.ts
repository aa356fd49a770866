import type { MigrationInterface, QueryRunner } from "typeorm";

/** Revisions repeat after a restore, so they are only comparable within an epoch (docs/live-protocol.md). */
export class Epoch0010 implements MigrationInterface {
  name = "Epoch0000000000010";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Random instead of counted: two restores from the same backup must not have the same epoch.
      ALTER TABLE tenant ADD epoch text NOT NULL DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12);

      -- Called by the owner after a restore of the whole database. Loops because of row-level security on tenant.
      CREATE FUNCTION begin_epoch() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE id_of_tenant bigint;
      BEGIN
        FOR id_of_tenant IN SELECT DISTINCT tenant_id FROM tenant_domain LOOP
          PERFORM set_config('app.tenant_id', id_of_tenant::text, true);
          UPDATE tenant SET epoch = DEFAULT WHERE id = id_of_tenant;
        END LOOP;
        PERFORM set_config('app.tenant_id', '', true);
      END $$;
      REVOKE ALL ON FUNCTION begin_epoch() FROM PUBLIC;
    `);
  }

  async down(): Promise<void> {}
}
