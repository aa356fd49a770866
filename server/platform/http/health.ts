import type { FastifyInstance } from "fastify";
import { migrations } from "../../../migrations/all";
import { isFromPrivateNetwork } from "./addresses";
import { oneAtATime, withinTime } from "../within-time";

/** Something that must answer before the first requests are let in: resolves, or throws. */
export type ReadinessCheck = () => Promise<unknown>;

/**
 * `GET /healthz`: the process lives; restart it when this doesn't answer. `GET /readyz`: it can work; send it requests
 * when this answers 200. `checks` name what else must be there to begin with, e.g. Redis. Without the database nothing works. What
 * goes later is missed by all servers at once, and calls go on without it: a balancer that then took all of them out would make an
 * outage of a delay, so the answer is 200, and its status `degraded`.
 */
export function serveHealth(app: FastifyInstance, checks: Record<string, ReadinessCheck> = {}): void {
  const all: Record<string, ReadinessCheck> = { database: () => migrated(app), ...checks };
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  const names = Object.keys(all);
  const needed = new Set(names);
  const down = oneAtATime(async () => {
    const results = await Promise.allSettled(
      names.map((name) => withinTime((all[name] as ReadinessCheck)(), patienceMs)),
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
    // What it is made of is nobody's business outside.
    return isFromPrivateNetwork(request) ? { status, checks: Object.fromEntries(states) } : { status };
  });
}

const patienceMs = 3_000;

/** The database answers, and is as new as this code. The application's role may not read the list of migrations. */
async function migrated(app: FastifyInstance): Promise<void> {
  const newest = migrations.length;
  const [row] = await app.platform.database.query<{ present: number }[]>(
    "SELECT count(*)::int AS present FROM migration",
  );
  if ((row?.present ?? 0) < newest) throw new Error("The database is older than this code");
}
