import type { DataSource } from "typeorm";

/**
 * Does something while it is that day for all tenants of this worker's database, whatever day it is: rules that look
 * at `tenant_today()` are seen on both sides of a date. A worker runs one test after the other, so no other one sees it.
 */
export async function onTenantDay<Result>(owner: DataSource, day: string, act: () => Promise<Result>): Promise<Result> {
  const [{ real }] = await owner.query("SELECT pg_get_functiondef('tenant_today()'::regprocedure) AS real");
  await owner.query(`CREATE OR REPLACE FUNCTION tenant_today() RETURNS date LANGUAGE sql STABLE RETURN '${day}'::date`);
  try {
    return await act();
  } finally {
    await owner.query(real);
  }
}
