import type { MyTask } from "../../shared/tasks/tasks.contract";
import { columnsOf, newGroup, newProject, newTask, newTeam, ok } from "../projects/projects";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";

const server = testServer();

const mineOf = async (world: World, person: Person, query = "") =>
  ok(await world.api(person).get(`/task/mine${query}`)).body as { data: MyTask[]; meta: { total: number } };
const titlesOf = async (world: World, person: Person) => (await mineOf(world, person)).data.map((task) => task.title);

test("over all projects by due date, then by what matters most; without a date last", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const second = await newProject(world, { title: "Second", code: "SEC", members: [{ user_id: member.id }] });
  const users = [member.id];
  await newTask(world, project.id, { title: "whenever", users });
  await newTask(world, project.id, { title: "later", due_date: "2026-12-02", users });
  await newTask(world, second.id, { title: "soon, low", due_date: "2026-12-01", priority: "low", users });
  await newTask(world, project.id, { title: "soon, high", due_date: "2026-12-01", priority: "high", users });
  await newTask(world, project.id, { title: "somebody else's", due_date: "2026-11-01", users: [world.manager.id] });

  const { data, meta } = await mineOf(world, member);
  expect(data.map((task) => task.title)).toEqual(["soon, high", "soon, low", "later", "whenever"]);
  expect(meta).toEqual({ total: 4 });
  expect(data[1]).toMatchObject({
    key: "SEC-1",
    due_date: "2026-12-01",
    priority: "low",
    progress: 0,
    column: { title: "To do", kind: "todo" },
    project: { id: second.id, title: "Second", code: "SEC" },
  });
  const few = await mineOf(world, member, "?per_page=1");
  expect([few.data.map((task) => task.title), few.meta.total]).toEqual([["soon, high"], 4]);
});

test("a column tells whether it is the first and the last of its kind: the glyph shows it", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const columns = await columnsOf(world, project.id);
  for (const { id, title } of columns)
    await newTask(world, project.id, { title, task_status_id: id, users: [member.id] });
  const { data } = await mineOf(world, member);
  const open = columns.filter(({ kind }) => kind !== "done");
  for (const { title, kind, id } of open) {
    const alike = open.filter((one) => one.kind === kind);
    const place = { first: alike[0]?.id === id, last: alike.at(-1)?.id === id };
    expect(data.find((task) => task.title === title)?.column).toEqual({ id, title, kind, ...place });
  }
  expect(new Set(data.map(({ column: { kind } }) => kind))).toEqual(new Set(["todo", "doing"]));
});

test("what is assigned to one's group is one's own, and stands there once", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  const project = await newProject(world, { groups: [group] });
  await newTask(world, project.id, { title: "For the circle", groups: [group] });
  await newTask(world, project.id, { title: "Twice", groups: [group], users: [world.employee.id] });
  expect(await titlesOf(world, world.employee)).toEqual(["For the circle", "Twice"]);
  expect(await titlesOf(world, world.manager)).toEqual([]);
});

test("what is done or put away is no work: the task, its column, its project", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const away = await newProject(world, { title: "Away", code: "AWA", members: [{ user_id: member.id }] });
  const users = [member.id];
  const done = (await columnsOf(world, project.id)).find((column) => column.kind === "done");
  await newTask(world, project.id, { title: "Left", users });
  await newTask(world, project.id, { title: "In the last column", users, task_status_id: done?.id });
  const archived = await newTask(world, project.id, { title: "Archived", users });
  await newTask(world, away.id, { title: "In an archived project", users });
  const api = world.api(world.manager);
  ok(await api.put(`/task/${archived.id}/archive`));
  ok(await api.put(`/project/${away.id}/archive`));
  expect(await titlesOf(world, member)).toEqual(["Left"]);
});

test("whoever was taken off a project sees none of its tasks, assigned or not", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  await newTask(world, project.id, { title: "Still mine", users: [member.id] });
  expect(await titlesOf(world, member)).toEqual(["Still mine"]);
  const owner = { user_id: world.manager.id, role: "owner" };
  ok(await world.api(world.manager).put(`/project/${project.id}/members`, { members: [owner] }));
  expect(await mineOf(world, member)).toMatchObject({ data: [], meta: { total: 0 } });
});
