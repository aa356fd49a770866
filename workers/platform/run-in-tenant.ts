import type { DataSource, QueryRunner } from "typeorm";

/**
 * Runs one transaction with the row-level security of a tenant, for work across tenants. Rolls back on failure; otherwise the connection
 * would return to the pool with a broken transaction.
 */
export async function runInTenant<Result>(
  database: DataSource,
  tenantId: number,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    const result = await work(runner);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => {}); // the connection is lost, which has already ended the transaction
    throw error;
  } finally {
    await runner.release();
  }
}
