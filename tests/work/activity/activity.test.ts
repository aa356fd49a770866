import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { columnsOf, newProject, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import { measureWorkOf } from "../../support/statements/work";

const server = testServer();

interface Line {
  id: number;
  type: string;
  project_id: number;
  actor: { id: number } | null;
  data: Record<string, unknown>;
}

const appendMany = unnamedSql(`WITH head AS (
    UPDATE event_stream SET revision = revision + $4::int
    WHERE tenant_id = current_tenant() AND name = 'project:' || $1::int RETURNING name, revision)
  INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
  SELECT current_tenant(), name, revision - $4::int + n, $2, $3, now() FROM head, generate_series(1, $4::int) AS n`);

test("users outside a project get none of its activity", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, stranger } = await newTeam(world);
  await newTask(world, project.id);
  for (const api of [world.api(stranger), world.api(world.external), other.api(other.admin)]) {
    expect(requireOk(await api.get("/activity")).body.data).toEqual([]);
    expect((await api.get(`/activity?project_id=${project.id}`)).status).toBe(404);
  }
  expect(requireOk(await world.api(world.admin).get("/activity")).body.data.length).toBeGreaterThan(0);
});

test("activity is paged newest first, without gaps or duplicates", async () => {
  const world = await server.world();
  const first = await newProject(world, { title: "One" });
  const second = await newProject(world, { title: "Two" });
  for (let n = 0; n < 6; n++) await newTask(world, (n % 2 ? first : second).id, { title: `Task ${n}` });
  const api = world.api(world.manager);
  const all = requireOk(await api.get("/activity?per_page=100")).body.data as Line[];
  expect(all.map((line) => line.id)).toEqual(all.map((line) => line.id).toSorted((a, b) => b - a));
  const paged: Line[] = [];
  for (let before = ""; ; before = `&before=${paged.at(-1)?.id}`) {
    const page = requireOk(await api.get(`/activity?per_page=3${before}`)).body.data as Line[];
    if (page.length === 0) break;
    paged.push(...page);
  }
  expect(paged).toEqual(all);
  const one = requireOk(await api.get(`/activity?project_id=${first.id}`)).body.data as Line[];
  expect(new Set(one.map((line) => line.project_id))).toEqual(new Set([first.id]));
});

test("activity leaves out reordering within a column, sorting and tags", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const [todo, doing] = await columnsOf(world, project.id);
  const task = await newTask(world, project.id);
  await newTask(world, project.id);
  const api = world.api(world.manager);
  requireOk(await api.put(`/task/${task.id}/status-update`, { task_status_id: todo?.id }));
  requireOk(await api.post("/project/tags", { project_id: project.id, name: "Quiet" }));
  requireOk(await api.put(`/task/${task.id}/status-update`, { task_status_id: doing?.id }));
  const lines = requireOk(await api.get("/activity?per_page=3")).body.data as Line[];
  expect(lines.map((line) => line.type)).toEqual(["task.moved", "task.created", "task.created"]);
  // An activity feed is shown without a board, so the event itself must contain the column's title.
  expect(lines[0]?.data.column).toEqual({ id: doing?.id, title: "In progress" });
});

test("a task's history holds only its own events, newest first, with the actor", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const task = await newTask(world, project.id, {}, world.manager);
  const api = world.api(member);
  // Creates a comment whose id could be mistaken for a task id.
  const other = await newTask(world, project.id);
  requireOk(await api.post("/comments", { task_id: other.id, comment: "Elsewhere" }));
  const comment = requireOk(await api.post("/comments", { task_id: task.id, comment: "Here" })).body.data;
  requireOk(await api.post(`/task/${task.id}`, { title: "New words" }));
  requireOk(await api.delete(`/comments/${comment.id}`));
  const lines = requireOk(await api.get(`/task/${task.id}`)).body.data.activities as Line[];
  expect(lines.map((line) => [line.type, line.actor?.id])).toEqual([
    ["comment.deleted", member.id],
    ["task.updated", member.id],
    ["comment.created", member.id],
    ["task.created", world.manager.id],
  ]);
});

describe("many events that are not shown", () => {
  const eventCount = 2_000;
  const noLines = [
    ["task.moved", { task_status_id: 1, from_task_status_id: 1 }],
    ["watcher.added", { user_id: 1 }],
  ] as const;

  for (const [type, data] of noLines) {
    test(`history and feed read few rows despite ${eventCount} ${type} events`, async () => {
      const world = await server.world();
      const { project, owner } = await newTeam(world);
      const { id } = await newTask(world, project.id);
      const api = world.api(owner);
      const about = { [type.startsWith("task.") ? "id" : "task_id"]: id };
      await world.tx((tx) => tx.rows(appendMany, [project.id, type, { ...data, ...about }, eventCount]));
      await server.owner.query("ANALYZE domain_event");

      const works = await measureWorkOf(async () => {
        expect(requireOk(await api.get(`/task/${id}/activity`)).body.data.length).toBe(1);
        const feed = requireOk(await api.get(`/activity?project_id=${project.id}`)).body.data as Line[];
        expect(feed[0]?.type).toBe("task.created");
      });
      const read = ["activity.ofTask", "activity.recent"];
      const rows = works.filter(({ name }) => read.includes(name));
      expect(rows.map(({ name }) => name)).toEqual(read);
      for (const { name, rows: count } of rows) expect([name, count < eventCount / 4]).toEqual([name, true]);
    });
  }
});
