import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readPersonAnalytics } from "../../../shared/people/people/person-work.contract";
import { columnsOf, newGroup, newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";
import { recordStatementNames } from "../../support/statements/sent";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

type Work = ReplyOf<typeof readPersonAnalytics>["data"];
const ask = (world: World, reader: Person | null, person: { id: number }) =>
  world.api(reader).get(`/user/${person.id}/work`);
const workOf = async (world: World, reader: Person, person: { id: number }): Promise<Work> =>
  requireOk(await ask(world, reader, person)).body.data;
const titles = (work: Work) => work.map(({ title, running }) => (running ? `${title} (runs)` : title));

async function doing(world: World, projectId: number, person: Person, fields: Record<string, unknown> = {}) {
  const column = (await columnsOf(world, projectId)).find(({ kind }) => kind === "doing");
  return newTask(world, projectId, { users: [person.id], task_status_id: column?.id, ...fields });
}

describe("refused reads of another user's work", () => {
  test("another user's work returns 401 without sign-in and 403 for external users", async () => {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    await doing(world, project.id, member);
    expect((await ask(world, null, member)).status).toBe(401);
    // External users are refused even for a shared project.
    const both = { members: [member, world.external].map(({ id }) => ({ user_id: id, role: "member" })) };
    const shared = await newProject(world, { title: "With a client", code: "CLI", ...both });
    await doing(world, shared.id, member);
    expect((await ask(world, world.external, member)).status).toBe(403);
    await server.owner.query("UPDATE role SET permissions = array_append(permissions, 'user-view') WHERE id = $1", [
      world.roles.external,
    ]);
    expect((await ask(world, world.external, member)).status).toBe(403);
    await server.owner.query("UPDATE role SET permissions = array_remove(permissions, 'user-view') WHERE id = $1", [
      world.roles.employee,
    ]);
    expect((await ask(world, await world.person("employee"), member)).status).toBe(403);
  });

  test("another user's work returns 404 for foreign, unknown and inactive users", async () => {
    const world = await server.world();
    const other = await server.world();
    const { project, member } = await newTeam(world);
    await doing(world, project.id, member);
    expect((await ask(other, other.admin, member)).status).toBe(404);
    expect((await ask(world, world.admin, { id: 987_654_321 })).status).toBe(404);
    await server.owner.query("UPDATE app_user SET active = false WHERE id = $1", [member.id]);
    expect((await ask(world, world.finance, member)).status).toBe(404);
  });

  test("tasks outside the reader's projects are hidden, even with a running timer", async () => {
    const world = await server.world();
    const { project, member, stranger, viewer } = await newTeam(world);
    const apart = await newProject(world, {
      code: "APA",
      title: "Apart",
      members: [{ user_id: member.id, role: "member" }],
    });
    await doing(world, project.id, member, { title: "Shared" });
    const secret = await doing(world, apart.id, member, { title: "Secret" });
    requireOk(await world.api(member).post("/timer/start", { task_id: secret.id }));
    expect(await workOf(world, stranger, member)).toEqual([]);
    expect(titles(await workOf(world, viewer, member))).toEqual(["Shared"]);
    expect(JSON.stringify(await workOf(world, viewer, member))).not.toMatch(/Secret|APA|Apart/);
    // HR may read all personnel records, but no projects without membership.
    expect(await workOf(world, world.hr, member)).toEqual([]);
    for (const reader of [member, world.admin])
      expect(titles(await workOf(world, reader, member))).toEqual(["Secret (runs)", "Shared"]);
  });

  test("a reader removed from the project sees none of its tasks", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    await doing(world, project.id, member, { title: "Shared" });
    expect(titles(await workOf(world, viewer, member))).toEqual(["Shared"]);
    const members = [world.manager, member].map(({ id }, at) => ({ user_id: id, role: at === 0 ? "owner" : "member" }));
    requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
    expect(await workOf(world, viewer, member)).toEqual([]);
  });
});

test("a user's work lists the timer's task first, then five tasks by due date", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  const [first] = await columnsOf(world, project.id);
  const begun = await newTask(world, project.id, { title: "Not in progress", task_status_id: first?.id });
  await doing(world, project.id, member, { title: "Later", due_date: "2099-02-01" });
  await doing(world, project.id, member, { title: "Soon", due_date: "2099-01-01" });
  await doing(world, project.id, world.manager, { title: "Somebody else's" });
  await newTask(world, project.id, { title: "To do", users: [member.id] });
  const archived = await doing(world, project.id, member, { title: "Archived" });
  requireOk(await world.api(world.manager).put(`/task/${archived.id}/archive`));
  expect(titles(await workOf(world, viewer, member))).toEqual(["Soon", "Later"]);

  requireOk(await world.api(member).post("/timer/start", { task_id: begun.id }));
  const work = await workOf(world, viewer, member);
  expect(titles(work)).toEqual(["Not in progress (runs)", "Soon", "Later"]);
  expect(work[1]).toEqual({
    id: expect.any(Number),
    key: expect.stringMatching(/-\d+$/),
    title: "Soon",
    due_date: "2099-01-01",
    progress: 0,
    running: false,
    column: {
      id: expect.any(Number),
      title: expect.any(String),
      kind: "doing",
      first: true,
      last: expect.any(Boolean),
    },
    project: { id: project.id, title: project.title, revision: expect.any(Number), epoch: expect.any(String) },
  });
  expect(work[1]?.project.revision).toBeGreaterThan(0);
  for (const title of ["A", "B", "C"]) await doing(world, project.id, member, { title });
  expect(titles(await workOf(world, viewer, member))).toHaveLength(5);
  requireOk(await world.api(world.manager).put(`/project/${project.id}/archive`));
  expect(await workOf(world, viewer, member)).toEqual([]);
});

test("a user's work lists a task assigned by group or open subtask once", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  const project = await newProject(world, { groups: [group] });
  await doing(world, project.id, world.employee, { title: "Both", groups: [group] });
  const task = await doing(world, project.id, world.manager, { title: "In part" });
  requireOk(
    await world.api(world.manager).post("/sub_task", { task_id: task.id, name: "Tea", assignee_id: world.employee.id }),
  );
  expect(titles(await workOf(world, world.manager, world.employee)).toSorted()).toEqual(["Both", "In part"]);
});

test("reading a user's work takes two queries and less than 2 kB", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  for (const title of ["A", "B", "C", "D", "E"])
    await doing(world, project.id, member, { title: `Tour list ${title}` });
  const sent = await recordStatementNames(() => workOf(world, viewer, member));
  expect(sent.filter((name) => /^(work|people)\./.test(name))).toEqual(["people.byId", "work.person"]);
  expect((await ask(world, viewer, member)).text.length).toBeLessThan(2_000);
});
