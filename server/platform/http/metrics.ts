import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Problem } from "../../../shared/kernel/problems";
import { isWithinPrivateNetwork } from "../addresses";
import { shareConcurrentCalls, withTimeout } from "../with-timeout";

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

/** Timeout of a metric in milliseconds. The metric's source, such as Redis, may be down, which is when the other metrics matter most. */
const timeoutMs = 1_000;

/** Registers a metric that is read on each scrape. Metrics that can't be read in time are omitted. */
export function registerGauge(name: string, help: string, read: () => number | Promise<number>): void {
  const readInTime = shareConcurrentCalls(async () => read());
  // A second server in the same process replaces the metric of the first.
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(await withTimeout(readInTime(), timeoutMs));
      } catch {
        this.remove();
      }
    },
  });
}

export interface MetricValue {
  /** Name of a part of a histogram; absent for all other values. */
  name?: string;
  labels: Readonly<Partial<Record<string, string | number>>>;
  value: number;
}

/** The values of all metrics by their name, for the operator's page. */
export async function readMetrics(): Promise<ReadonlyMap<string, readonly MetricValue[]>> {
  const all = await registry.getMetricsAsJSON();
  return new Map(all.map(({ name, values }) => [name, values as MetricValue[]]));
}

let defaults = false;

/** `GET /metrics` for Prometheus. Only available within the private network, because the metrics show the load. */
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
    if (!isWithinPrivateNetwork(request)) throw new Problem("notFound");
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}
