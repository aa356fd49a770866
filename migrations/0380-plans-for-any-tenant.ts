import type { MigrationInterface, QueryRunner } from "typeorm";

const currentTenant = (asked: string) => `
  CREATE OR REPLACE FUNCTION current_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE RETURN ${asked}`;

const setting = "NULLIF(current_setting('app.tenant_id', true), '')::bigint";

const eachColumn = (change: string) => `
  DO $$
  DECLARE
    fenced record;
  BEGIN
    FOR fenced IN SELECT a.attrelid::regclass AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'tenant_id' AND NOT a.attisdropped AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id ${change}', fenced.name);
    END LOOP;
  END $$`;

const fenceTable = (statistics: string) => `
  CREATE OR REPLACE PROCEDURE fence_tenant_table(name regclass) LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_tenant ON %s USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', name);
    ${statistics}
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_app', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_worker', name);
  END $$`;

const asOftenAsTheLargest = "SET (n_distinct = 2)";

/**
 * A plan is kept by its connection and serves every organisation, so it must not be made for the one that is served at that moment
 * (decision 362). PostgreSQL calls stable functions to estimate; a comparison of rows is the one expression it leaves until a statement runs. So
 * `current_tenant()` has no value for the planner, which then takes the share of the organisation with the most rows, and at most one in
 * `n_distinct`: with half of a table an index that begins with the organisation is still better than any that doesn't.
 */
export class PlansForAnyTenant0380 implements MigrationInterface {
  name = "PlansForAnyTenant0000000000380";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(currentTenant(`CASE WHEN ROW(0, 0) < ROW(0, 1) THEN ${setting} END`));
    await runner.query(eachColumn(asOftenAsTheLargest));
    await runner.query(
      fenceTable(`EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id ${asOftenAsTheLargest}', name);`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(currentTenant(setting));
    await runner.query(eachColumn("RESET (n_distinct)"));
    await runner.query(fenceTable(""));
  }
}
