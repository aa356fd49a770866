import type { FastifyInstance } from "fastify";
import { migrations } from "../../../migrations/all";
import { isFromPrivateNetwork } from "../addresses";
import { shareConcurrentCalls, withTimeout } from "../with-timeout";
import { queryRows, sharedSql } from "../database/statements";

/** A dependency that must be ready before the first requests are accepted: resolves, or throws. */
export type ReadinessCheck = () => Promise<unknown>;

/**
 * `GET /healthz`: the process is alive; if it doesn't answer, the process must be restarted. `GET /readyz`: whether the process can serve
 * requests; 503 without the database. `checks` are further dependencies that must be available at start, such as Redis. If one of these is
 * lost later, calls still work on all servers, so the response is 200 with the status `degraded`: with a 503, a load balancer would remove
 * every server.
 */
export function registerHealthEndpoints(app: FastifyInstance, checks: Record<string, ReadinessCheck> = {}): void {
  const all: Record<string, ReadinessCheck> = { database: () => migrated(app), ...checks };
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  const names = Object.keys(all);
  const needed = new Set(names);
  const down = shareConcurrentCalls(async () => {
    const results = await Promise.allSettled(
      names.map((name) => withTimeout((all[name] as ReadinessCheck)(), timeoutMs)),
    );
    const failed = names.filter((_, index) => results[index]?.status === "rejected");
    for (const name of Object.keys(checks)) if (!failed.includes(name)) needed.delete(name);
    return failed;
  });
  app.get("/readyz", async (request, reply) => {
    const failed = await down();
    if (failed.length > 0) request.log.warn({ failed }, "not ready");
    const states = names.map((name) => [name, failed.includes(name) ? "down" : "up"]);
    const unavailable = failed.some((name) => needed.has(name));
    reply.header("cache-control", "no-store").status(unavailable ? 503 : 200);
    const status = unavailable ? "unavailable" : failed.length > 0 ? "degraded" : "ok";
    // The individual checks are visible only in the private network.
    return isFromPrivateNetwork(request) ? { status, checks: Object.fromEntries(states) } : { status };
  });
}

const timeoutMs = 3_000;

const countMigrations = sharedSql("health.migrations", "SELECT count(*)::int AS present FROM migration");

/**
 * Checks that the database answers and has all migrations of this code. Compares their number, because the application role can't read
 * more.
 */
async function migrated(app: FastifyInstance): Promise<void> {
  const newest = migrations.length;
  const [row] = await queryRows<{ present: number }>(app.platform.database, countMigrations);
  if ((row?.present ?? 0) < newest) throw new Error("The database is older than this code");
}
