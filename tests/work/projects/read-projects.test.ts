import pg from "pg";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { columnsOf, newGroup, newProject, newTask, newTeam, requireOk } from "./projects";

const server = testServer();

const idsOf = (people: readonly { id: number }[]) => people.map((person) => person.id);

const titles = async (world: World, who: Parameters<World["api"]>[0], query: Record<string, string | number> = {}) =>
  requireOk(await world.api(who).get("/project/list", { query })).body.data.map(
    (project: { title: string }) => project.title,
  );

describe("refused project reads", () => {
  test("a project of another tenant returns 404", async () => {
    const world = await server.world();
    const other = await server.world();
    const project = await newProject(other);
    for (const path of [`/project/single/${project.id}`, `/project/${project.id}/edit`]) {
      const answer = await world.api(world.admin).get(path);
      expect([answer.status, answer.body.code]).toEqual([404, "notFound"]);
    }
    requireOk(await other.api(other.admin).get(`/project/single/${project.id}`));
  });

  test("users outside a project get 404 from every endpoint", async () => {
    const world = await server.world();
    const { project, stranger } = await newTeam(world);
    const api = world.api(stranger);
    const answers = [
      await api.get(`/project/single/${project.id}`),
      await api.get(`/project/${project.id}/edit`),
      await api.get(`/task/assgine-to-users/${project.id}`),
      await api.get(`/project/tags?project_id=${project.id}`),
      await api.get(`/activity?project_id=${project.id}`),
      await api.post(`/project/update/${project.id}`, { title: "Mine" }),
      await api.put(`/project/${project.id}/members`, { members: [] }),
      await api.put(`/project/${project.id}/archive`),
      await api.delete(`/project/${project.id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
    expect(await titles(world, stranger)).toEqual([]);
  });

  test("an invalid id returns 404", async () => {
    const world = await server.world();
    for (const id of ["0", "-1", "abc", "1.5", "99999999999999999999"]) {
      expect((await world.api(world.admin).get(`/project/single/${id}`)).status).toBe(404);
    }
  });

  test("members can read the project, but not its edit form", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    for (const person of [member, viewer]) {
      expect((await world.api(person).get(`/project/${project.id}/edit`)).status).toBe(403);
      requireOk(await world.api(person).get(`/project/single/${project.id}`));
    }
  });
});

test("the list has the projects of direct and group members; administrators get all", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  await newProject(world, { title: "beta" });
  await newProject(world, { title: "Alpha", groups: [group] });
  await newProject(world, { title: "Gamma", members: [{ user_id: world.external.id }] }, world.admin);
  expect(await titles(world, world.admin)).toEqual(["Alpha", "beta", "Gamma"]);
  expect(await titles(world, world.manager)).toEqual(["Alpha", "beta"]);
  expect(await titles(world, world.employee)).toEqual(["Alpha"]);
  expect(await titles(world, world.external)).toEqual(["Gamma"]);
});

test("external users see only their own projects, whatever their role", async () => {
  const world = await server.world();
  const auditor = await world.person("administrator", { external: true });
  const open = await newProject(world, { title: "Open", members: [{ user_id: auditor.id, role: "viewer" }] });
  const closed = await newProject(world, { title: "Closed" });
  expect(await titles(world, auditor)).toEqual(["Open"]);
  expect((await world.api(auditor).get(`/project/single/${closed.id}`)).status).toBe(404);
  const detail = requireOk(await world.api(auditor).get(`/project/single/${open.id}`)).body.data;
  expect(detail.can).toMatchObject({ edit: false, members: false, create_task: false });
});

test("the list filters by search, status and archived; empty values are ignored", async () => {
  const world = await server.world();
  await newProject(world, { title: "Depot 100%", code: "DEP", status: "planned" });
  await newProject(world, { title: "Depot 1000" });
  const old = await newProject(world, { title: "Old depot" });
  requireOk(await world.api(world.manager).put(`/project/${old.id}/archive`));
  expect(await titles(world, world.manager, { q: "100%" })).toEqual(["Depot 100%"]);
  expect(await titles(world, world.manager, { q: "dep" })).toEqual(["Depot 100%", "Depot 1000"]);
  expect(await titles(world, world.manager, { status: "planned" })).toEqual(["Depot 100%"]);
  expect(await titles(world, world.manager, { q: "", status: "", archived: "" })).toHaveLength(2);
  expect(await titles(world, world.manager, { archived: 1 })).toEqual(["Old depot"]);
  expect((await world.api(world.manager).get("/project/list?status=asleep")).status).toBe(422);
});

test("the list is paged only when requested", async () => {
  const world = await server.world();
  for (const title of ["A", "B", "C"]) await newProject(world, { title });
  const all = requireOk(await world.api(world.manager).get("/project/list")).body;
  expect([all.data.length, all.meta]).toEqual([3, undefined]);
  const second = requireOk(await world.api(world.manager).get("/project/list?page=2&perPage=2")).body;
  expect(second.data.map((project: { title: string }) => project.title)).toEqual(["C"]);
  expect(second.meta).toEqual({ total: 3, page: 2, per_page: 2, last_page: 2 });
  const beyond = requireOk(await world.api(world.manager).get("/project/list?page=9&per_page=2")).body;
  expect([beyond.data, beyond.meta.total]).toEqual([[], 3]);
});

test("a project's figures count done and overdue tasks, but no archived tasks", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const [todo, , done] = await columnsOf(world, project.id);
  const admin = world.api(world.admin);
  await newTask(world, project.id, { task_status_id: todo?.id, due_date: "2020-01-01" });
  await newTask(world, project.id, { task_status_id: done?.id, due_date: "2020-01-01" });
  await newTask(world, project.id, { task_status_id: todo?.id, progress: 55 });
  const archivedTask = await newTask(world, project.id, { task_status_id: todo?.id, due_date: "2020-01-01" });
  requireOk(await admin.put(`/task/${archivedTask.id}/archive`));
  const [card] = requireOk(await admin.get("/project/list")).body.data;
  expect(card).toMatchObject({ task_count: 3, done_count: 1, overdue_count: 1, progress: 51 });
});

test("the detail has the revision from which its stream continues", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const before = requireOk(await world.api(world.manager).get(`/project/single/${project.id}`)).body.data.revision;
  const mark = server.published.length;
  await newTask(world, project.id);
  const [event] = world.events(mark);
  expect(event?.event.revision).toBe(before + 1);
});

test("the list takes the same four statements for two projects and for forty", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee, world.hr]);
  const counts: number[] = [];
  for (const projectCount of [2, 38]) {
    for (let n = 0; n < projectCount; n++) {
      const project = await newProject(world, { title: `P ${projectCount} ${n}`, groups: [group] });
      if (n < 3) await newTask(world, project.id);
    }
    counts.push(await statementsOf(world));
  }
  expect(counts[0]).toBe(counts[1]);
  expect(counts[1]).toBe(4);
});

async function statementsOf(world: World): Promise<number> {
  const sent: unknown[] = [];
  const spy = jest.spyOn(pg.Client.prototype, "query");
  try {
    requireOk(await world.api(world.employee).get("/project/list"));
    for (const [first] of spy.mock.calls as unknown as [string | { text?: string }][]) {
      const text = typeof first === "string" ? first : (first?.text ?? "");
      if (!/^(BEGIN|COMMIT)/.test(text)) sent.push(text);
    }
  } finally {
    spy.mockRestore();
  }
  return sent.length;
}

test("only active users and groups are offered as assignees", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.hr], "Clerks");
  await world.person("employee", { fullname: "Gone Away", active: false });
  const { project, member } = await newTeam(world, { groups: [group] });
  const everyone = requireOk(await world.api(member).get("/task/assgine-to-users")).body.data;
  expect(everyone.groups).toEqual([{ id: group, title: "Clerks", users: [world.hr.id] }]);
  expect(everyone.users).toHaveLength(8);
  expect(everyone.users.map((user: { fullname: string }) => user.fullname)).not.toContain("Gone Away");
  const inside = requireOk(await world.api(member).get(`/task/assgine-to-users/${project.id}`)).body.data;
  expect(new Set(idsOf(inside.users))).toEqual(
    new Set([world.manager.id, member.id, world.hr.id, ...(await viewersOf(world, project.id))]),
  );
});

async function viewersOf(world: World, projectId: number): Promise<number[]> {
  const { project_members } = requireOk(await world.api(world.admin).get(`/project/single/${projectId}`)).body.data;
  return project_members
    .filter((member: { role: string }) => member.role === "viewer")
    .map((member: { user: { id: number } }) => member.user.id);
}

test("external users can choose only among the members of their projects", async () => {
  const world = await server.world();
  const noChoices = requireOk(await world.api(world.external).get("/task/assgine-to-users")).body.data;
  expect(noChoices).toEqual({ users: [], groups: [] });
  await newProject(world, { members: [{ user_id: world.external.id }] });
  const memberChoices = requireOk(await world.api(world.external).get("/task/assgine-to-users")).body.data;
  expect(new Set(idsOf(memberChoices.users))).toEqual(new Set([world.external.id, world.manager.id]));
  const choices = requireOk(await world.api(world.external).get("/project/choices")).body.data;
  expect(choices).toEqual({ clients: [], departments: [] });
});

test("clients are listed for users with the client permission or who edit projects", async () => {
  const world = await server.world();
  requireOk(await world.api(world.admin).post("/client", { fullname: "Harbour Foods" }));
  const names = async (person: World["hr"]) => {
    const { clients, departments } = requireOk(await world.api(person).get("/project/choices")).body.data;
    expect(departments).toEqual(requireOk(await world.api(world.admin).get("/project/choices")).body.data.departments);
    return clients.map(({ name }: { name: string }) => name);
  };
  for (const person of [world.admin, world.manager, world.finance])
    expect(await names(person)).toEqual(["Harbour Foods"]);
  expect(await names(world.employee)).toEqual([]);
  await newProject(world, { members: [{ user_id: world.employee.id }] });
  expect(await names(world.employee)).toEqual([]);
  await newProject(world, { members: [{ user_id: world.employee.id, role: "owner" }] });
  expect(await names(world.employee)).toEqual(["Harbour Foods"]);
});

test("the list has done, started and overdue counts and the stream revision", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const [todo, doing, done] = await columnsOf(world, project.id);
  await newTask(world, project.id, { title: "Not begun", task_status_id: todo?.id, due_date: "2020-01-01" });
  await newTask(world, project.id, { title: "Begun by progress", task_status_id: todo?.id, progress: 10 });
  await newTask(world, project.id, { title: "Begun by column", task_status_id: doing?.id });
  await newTask(world, project.id, { title: "Done", task_status_id: done?.id, due_date: "2020-01-01" });
  const api = world.api(world.manager);
  const [listed] = requireOk(await api.get("/project/list")).body.data;
  expect(listed).toMatchObject({ task_count: 4, done_count: 1, doing_count: 2, overdue_count: 1 });
  const { revision } = requireOk(await api.get(`/project/${project.id}/task_tatus`)).body;
  expect(listed.revision).toBe(revision);
  expect(revision).toBeGreaterThan(0);
});
