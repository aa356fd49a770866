import type { MyTask } from "../../../shared/work/tasks/tasks.contract";
import { columnsOf, newGroup, newProject, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

const mineOf = async (world: World, person: Person, query = "") =>
  requireOk(await world.api(person).get(`/task/mine${query}`)).body as { data: MyTask[]; meta: { total: number } };
const titlesOf = async (world: World, person: Person) => (await mineOf(world, person)).data.map((task) => task.title);

test("a user's tasks of all projects are sorted by due date, then priority", async () => {
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

test("a task's column indicates whether it is the first or last of its kind", async () => {
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

test("tasks assigned to the user's group are listed once", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  const project = await newProject(world, { groups: [group] });
  await newTask(world, project.id, { title: "For the circle", groups: [group] });
  await newTask(world, project.id, { title: "Twice", groups: [group], users: [world.employee.id] });
  expect(await titlesOf(world, world.employee)).toEqual(["For the circle", "Twice"]);
  expect(await titlesOf(world, world.manager)).toEqual([]);
});

test("tasks that are done, archived or of archived projects are left out", async () => {
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
  requireOk(await api.put(`/task/${archived.id}/archive`));
  requireOk(await api.put(`/project/${away.id}/archive`));
  expect(await titlesOf(world, member)).toEqual(["Left"]);
});

test("a removed member's list has none of the project's tasks", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  await newTask(world, project.id, { title: "Still mine", users: [member.id] });
  expect(await titlesOf(world, member)).toEqual(["Still mine"]);
  const owner = { user_id: world.manager.id, role: "owner" };
  requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members: [owner] }));
  expect(await mineOf(world, member)).toMatchObject({ data: [], meta: { total: 0 } });
});

test("tasks by id come in the given order, without hidden, archived and deleted ones", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const hidden = await newProject(world, { title: "Hidden", code: "HID" });
  const tasks = [];
  for (const title of ["First", "Second", "Archived", "Deleted"])
    tasks.push(await newTask(world, project.id, { title }));
  const [first, second, archived, deleted] = tasks;
  const secret = await newTask(world, hidden.id, { title: "Secret" });
  const api = world.api(world.manager);
  requireOk(await api.put(`/task/${archived?.id}/archive`));
  requireOk(await api.delete(`/task/${deleted?.id}`));
  const ids = [second, secret, archived, deleted, first].map((task) => task?.id).join(",");
  const titles = async (person: Person) =>
    (requireOk(await world.api(person).get(`/task/by-id?ids=${ids}`)).body.data as MyTask[]).map(({ title }) => title);
  expect(await titles(member)).toEqual(["Second", "First"]);
  expect(await titles(world.manager)).toEqual(["Second", "Secret", "First"]);
  const other = await server.world();
  const theirs = await other.api(other.manager).get(`/task/by-id?ids=${ids}`);
  expect(theirs.body.data).toEqual([]);
  expect((await world.api(member).get("/task/by-id")).status).toBe(422);
  const tooMany = Array.from({ length: 21 }, (_, at) => at + 1).join(",");
  expect((await world.api(member).get(`/task/by-id?ids=${tooMany}`)).status).toBe(422);
});
