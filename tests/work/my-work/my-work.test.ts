import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import { maxListedSubtasks } from "../../../server/work/my-work/my-work.sql";
import { columnsOf, newGroup, newProject, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

const workOf = async (world: World, person: Person, query = "") =>
  requireOk(await world.api(person).get(`/task/my-work${query}`)).body as ReplyOf<typeof listMyWork>;
const titles = (work: ReplyOf<typeof listMyWork>) => work.data.map((task) => task.title);
const mention = (person: { id: number }) => `<p><span data-mention="${person.id}">@x</span> look</p>`;

describe("refused reads of own work", () => {
  test("own work returns 401 without sign-in and 422 for invalid filters", async () => {
    const world = await server.world();
    expect((await world.api().get("/task/my-work")).status).toBe(401);
    for (const query of ["of=everything", "state=closed", "per_page=0", "per_page=5000"]) {
      expect((await world.api(world.employee).get(`/task/my-work?${query}`)).status).toBe(422);
    }
  });

  test("a removed member sees no assigned, mentioned or reported tasks of the project", async () => {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    const task = await newTask(world, project.id, { title: "Was mine", users: [member.id] }, member);
    requireOk(await world.api(world.manager).post("/comments", { task_id: task.id, comment: mention(member) }));
    const owner = { user_id: world.manager.id, role: "owner" };
    expect((await workOf(world, member)).counts).toMatchObject({ assigned: 1, mentions: 1, reported: 1 });
    requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members: [owner] }));
    for (const reason of ["assigned", "mentions", "watching", "reported"]) {
      expect(await workOf(world, member, `?of=${reason}`)).toEqual({
        message: "Loaded",
        data: [],
        projects: [],
        counts: { assigned: 0, mentions: 0, watching: 0, reported: 0 },
      });
    }
  });

  test("users see no work of another tenant", async () => {
    const world = await server.world();
    const other = await server.world();
    const { project, member } = await newTeam(world);
    await newTask(world, project.id, { users: [member.id] });
    expect((await workOf(other, other.admin)).counts.assigned).toBe(0);
    expect((await workOf(world, member)).counts.assigned).toBe(1);
  });
});

test("own work lists tasks of the user and their groups by due date and priority", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  const project = await newProject(world, { groups: [group] });
  const second = await newProject(world, { title: "Apart", code: "APA", members: [{ user_id: world.employee.id }] });
  const users = [world.employee.id];
  await newTask(world, project.id, { title: "whenever", users });
  await newTask(world, project.id, { title: "circle's", groups: [group], users, due_date: "2026-12-02" });
  await newTask(world, second.id, { title: "low", due_date: "2026-12-01", priority: "low", users });
  await newTask(world, second.id, { title: "high", due_date: "2026-12-01", priority: "high", users });
  await newTask(world, project.id, { title: "not mine" });
  const work = await workOf(world, world.employee);
  expect(titles(work)).toEqual(["high", "low", "circle's", "whenever"]);
  expect(work.counts.assigned).toBe(4);
  expect(work.projects.map(({ title }) => title)).toEqual(["Apart", "Website relaunch"]);
  expect(work.projects[0]).toMatchObject({ code: "APA", can: { edit: true, move: true } });
  expect(work.projects[0]?.columns.length).toBeGreaterThan(2);
  expect(work.projects[0]?.revision).toBeGreaterThan(0);
  expect(titles(await workOf(world, world.employee, "?per_page=2"))).toEqual(["high", "low"]);
});

test("an open subtask puts its task on the assignee's list", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(world.manager);
  const task = await newTask(world, project.id, { title: "Open the shop" });
  const mine = requireOk(await api.post("/sub_task", { task_id: task.id, name: "Buy tea" })).body.data;
  requireOk(await api.post("/sub_task", { task_id: task.id, name: "Nobody's" }));
  expect(titles(await workOf(world, member))).toEqual([]);
  requireOk(await api.put(`/sub_task/${mine.id}`, { assignee_id: member.id }));
  const work = await workOf(world, member);
  expect([titles(work), work.counts.assigned]).toEqual([["Open the shop"], 1]);
  expect(work.data[0]).toMatchObject({ subtasks: [{ id: mine.id, name: "Buy tea" }], subtask_total: 1 });
  requireOk(await api.put(`/sub_task/${mine.id}`, { completed: true }));
  expect(titles(await workOf(world, member))).toEqual([]);
});

test("own work lists the first ten subtasks of a task and counts the remaining ones", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(world.manager);
  const task = await newTask(world, project.id);
  const names = Array.from({ length: maxListedSubtasks + 2 }, (_, n) => `Shelf ${n + 1}`);
  for (const name of names) {
    const { id } = requireOk(await api.post("/sub_task", { task_id: task.id, name })).body.data;
    requireOk(await api.put(`/sub_task/${id}`, { assignee_id: member.id }));
  }
  const [listed] = (await workOf(world, member)).data;
  expect(listed?.subtasks.map(({ name }) => name)).toEqual(names.slice(0, maxListedSubtasks));
  expect(listed?.subtask_total).toBe(names.length);
});

test("own work lists tasks that mention the user in a comment or description", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  const api = world.api(world.manager);
  const mentioned = await newTask(world, project.id, { title: "In a comment" });
  const comment = requireOk(await api.post("/comments", { task_id: mentioned.id, comment: mention(viewer) })).body.data;
  const described = await newTask(world, project.id, { title: "In the text", description: mention(viewer) });
  const of = "?of=mentions";
  expect(titles(await workOf(world, viewer, of))).toEqual(["In a comment", "In the text"]);
  expect(titles(await workOf(world, member, of))).toEqual([]);

  requireOk(await api.delete(`/comments/${comment.id}`));
  expect(titles(await workOf(world, viewer, of))).toEqual(["In the text"]);
  requireOk(await api.put(`/comments/${comment.id}/restore`));
  requireOk(await api.put(`/comments/${comment.id}`, { comment: mention(member) }));
  requireOk(await api.post(`/task/${described.id}`, { description: "Nobody" }));
  expect(titles(await workOf(world, viewer, of))).toEqual([]);
  expect(titles(await workOf(world, member, of))).toEqual(["In a comment"]);
});

test("an unknown user id mentioned in a description matches no user", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const description = '<p><span data-mention="999999999">@x</span></p>';
  const { id } = await newTask(world, project.id, { title: "Names nobody", description });
  const read = requireOk(await world.api(world.manager).get(`/task/${id}`)).body.data.description;
  expect([read, titles(await workOf(world, member, "?of=mentions"))]).toEqual([description, []]);
});

test("own work lists watched and reported tasks", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const task = await newTask(world, project.id, { title: "Asked by me" }, member);
  await server.owner.query("DELETE FROM task_watcher WHERE task_id = $1", [task.id]);
  expect(titles(await workOf(world, member, "?of=reported"))).toEqual(["Asked by me"]);
  expect(titles(await workOf(world, member, "?of=watching"))).toEqual([]);
  await server.owner.query(
    "INSERT INTO task_watcher (tenant_id, task_id, user_id) SELECT tenant_id, id, $2 FROM task WHERE id = $1",
    [task.id, member.id],
  );
  expect(titles(await workOf(world, member, "?of=watching"))).toEqual(["Asked by me"]);
});

test("own work lists completed tasks separately and omits archived ones", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const users = [member.id];
  const done = (await columnsOf(world, project.id)).find((column) => column.kind === "done");
  await newTask(world, project.id, { title: "Open", users });
  await newTask(world, project.id, { title: "In the last column", users, task_status_id: done?.id });
  const archived = await newTask(world, project.id, { title: "Archived", users });
  requireOk(await world.api(world.manager).put(`/task/${archived.id}/archive`));
  expect(titles(await workOf(world, member))).toEqual(["Open"]);
  const finished = await workOf(world, member, "?state=done");
  expect([titles(finished), finished.counts.assigned]).toEqual([["In the last column"], 1]);
  requireOk(await world.api(world.manager).put(`/project/${project.id}/archive`));
  expect(titles(await workOf(world, member))).toEqual([]);
});

test("viewers can neither move nor edit the tasks in their own work", async () => {
  const world = await server.world();
  const { project, viewer } = await newTeam(world);
  await newTask(world, project.id, { description: mention(viewer) });
  const work = await workOf(world, viewer, "?of=mentions");
  expect(work.projects[0]?.can).toEqual({ edit: false, move: false });
});

test("tasks name their tags, projects all tags that a filter can offer", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const owner = world.api(world.manager);
  const tag = async (name: string) =>
    requireOk(await owner.post("/project/tags", { project_id: project.id, name })).body.data.id as number;
  const [seo, print] = [await tag("seo"), await tag("print")];
  await newTask(world, project.id, { title: "Tagged", users: [member.id], tags: [print, seo], due_date: "2026-12-01" });
  await newTask(world, project.id, { title: "Plain", users: [member.id] });
  const work = await workOf(world, member);
  expect(work.data.map(({ title, tag_ids }) => [title, tag_ids])).toEqual([
    ["Tagged", [seo, print]],
    ["Plain", []],
  ]);
  expect(Date.now() - Date.parse(work.data[0]?.created_at ?? "")).toBeLessThan(10 * 60_000);
  expect(work.projects[0]?.tags.map(({ name }) => name)).toEqual(["seo", "print"]);
});
