import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Problem } from "../../../shared/kernel/problems";
import { isFromPrivateNetwork, isPrivateHost } from "./addresses";
import { oneAtATime, withinTime } from "../within-time";

/** One per process. */
const registry = new Registry();

const requests = new Counter({
  name: "http_requests_total",
  help: "Requests answered",
  labelNames: ["method", "route", "status"],
  registers: [registry],
});

const seconds = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from the request's head to the last byte of its answer",
  labelNames: ["method", "route"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** So long a figure may take. What it asks may be away (Redis), and that is when somebody looks at the others. */
const patienceMs = 1_000;

/** A figure that is read whenever somebody looks. What can't be read now is left out of the answer. */
export function measure(name: string, help: string, read: () => number | Promise<number>): void {
  const readInTime = oneAtATime(async () => read());
  // Whoever starts another server in one process means the newer one's.
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(await withinTime(readInTime(), patienceMs));
      } catch {
        this.remove();
      }
    },
  });
}

let defaults = false;

/**
 * `GET /metrics` for Prometheus, answered to callers in the private network alone: it tells how busy the product is.
 */
export function serveMetrics(app: FastifyInstance): void {
  if (!defaults) {
    defaults = true;
    collectDefaultMetrics({ register: registry });
  }
  app.addHook("onResponse", async (request, reply) => {
    const { url: route = "none" } = request.routeOptions;
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request)) throw new Problem("notFound");
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}

/** By a name of the private network: to a page whose own name leads here (DNS rebinding) nothing is told. */
function mayRead(request: FastifyRequest): boolean {
  return isFromPrivateNetwork(request) && isPrivateHost(request.host);
}
