import type { DataSource } from "typeorm";

/**
 * Overrides `tenant_today()` in this worker's database for the duration of `act`, to test rules on both sides of a date. A worker runs its
 * tests sequentially, so no other test sees it.
 */
export async function runOnTenantDay<Result>(
  owner: DataSource,
  day: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const [{ real }] = await owner.query("SELECT pg_get_functiondef('tenant_today()'::regprocedure) AS real");
  await owner.query(`CREATE OR REPLACE FUNCTION tenant_today() RETURNS date LANGUAGE sql STABLE RETURN '${day}'::date`);
  try {
    return await act();
  } finally {
    await owner.query(real);
  }
}
