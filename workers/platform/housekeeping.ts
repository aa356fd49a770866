import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { registration } from "../../server/platform/features";
import { runInTenant } from "./run-in-tenant";
import { type Schedule, tenantSchedule } from "./schedule";

export const housekeepingSchedule = (workerDatabase: DataSource, log: Logger): Schedule =>
  tenantSchedule({
    name: "housekeeping",
    everyMs: 3_600_000,
    inactiveToo: true,
    work: (tenantId) => clean(workerDatabase, tenantId),
    workerDatabase,
    log,
  });

function clean(database: DataSource, tenantId: number): Promise<void> {
  return runInTenant(database, tenantId, async (runner) => {
    await runner.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '1 day'");
    for (const statement of registration.filling.housekeeping) await runner.query(statement);
  });
}
