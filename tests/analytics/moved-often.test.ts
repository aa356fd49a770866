import { mostStays } from "../../server/analytics/task.sql";
import { newProject, newTask, ok } from "../projects/projects";
import { testServer } from "../support/server";

const server = testServer();

test("of a task that was moved to and fro the latest thousand stays are told", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id);
  await server.owner.query(
    `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING)
     INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
     SELECT $1, $2, 1000 + n, id, task_status_id, false, timestamptz '2026-01-01Z' + make_interval(mins => n), now()
     FROM task, generate_series(0, $4::int) n WHERE id = $3`,
    [world.tenantId, project.id, task.id, mostStays],
  );
  const { stays } = ok(await world.api(world.admin).get(`/analytics/task/${task.id}`)).body.data;
  expect([stays.length, stays[0].from]).toEqual([mostStays, "2026-01-01T00:01:00.000Z"]);
});
