import type { FastifyInstance } from "fastify";
import { migrations } from "../../../migrations/all";
import { isFromPrivateNetwork } from "./addresses";
import { oneAtATime, withinTime } from "../within-time";

/** Something that must answer before requests are let in: resolves, or throws. */
export type ReadinessCheck = () => Promise<unknown>;

/**
 * `GET /healthz`: the process lives; restart it when this doesn't answer. `GET /readyz`: it can work; send it requests
 * when this answers 200. `checks` name what else must be there, e.g. Redis.
 */
export function serveHealth(app: FastifyInstance, checks: Record<string, ReadinessCheck> = {}): void {
  const all: Record<string, ReadinessCheck> = { database: () => migrated(app), ...checks };
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  const names = Object.keys(all);
  const down = oneAtATime(async () => {
    const results = await Promise.allSettled(
      names.map((name) => withinTime((all[name] as ReadinessCheck)(), patienceMs)),
    );
    return names.filter((_, index) => results[index]?.status === "rejected");
  });
  app.get("/readyz", async (request, reply) => {
    const failed = await down();
    if (failed.length > 0) request.log.warn({ failed }, "not ready");
    const states = names.map((name) => [name, failed.includes(name) ? "down" : "up"]);
    reply.header("cache-control", "no-store").status(failed.length > 0 ? 503 : 200);
    const status = failed.length > 0 ? "unavailable" : "ok";
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
