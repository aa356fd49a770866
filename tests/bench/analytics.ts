import { rmSync } from "node:fs";
import type { DataSource } from "typeorm";
import { readDepartmentAnalytics } from "../../server/insights/analytics/department-analytics.service";
import { catchUpFlow, rebuildTenantFlows } from "../../server/insights/analytics/flow.service";
import { listProjectAnalytics, readProjectAnalytics } from "../../server/insights/analytics/project-analytics.service";
import { listTaskAnalytics, readTaskAnalytics } from "../../server/insights/analytics/task-analytics.service";
import { readUserAnalytics } from "../../server/insights/analytics/user-analytics.service";
import "../../server/features";
import { connectDatabase, runMigrations } from "../../server/platform/database/database";
import { createUnitOfWork, type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";
import { startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { forecastOf } from "../../shared/insights/analytics/forecast.rules";
import { createTenant } from "../../server/administration/tenants/tenant-admin";
import { percentilesOf } from "./figures";
import { seedNews, newsScreens } from "./news";
import { newFolder } from "./bench-server";

/**
 * Benchmark of analytics and news for one tenant with 100,000 tasks and 1,000,000 events: `node_modules/.bin/tsx tests/bench/analytics.ts`.
 * Prints the table of docs/performance.md.
 */
const projects = 20;
const tasks = 5_000;
const readings = 20;

/** Inserts ten events per task over half a year (created, moved, updated); most tasks are done. */
const fill = `
  INSERT INTO domain_event (tenant_id, stream, revision, type, at, data, processed_at)
  SELECT current_tenant(), 'project:' || p.id, row_number() OVER (PARTITION BY p.id ORDER BY e.at, t.id, n),
         CASE n WHEN 0 THEN 'task.created' WHEN 3 THEN 'task.moved' WHEN 6 THEN 'task.moved' WHEN 9 THEN 'task.moved' ELSE 'task.updated' END,
         e.at,
         CASE WHEN n = 0 THEN jsonb_build_object('id', t.id, 'project_id', p.id, 'task_status_id', c.todo)
              WHEN n IN (3, 6, 9) THEN jsonb_build_object('id', t.id, 'project_id', p.id,
                'from_task_status_id', CASE n WHEN 3 THEN c.todo WHEN 6 THEN c.doing ELSE c.done END,
                'task_status_id', CASE WHEN n = 3 THEN c.doing WHEN n = 6 AND t.number % 10 > 0 THEN c.done
                                       WHEN n = 9 AND t.number % 30 = 1 THEN c.doing WHEN n = 9 AND t.number % 10 > 0 THEN c.done + 0
                                       ELSE c.doing END)
              ELSE jsonb_build_object('id', t.id, 'project_id', p.id, 'before', '{}'::jsonb) END, now()
  FROM project p
  JOIN task t ON t.tenant_id = current_tenant() AND t.project_id = p.id
  CROSS JOIN LATERAL (SELECT min(id) FILTER (WHERE kind = 'todo') AS todo, min(id) FILTER (WHERE kind = 'doing') AS doing,
                             min(id) FILTER (WHERE kind = 'done') AS done
                      FROM task_status s WHERE s.tenant_id = current_tenant() AND s.project_id = p.id) c
  CROSS JOIN generate_series(0, 9) n
  CROSS JOIN LATERAL (SELECT now() - interval '180 days' * (1 - t.number::float8 / ${tasks}) + n * interval '9 hours' - interval '5 days' AS at) e
  WHERE p.tenant_id = current_tenant() AND p.id = $1`;

async function main(): Promise<void> {
  const folder = newFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  await runMigrations(postgres.url);
  const owner = await connectDatabase({ url: postgres.url, role: "owner", poolSize: 2 });
  const app = await connectDatabase({ url: postgres.url, role: "portal_app", poolSize: 2 });
  try {
    await measure(owner, app);
  } finally {
    await owner.destroy();
    await app.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(owner: DataSource, app: DataSource): Promise<void> {
  const administrator = { email: "bench@bench.test", fullname: "Bench", password: "Quartz-4711-pier" };
  const { id: tenantId, administratorId } = await createTenant(owner, {
    name: "Measured",
    domains: ["bench.test"],
    plan: "business",
    administrator,
  });
  const unitOfWork = createUnitOfWork(app, () => {});
  const inTenant = <Result>(work: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, work);
  const ids = await inTenant((tx) => fillTenant(tx, administratorId));
  await owner.query("VACUUM ANALYZE");

  const began = performance.now();
  const revisions = await rebuildTenantFlows(app, tenantId);
  const seconds = (performance.now() - began) / 1_000;
  print("rebuild", `${revisions} events in ${seconds.toFixed(1)} s`);
  await owner.query("VACUUM ANALYZE");
  print("consumer", `${await consumed(inTenant, ids[0] as number)} events/s, 200 at a time`);

  const viewer = {
    id: administratorId,
    permissions: new Set(["project-all", "analytics-user-list", "tenant-edit"]),
    external: false,
  } as never;
  // Avoids the project whose tasks were just moved.
  const first = ids[1] as number;
  const task = await inTenant((tx) =>
    tx.one<{ id: number }>(unnamedSql("SELECT min(id) AS id FROM task WHERE tenant_id = current_tenant()")),
  );
  const now = new Date();
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const screens: [string, (tx: Tx) => Promise<unknown>][] = [
    ["project, 30 days", (tx) => readProjectAnalytics(tx, viewer, first, {} as never, now)],
    [
      "project, 180 days, compared",
      (tx) => readProjectAnalytics(tx, viewer, first, { from: day(179), to: day(0), compare: true } as never, now),
    ],
    ["projects", (tx) => listProjectAnalytics(tx, viewer)],
    ["task", (tx) => readTaskAnalytics(tx, viewer, task?.id as number, now)],
    ["tasks", (tx) => listTaskAnalytics(tx, viewer, now)],
    ["person with 1,000 tasks", (tx) => readUserAnalytics(tx, viewer, administratorId, {}, now)],
    ["department", (tx) => readDepartmentAnalytics(tx, viewer, {})],
  ];
  await inTenant((tx) => seedNews(tx, administratorId));
  await owner.query("VACUUM ANALYZE");
  screens.push(...(await inTenant(newsScreens)));
  for (const [name, read] of screens) print(name, JSON.stringify(percentilesOf(await timed(() => inTenant(read)))));
  const daily = Array.from({ length: 84 }, (_, at) => at % 4);
  print(
    "forecast, 10,000 trials",
    JSON.stringify(percentilesOf(await timed(() => Promise.resolve(forecastOf(80, daily, 3))))),
  );
}

async function timed(run: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < readings; at++) {
    const began = performance.now();
    await run();
    samples.push(performance.now() - began);
  }
  return samples;
}

async function fillTenant(tx: Tx, personId: number): Promise<number[]> {
  // Seeding is not measured and may exceed the statement timeout.
  await tx.rows(unnamedSql("SELECT set_config('statement_timeout', '0', true)"));
  const rows = await tx.rows<{ id: number }>(
    unnamedSql(`INSERT INTO project (tenant_id, title, code, color, created_by)
      SELECT current_tenant(), 'Project ' || n, 'P' || n, 'blue', $1 FROM generate_series(1, ${projects}) n RETURNING id`),
    [personId],
  );
  for (const { id } of rows) {
    await tx.rows(
      unnamedSql(`INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
        SELECT current_tenant(), $1, kind, kind, place FROM unnest(ARRAY['todo', 'doing', 'done']) WITH ORDINALITY k (kind, place)`),
      [id],
    );
    await tx.rows(
      unnamedSql(`INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank, estimate_minutes)
        SELECT current_tenant(), $1, (SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 AND kind = 'done'),
               n, 'Task ' || n, lpad(n::text, 6, '0'), 60 + n % 600 FROM generate_series(1, ${tasks}) n`),
      [id],
    );
    await tx.rows(unnamedSql(fill), [id]);
    await tx.rows(
      unnamedSql(
        "INSERT INTO event_stream (tenant_id, name, revision) VALUES (current_tenant(), 'project:' || $1::bigint, $2)",
      ),
      [id, tasks * 10],
    );
  }
  await tx.rows(
    unnamedSql(`INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
      SELECT current_tenant(), project_id, id, $1 FROM task WHERE tenant_id = current_tenant() AND number % 100 = 0`),
    [personId],
  );
  return rows.map(({ id }) => id);
}

/** Appends moves on one board and measures the projection, which catches up after every 200 events, as in the worker. */
async function consumed(inTenant: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>, projectId: number): Promise<number> {
  const [batches, size] = [20, 200];
  let spent = 0;
  for (let batch = 0; batch < batches; batch++) {
    await inTenant((tx) =>
      tx.rows(
        unnamedSql(`WITH s AS (UPDATE event_stream SET revision = revision + ${size} WHERE tenant_id = current_tenant()
            AND name = 'project:' || $1::bigint RETURNING revision - ${size} AS revision)
          INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
          SELECT current_tenant(), 'project:' || $1::bigint, s.revision + row_number() OVER (ORDER BY a.task_id), 'task.moved',
            jsonb_build_object('id', a.task_id, 'project_id', $1::bigint, 'from_task_status_id', a.task_status_id, 'task_status_id',
              (SELECT max(id) FROM task_status c WHERE c.tenant_id = current_tenant() AND c.project_id = $1 AND c.id <> a.task_status_id)), now()
          FROM s, (SELECT * FROM analytics_task WHERE tenant_id = current_tenant() AND project_id = $1
                   ORDER BY task_id OFFSET $2 LIMIT ${size}) a`),
        [projectId, batch * size],
      ),
    );
    const began = performance.now();
    await inTenant((tx) => catchUpFlow(tx, projectId));
    spent += performance.now() - began;
  }
  return Math.round((batches * size * 1_000) / spent);
}

const print = (label: string, figure: string): void => console.log(`${label}: ${figure}`);

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
