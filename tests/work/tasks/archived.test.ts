import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { archivedTasks } from "../../../shared/work/tasks/tasks.contract";
import { newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import { withDistinctValues } from "../../support/statements/statistics";
import { measureWorkOf } from "../../support/statements/work";
import type { World } from "../../support/world";

const server = testServer();

type Archive = ReplyOf<typeof archivedTasks>;

async function newArchive(world: World) {
  const team = await newTeam(world);
  const tasks = [];
  for (const [title, who] of [
    ["Order tea", team.owner],
    ["Paint 100% of it", team.owner],
    ["Call the customs", team.member],
    ["Paint the gate", team.member],
  ] as const) {
    const task = await newTask(world, team.project.id, { title });
    requireOk(await world.api(who).put(`/task/${task.id}/archive`));
    tasks.push(task);
  }
  const read = async (query = "") =>
    requireOk(await world.api(team.viewer).get(`/project/${team.project.id}/archived-tasks${query}`)).body as Archive;
  return { ...team, tasks, read };
}
const titles = ({ data }: Archive) => data.map((task) => task.title);

test("the archive returns 404 without project access and 422 for invalid filters", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, stranger, viewer } = await newArchive(world);
  const path = `/project/${project.id}/archived-tasks`;
  expect((await world.api(stranger).get(path)).status).toBe(404);
  expect((await other.api(other.admin).get(path)).status).toBe(404);
  for (const query of ["from=yesterday", "per_page=0", "by=me"]) {
    expect((await world.api(viewer).get(`${path}?${query}`)).status).toBe(422);
  }
});

test("the archive lists the latest 200 tasks with the users who archived them", async () => {
  const { read, member, owner } = await newArchive(await server.world());
  const all = await read();
  expect(titles(all)).toEqual(["Paint the gate", "Call the customs", "Paint 100% of it", "Order tea"]);
  expect(all.meta).toEqual({ total: 4, page: 1, per_page: 200, last_page: 1 });
  expect(all.data.map((task) => task.archived_by?.id)).toEqual([member.id, member.id, owner.id, owner.id]);
});

test("two pages of the archive contain each task once", async () => {
  const { read } = await newArchive(await server.world());
  const first = await read("?per_page=3");
  expect(first.meta).toEqual({ total: 4, page: 1, per_page: 3, last_page: 2 });
  const second = await read("?per_page=3&page=2");
  expect([...titles(first), ...titles(second)]).toEqual(titles(await read()));
  expect((await read("?per_page=3&page=9")).data).toEqual([]);
});

test("the archive filters by title, key, archiving user and date", async () => {
  const { read, tasks, owner } = await newArchive(await server.world());
  expect(titles(await read("?q=paint"))).toEqual(["Paint the gate", "Paint 100% of it"]);
  expect(titles(await read("?q=100%25"))).toEqual(["Paint 100% of it"]);
  expect(titles(await read(`?q=${tasks[0]?.key}`))).toEqual(["Order tea"]);
  expect(titles(await read(`?by=${owner.id}`))).toEqual(["Paint 100% of it", "Order tea"]);
  await server.owner.query("UPDATE task SET archived_at = '2026-01-10T12:00:00Z' WHERE id = $1", [tasks[0]?.id]);
  expect(titles(await read("?from=2026-01-10&to=2026-01-10"))).toEqual(["Order tea"]);
  expect(titles(await read("?to=2026-01-09"))).toEqual([]);
  expect((await read(`?per_page=1&by=${owner.id}&q=paint`)).meta).toMatchObject({ total: 1 });
});

test("a task archived again shows the user who archived it last", async () => {
  const world = await server.world();
  const { read, tasks, project, member } = await newArchive(world);
  const [tea] = tasks;
  const columns = requireOk(await world.api(member).get(`/project/${project.id}/task_tatus`)).body.data;
  requireOk(await world.api(member).put(`/task/${tea?.id}/restore`, { task_status_id: columns[0].id }));
  requireOk(await world.api(member).put(`/task/${tea?.id}/archive`));
  expect((await read()).data[0]).toMatchObject({ title: "Order tea", archived_by: { id: member.id } });
});

async function olderTasks(like: number | undefined, count: number): Promise<number[]> {
  const rows = await server.owner.query<{ id: number }[]>(
    `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank, archived_at)
     SELECT tenant_id, project_id, task_status_id, 1000 + n, 'Old', 'f' || lpad(n::text, 6, '0'), now() - n * interval '1 minute' - interval '1 day'
     FROM task, generate_series(1, $2) AS n WHERE id = $1 RETURNING id::int`,
    [like, count],
  );
  return rows.map(({ id }) => id);
}

test("a page of the archive reads only the linked rows of its own tasks", async () => {
  const { read, tasks, project, owner } = await newArchive(await server.world());
  const older = await olderTasks(tasks[0]?.id, 300);
  await server.owner.query(
    `INSERT INTO project_tag (tenant_id, project_id, name, color)
     SELECT tenant_id, id, 'Tag ' || n, 'blue' FROM project, generate_series(1, 20) AS n WHERE id = $1`,
    [project.id],
  );
  await server.owner.query(
    `INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id)
     SELECT tenant_id, project_id, task.id, tag.id FROM project_tag AS tag, unnest($2::bigint[]) AS task (id) WHERE project_id = $1`,
    [project.id, older],
  );
  await server.owner.query(
    `INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
     SELECT tenant_id, project_id, id, $3 FROM task WHERE project_id = $1 AND id = ANY($2)`,
    [project.id, older, owner.id],
  );
  const linked = ["task_tag", "task_user"];
  await server.owner.query(`VACUUM ${linked.join(", ")}`);
  const works = await withDistinctValues(server.owner, linked, { tenant_id: 1, project_id: 50 }, () =>
    measureWorkOf(() => read("?per_page=1")),
  );
  const tables = works.find(({ name }) => name === "tasks.archived.all")?.tables ?? {};
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(["task_tag", "task_user", "domain_event"]));
  expect(tables.task_tag).toBeLessThan(100);
  expect(tables.task_user).toBeLessThan(100);
  expect(tables.domain_event).toBeLessThan(10);
  expect((await read("?per_page=1&page=304")).data[0]?.tag_ids).toHaveLength(20);
});

test("a page of the archive neither sorts nor scans all archived tasks", async () => {
  const { read, tasks } = await newArchive(await server.world());
  await olderTasks(tasks[0]?.id, 5_000);
  await server.owner.query("VACUUM ANALYZE task");
  const works = await measureWorkOf(() => read("?per_page=2"));
  const work = works.find(({ name }) => name === "tasks.archived.all");
  // The count reads each row once in the index. The number of heap pages depends on the visibility map.
  expect(work?.tables.task).toBeLessThan(5_004 + 100);
  expect((await read("?per_page=2")).meta.total).toBe(5004);
  expect(titles(await read("?per_page=2&page=3"))).toEqual(["Old", "Old"]);
});
