import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { personWork } from "../../shared/my-work/person-work.contract";
import { columnsOf, newGroup, newProject, newTask, newTeam, ok } from "../projects/projects";
import { statementsOf } from "../support/statements/sent";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";

const server = testServer();

type Work = ReplyOf<typeof personWork>["data"];
const ask = (world: World, reader: Person | null, person: { id: number }) =>
  world.api(reader).get(`/user/${person.id}/work`);
const workOf = async (world: World, reader: Person, person: { id: number }): Promise<Work> =>
  ok(await ask(world, reader, person)).body.data;
const titles = (work: Work) => work.map(({ title, running }) => (running ? `${title} (runs)` : title));

/** A task of theirs in a column of kind doing. */
async function doing(world: World, projectId: number, person: Person, fields: Record<string, unknown> = {}) {
  const column = (await columnsOf(world, projectId)).find(({ kind }) => kind === "doing");
  return newTask(world, projectId, { users: [person.id], task_status_id: column?.id, ...fields });
}

describe("refused", () => {
  test("to nobody signed in, to people from outside, and without the right to open a person", async () => {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    await doing(world, project.id, member);
    expect((await ask(world, null, member)).status).toBe(401);
    // Also of a project that they are in.
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

  test("of somebody whom the reader doesn't see, as of nobody", async () => {
    const world = await server.world();
    const other = await server.world();
    const { project, member } = await newTeam(world);
    await doing(world, project.id, member);
    expect((await ask(other, other.admin, member)).status).toBe(404);
    expect((await ask(world, world.admin, { id: 987_654_321 })).status).toBe(404);
    await server.owner.query("UPDATE app_user SET active = false WHERE id = $1", [member.id]);
    expect((await ask(world, world.finance, member)).status).toBe(404);
  });

  test("of a project that the reader isn't in: neither what is in progress nor what their timer runs on", async () => {
    const world = await server.world();
    const { project, member, stranger, viewer } = await newTeam(world);
    const apart = await newProject(world, {
      code: "APA",
      title: "Apart",
      members: [{ user_id: member.id, role: "member" }],
    });
    await doing(world, project.id, member, { title: "Shared" });
    const secret = await doing(world, apart.id, member, { title: "Secret" });
    ok(await world.api(member).post("/timer/start", { task_id: secret.id }));
    expect(await workOf(world, stranger, member)).toEqual([]);
    expect(titles(await workOf(world, viewer, member))).toEqual(["Shared"]);
    expect(JSON.stringify(await workOf(world, viewer, member))).not.toMatch(/Secret|APA|Apart/);
    // HR reads all of their records, and no boards by that.
    expect(await workOf(world, world.hr, member)).toEqual([]);
    for (const reader of [member, world.admin])
      expect(titles(await workOf(world, reader, member))).toEqual(["Secret (runs)", "Shared"]);
  });

  test("once the reader is taken off the project", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    await doing(world, project.id, member, { title: "Shared" });
    expect(titles(await workOf(world, viewer, member))).toEqual(["Shared"]);
    const members = [world.manager, member].map(({ id }, at) => ({ user_id: id, role: at === 0 ? "owner" : "member" }));
    ok(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
    expect(await workOf(world, viewer, member)).toEqual([]);
  });
});

test("what the timer runs on, then what is in progress, by due date; nothing else, and five at most", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  const [first] = await columnsOf(world, project.id);
  const begun = await newTask(world, project.id, { title: "Not in progress", task_status_id: first?.id });
  await doing(world, project.id, member, { title: "Later", due_date: "2099-02-01" });
  await doing(world, project.id, member, { title: "Soon", due_date: "2099-01-01" });
  await doing(world, project.id, world.manager, { title: "Somebody else's" });
  await newTask(world, project.id, { title: "To do", users: [member.id] });
  const archived = await doing(world, project.id, member, { title: "Archived" });
  ok(await world.api(world.manager).put(`/task/${archived.id}/archive`));
  expect(titles(await workOf(world, viewer, member))).toEqual(["Soon", "Later"]);

  ok(await world.api(member).post("/timer/start", { task_id: begun.id }));
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
    project: { id: project.id, title: project.title, revision: expect.any(Number) },
  });
  expect(work[1]?.project.revision).toBeGreaterThan(0);
  for (const title of ["A", "B", "C"]) await doing(world, project.id, member, { title });
  expect(titles(await workOf(world, viewer, member))).toHaveLength(5);
  ok(await world.api(world.manager).put(`/project/${project.id}/archive`));
  expect(await workOf(world, viewer, member)).toEqual([]);
});

test("by group and by an open subtask as well, each task once", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.employee]);
  const project = await newProject(world, { groups: [group] });
  await doing(world, project.id, world.employee, { title: "Both", groups: [group] });
  const task = await doing(world, project.id, world.manager, { title: "In part" });
  ok(
    await world.api(world.manager).post("/sub_task", { task_id: task.id, name: "Tea", assignee_id: world.employee.id }),
  );
  expect(titles(await workOf(world, world.manager, world.employee)).toSorted()).toEqual(["Both", "In part"]);
});

test("takes one statement beside who the person is, and less than two kilobytes", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  for (const title of ["A", "B", "C", "D", "E"])
    await doing(world, project.id, member, { title: `Tour list ${title}` });
  const sent = await statementsOf(() => workOf(world, viewer, member));
  expect(sent.filter((name) => /^(work|people)\./.test(name))).toEqual(["people.byId", "work.person"]);
  expect((await ask(world, viewer, member)).text.length).toBeLessThan(2_000);
});
