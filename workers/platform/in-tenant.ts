import type { DataSource, QueryRunner } from "typeorm";

/**
 * One transaction inside one tenant's fence, for what works across tenants. A failure is rolled back: else the connection
 * would go back to the pool in the middle of a broken transaction, and fail whoever gets it next.
 */
export async function inTenant<Result>(
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
    await runner.rollbackTransaction().catch(() => {}); // the connection is gone, and the transaction with it
    throw error;
  } finally {
    await runner.release();
  }
}
