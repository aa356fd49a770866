import { maxCountedTasks } from "../../../server/insights/analytics/project.sql";
import { maxTasksPerUser } from "../../../server/insights/analytics/user.sql";
import { columnsOf, newProject, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import { withDistinctValues } from "../../support/statements/statistics";
import { measureWorkOf } from "../../support/statements/work";
import type { World } from "../../support/world";

const server = testServer();

/** Rows per statement, few enough to stay below the statement timeout on a busy machine. */
const batch = 2_000;

async function finished(world: World, projectId: number, taskCount: number, assigned: number) {
  const done = (await columnsOf(world, projectId)).at(-1);
  for (let first = 1; first <= taskCount; first += batch) {
    await server.owner.query(
      `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING),
         made AS (INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank, progress, archived_at)
           SELECT $1, $2, $3, n, 'Task ' || n, 'a' || lpad(n::text, 6, '0') || 'V', 100, now() FROM generate_series($4::int, $5::int) AS n
           RETURNING id, number),
         known AS (INSERT INTO analytics_task (tenant_id, project_id, task_id, task_status_id, kind, archived, created_at, started_at, finished_at, reopened)
           SELECT $1, $2, id, $3, 'done', true, now() - interval '2 days', now() - interval '2 days', now() - make_interval(secs => number), 0 FROM made)
       INSERT INTO task_user (tenant_id, project_id, task_id, user_id) SELECT $1, $2, id, $6 FROM made WHERE number <= $7`,
      [world.tenantId, projectId, done?.id, first, Math.min(first + batch - 1, taskCount), world.manager.id, assigned],
    );
    // Foreign keys of the next batch are checked by primary key only if the planner knows that the tables aren't empty.
    await server.owner.query("ANALYZE task, analytics_task, task_user");
  }
}

test("project and user figures count only the latest of very many finished tasks", async () => {
  const world = await server.world();
  const { id } = await newProject(world);
  await finished(world, id, maxCountedTasks + 5, maxTasksPerUser + 5);
  const api = world.api(world.manager);
  const { figures, cycle } = requireOk(await api.get(`/analytics/project/${id}`)).body.data;
  expect([figures.finished.value, figures.open.value]).toEqual([maxCountedTasks, 0]);
  expect(cycle.points.at(-1).title).toBe("Task 1");
  const person = requireOk(await api.get(`/analytics/user/${world.manager.id}`)).body.data;
  expect(person.figures.finished.value).toBe(maxTasksPerUser);
  const list = `/analytics/user/${world.manager.id}/list?figure=finished&page=${maxTasksPerUser / 200}&per_page=200`;
  expect(requireOk(await api.get(list)).body.data.at(-1).title).toBe("Task 1");
});

/** Runs `run` with the statistics of few and of many projects, with which the planner expects many or few rows of a project. */
async function withStatistics(tables: readonly string[], run: () => Promise<void>): Promise<void> {
  for (const projects of [50, 1_000_000]) await withDistinctValues(server.owner, tables, { project_id: projects }, run);
}

test("project figures read each task of the period once, whatever the statistics", async () => {
  const world = await server.world();
  const { id } = await newProject(world);
  await finished(world, id, 600, 0);
  const long = "interval '3 years'";
  await server.owner.query(
    `UPDATE analytics_task SET created_at = created_at - ${long}, started_at = started_at - ${long}, finished_at = finished_at - ${long}
     WHERE project_id = $1 AND task_id IN (SELECT id FROM task WHERE project_id = $1 AND number > 300)`,
    [id],
  );
  const api = world.api(world.manager);
  await withStatistics(["task", "analytics_task"], async () => {
    const works = await measureWorkOf(async () => {
      expect(requireOk(await api.get(`/analytics/project/${id}`)).body.data.figures.finished.value).toBe(300);
    });
    const work = works.find(({ name }) => name === "analytics.countedTasks");
    expect(work?.tables.task).toBe(300);
    expect(work?.tables.analytics_task).toBeLessThanOrEqual(600);
  });
});

test("the cumulative flow reads a task at most once per stay, whatever the statistics", async () => {
  const world = await server.world();
  const { id } = await newProject(world);
  await finished(world, id, 300, 0);
  const [todo, , done] = await columnsOf(world, id);
  await server.owner.query(
    `INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
     SELECT $1, $2, 2 * number + stay, id, CASE stay WHEN 0 THEN $3::bigint ELSE $4::bigint END, stay = 1,
       now() - make_interval(days => 10 - 5 * stay), CASE stay WHEN 0 THEN now() - interval '5 days' END
     FROM task, generate_series(0, 1) AS stay WHERE project_id = $2`,
    [world.tenantId, id, todo?.id, done?.id],
  );
  const api = world.api(world.manager);
  await withStatistics(["task", "analytics_stay"], async () => {
    const works = await measureWorkOf(async () => {
      const day = new Date().toISOString().slice(0, 10);
      const list = `/analytics/project/${id}/list?figure=column&kind=done&from=${day}&to=${day}`;
      expect(requireOk(await api.get(list)).body.meta.total).toBe(300);
      requireOk(await api.get(`/analytics/project/${id}`));
    });
    for (const statement of ["analytics.flowChanges", "analytics.tasksInColumn"]) {
      const work = works.find(({ name }) => name === statement);
      expect(work?.tables.analytics_stay).toBe(600);
      expect(work?.tables.task).toBeLessThanOrEqual(600);
    }
  });
});
