import { maxDeletedColumns, maxBlockerWaits, selectBlockerWaits } from "../../../server/insights/analytics/project.sql";
import { maxListedBlockers } from "../../../server/insights/analytics/task-list.service";
import { selectBlockers, maxColumnStays } from "../../../server/insights/analytics/task.sql";
import { newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";

const server = testServer();

test("analytics of a task moved very often return its latest 1,000 column stays", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id);
  await server.owner.query(
    `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING)
     INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
     SELECT $1, $2, 1000 + n, id, task_status_id, false, timestamptz '2026-01-01Z' + make_interval(mins => n), now()
     FROM task, generate_series(0, $4::int) n WHERE id = $3`,
    [world.tenantId, project.id, task.id, maxColumnStays],
  );
  const { stays } = requireOk(await world.api(world.admin).get(`/analytics/task/${task.id}`)).body.data;
  expect([stays.length, stays[0].from]).toEqual([maxColumnStays, "2026-01-01T00:01:00.000Z"]);
});

test("blocked time counts only the latest changes of a task's many blockers", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id);
  const [blockerCount, changes] = [400, 2 * (maxBlockerWaits / 400)];
  await server.owner.query(
    `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING),
       many AS (SELECT array_agg(n::bigint) AS ids FROM generate_series(1, $5::int) AS n),
       changes AS (SELECT n, timestamptz '2026-01-01Z' + make_interval(mins => n) AS at FROM generate_series(1, $4::int) AS n),
       waits AS (INSERT INTO analytics_wait (tenant_id, project_id, revision, task_id, at, blocker_ids)
         SELECT $1, $2, 1000 + n, $3, at, ids FROM changes, many)
     INSERT INTO domain_event (tenant_id, stream, revision, type, at, data, processed_at)
     SELECT $1, 'project:' || $2::int, 1000 + n, 'task.updated', at, jsonb_build_object('id', $3::int, 'blocker_ids', ids), now()
     FROM changes, many`,
    [world.tenantId, project.id, task.id, changes, blockerCount],
  );
  for (const [statement, values] of [
    [selectBlockerWaits, [project.id, [task.id]]],
    [selectBlockers, [task.id]],
  ] as const) {
    const rows = await world.tx((tx) => tx.rows<{ at: number; ids: number[] }>(statement, [...values]));
    const last = Date.UTC(2026, 0, 1) + changes * 60_000;
    expect([rows.length, rows.at(-1)?.at, rows[0]?.ids.length]).toEqual([changes / 2, last, blockerCount]);
  }
});

test("task analytics list only the blockers that blocked the task longest", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id);
  const blockerCount = maxListedBlockers + 5;
  const [{ ids }] = await server.owner.query(
    `WITH made AS (
       INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
       SELECT tenant_id, project_id, task_status_id, 1000 + n, 'Waited for ' || n, 'z' || lpad(n::text, 6, '0') || 'V'
       FROM task, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING tenant_id, project_id, id, task_status_id
     ), kept AS (INSERT INTO analytics_project (tenant_id, project_id) SELECT DISTINCT tenant_id, project_id FROM made ON CONFLICT DO NOTHING),
     stays AS (INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at)
       SELECT tenant_id, project_id, 2000, id, task_status_id, false, '2025-12-01Z' FROM made),
     known AS (INSERT INTO analytics_task (tenant_id, project_id, task_id, task_status_id, kind, archived, created_at, reopened)
       SELECT tenant_id, project_id, id, task_status_id, 'todo', false, now(), 0 FROM made)
     SELECT array_agg(id ORDER BY id)::int[] AS ids FROM made`,
    [task.id, blockerCount],
  );
  const waitsFrom = (day: string, blockers: number[], revision: number) =>
    server.owner.query(
      `INSERT INTO domain_event (tenant_id, stream, revision, type, at, data, processed_at)
       VALUES ($1, 'project:' || $2::int, $3, 'task.updated', $4, jsonb_build_object('id', $5::int, 'blocker_ids', $6::int[]), now())`,
      [world.tenantId, project.id, revision, day, task.id, blockers],
    );
  await waitsFrom("2026-01-01T00:00:00Z", ids.slice(5), 1_001);
  await waitsFrom("2026-01-02T00:00:00Z", ids, 1_002);
  const { data } = requireOk(await world.api(world.admin).get(`/analytics/task/${task.id}/list?figure=blocked`)).body;
  expect(data.map((row: { task_id: number }) => row.task_id)).toEqual(ids.slice(5));
});

test("project figures include only the latest of very many deleted columns", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id);
  const first = 900_000_000;
  await server.owner.query(
    `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING),
       gone AS (INSERT INTO analytics_column (tenant_id, project_id, column_id, title, kind)
         SELECT $1, $2, $5::int + n, 'Column ' || n, 'doing' FROM generate_series(1, $4::int) AS n)
     INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at)
     SELECT $1, $2, 1000 + n, $3, $5::int + n, false, now() FROM generate_series(1, $4::int) AS n`,
    [world.tenantId, project.id, task.id, maxDeletedColumns + 5, first],
  );
  const { flow } = requireOk(await world.api(world.admin).get(`/analytics/project/${project.id}`)).body.data;
  const deletedColumnIds = flow.columns
    .filter((column: { gone: boolean }) => column.gone)
    .map(({ id }: { id: number }) => id);
  expect(deletedColumnIds).toEqual(Array.from({ length: maxDeletedColumns }, (_, n) => first + 6 + n));
  expect(flow.days.at(-1).counts).toHaveLength(flow.columns.length);
});
