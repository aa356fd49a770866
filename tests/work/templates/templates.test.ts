import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { testServer } from "../../support/server";
import { requireOk } from "../tasks/board";

const server = testServer();

const create = (code: string) => `/project-templates/${code}/projects`;

test("the templates are listed in the language of the caller", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const english = requireOk(await api.get("/project-templates")).body.data as { code: string; title: string }[];
  const german = requireOk(await api.get("/project-templates", { headers: { "accept-language": "de" } })).body.data;
  expect(english.map(({ code }) => code)).toContain("onboarding");
  expect(english.find(({ code }) => code === "onboarding")?.title).toBe("Onboarding of an employee");
  expect((german as typeof english).find(({ code }) => code === "event")?.title).toBe("Veranstaltung");
});

test.each([
  ["a missing day", { title: "T" }, "day"],
  ["a day that doesn't exist", { title: "T", day: "2026-02-30" }, "day"],
  ["a missing title", { day: "2026-03-02" }, "title"],
  [
    "a role of another template",
    { title: "T", day: "2026-03-02", people: [{ role: "finance", user_id: 1 }] },
    "people.0.role",
  ],
])("%s is refused and no project is created", async (_, body, field) => {
  const world = await server.world();
  const mark = world.events().length;
  const reply = await world.api(world.manager).post(create("onboarding"), body);
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.body.errors)).toEqual([field]);
  expect(world.events().slice(mark)).toEqual([]);
});

test("an unknown template gets 404", async () => {
  const world = await server.world();
  for (const code of ["unknown", "__proto__", "toString"])
    expect((await world.api(world.manager).post(create(code), { title: "T", day: "2026-03-02" })).status).toBe(404);
});

test("people of another organization and repeated roles are refused at their role", async () => {
  const [world, other] = [await server.world(), await server.world()];
  const people = [
    { role: "manager", user_id: world.manager.id },
    { role: "it", user_id: other.employee.id },
    { role: "it", user_id: world.employee.id },
  ];
  const api = world.api(world.manager);
  const repeated = await api.post(create("onboarding"), { title: "T", day: "2026-03-02", people });
  expect([repeated.status, Object.keys(repeated.body.errors)]).toEqual([422, ["people.2.role"]]);
  const unknown = await api.post(create("onboarding"), { title: "T", day: "2026-03-02", people: people.slice(0, 2) });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["people.1.user_id"]]);
});

test("a project has the columns, tasks, dates and people of the template", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const people = [
    { role: "manager", user_id: world.manager.id },
    { role: "it", user_id: world.employee.id },
    { role: "buddy", user_id: world.employee.id },
  ];
  const body = { title: "Onboarding of Mia", day: "2026-03-02", people };
  const { data } = requireOk(await api.post(create("onboarding"), body)).body;
  const members = data.project_members as { user: { id: number }; role: string }[];
  expect(members.map(({ user, role }) => [user.id, role])).toEqual([
    [world.manager.id, "owner"],
    [world.employee.id, "member"],
  ]);

  const board = requireOk(await api.get(`/project/${data.id}/task_tatus`)).body;
  const columns = board.data as { title: string; kind: string; tasks: BoardTask[] }[];
  expect(columns.map(({ title, kind }) => [title, kind])).toEqual([
    ["To do", "todo"],
    ["In progress", "doing"],
    ["Done", "done"],
  ]);
  const tasks = columns[0]?.tasks ?? [];
  expect(tasks.map(({ title, due_date, user_ids }) => [title, due_date, user_ids])).toEqual([
    ["File the signed contract and personal data", "2026-02-09", []],
    ["Order laptop, phone and keys", "2026-02-16", [world.employee.id]],
    ["Set up accounts and permissions", "2026-02-27", [world.employee.id]],
    ["Plan the first week", "2026-02-27", [world.manager.id]],
    ["Welcome, tour and introduction to the team", "2026-03-02", [world.employee.id]],
    ["Instruct on safety and data protection", "2026-03-06", []],
    ["Hold the conversation after the first month", "2026-04-01", [world.manager.id]],
  ]);
  const subtasks = requireOk(await api.get(`/task/${tasks[1]?.id}`)).body.data.subtasks as { name: string }[];
  expect(subtasks.map(({ name }) => name)).toEqual(["Laptop", "Phone", "Keys and access card"]);
  expect(tasks[1]).toMatchObject({ subtask_count: 3, subtask_done_count: 0 });
});

test("columns of a template have its kinds", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const { data } = requireOk(await api.post(create("recruiting"), { title: "Designer", day: "2026-03-02" })).body;
  const { data: columns } = requireOk(await api.get(`/project/${data.id}/task_tatus`)).body;
  expect((columns as { title: string; kind: string }[]).map(({ title, kind }) => [title, kind])).toEqual([
    ["Preparation", "todo"],
    ["Interviews", "doing"],
    ["Decision", "doing"],
    ["Done", "done"],
  ]);
});

test("a retry with the same key creates one project", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const headers = { "idempotency-key": "template-retry-1" };
  const body = { title: "Fair", day: "2026-09-01" };
  const first = requireOk(await api.post(create("tradeFair"), body, { headers }));
  const second = requireOk(await api.post(create("tradeFair"), body, { headers }));
  expect(second.body.data.id).toBe(first.body.data.id);
});
