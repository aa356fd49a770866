import type { FastifyInstance } from "fastify";

const hourMs = 3_600_000;
/** Maximum number of remembered failures; an outage fails thousands of calls. */
const most = 1_000;

/** Counts calls of this server that failed unexpectedly within the last hour. 503 is left out, because other figures show outages. */
export function countRecentFailures(app: FastifyInstance): () => number {
  const failures: number[] = [];
  app.addHook("onResponse", async (_request, reply) => {
    if (reply.statusCode < 500 || reply.statusCode === 503) return;
    if (failures.length >= most) failures.shift();
    failures.push(performance.now());
  });
  return () => {
    const since = performance.now() - hourMs;
    while ((failures[0] ?? since) < since) failures.shift();
    return failures.length;
  };
}
