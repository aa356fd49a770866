import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { startTracing } from "../../server/platform/tracing/open-telemetry";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { startServer } from "../support/live-server";
import { Person } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { DatabaseSeeder } from "../support/seed";
import { waitUntil } from "../support/wait-until";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

test("call, unit of work and emission of the event are spans of the caller's trace", async () => {
  const databaseUrl = await freshDatabaseUrl("tracing");
  const seed = DatabaseSeeder.at(databaseUrl);
  const tenant = await seed.tenant();
  const ada = await seed.person(tenant, "Ada");
  const project = await seed.project(tenant, [ada], [1, 0, 0]);
  const exporter = new InMemorySpanExporter();
  const stopTracing = startTracing(new SimpleSpanProcessor(exporter));
  const server = await startServer({ databaseUrl, redisUrl: null });
  const person = new Person(server.base, tenant.host, ada);
  try {
    const traceparent = (sampled: boolean) => `00-${traceId}-00f067aa0ba902b7-0${Number(sampled)}`;
    const move = (column: number, sampled: boolean) =>
      person.http.call(contract.moveTask, {
        params: { id: project.taskIds[0]?.[0] as number },
        body: { task_status_id: project.columnIds[column] },
        headers: { traceparent: traceparent(sampled) },
      });
    const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);

    expect((await move(1, false)).status).toBe(200);
    expect((await move(2, true)).status).toBe(200);
    await waitUntil("the event is consumed", () => spans().some(({ name }) => name === "consume"));

    const byName = (name: string) => spans().filter((span) => span.name === name);
    const [call] = byName("PUT /task/:id/status-update");
    const parentsOf = (name: string) => byName(name).map((span) => span.parentSpanContext?.spanId);
    expect(byName("PUT /task/:id/status-update")).toHaveLength(1);
    expect(parentsOf("unit of work")).toContain(call?.spanContext().spanId);
    const unit = byName("unit of work").find((span) => span.parentSpanContext?.spanId === call?.spanContext().spanId);
    expect(parentsOf("fan-out")).toEqual([unit?.spanContext().spanId]);
    expect(parentsOf("consume")).toEqual([unit?.spanContext().spanId]);
  } finally {
    person.close();
    await server.stop();
    await stopTracing();
    await seed.close();
  }
});
