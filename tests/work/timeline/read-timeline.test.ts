import { maxBoardCards } from "../../../server/work/tasks/boards.service";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import type { BoardReply } from "../../../shared/work/tasks/tasks.contract";
import type { TimelineProject } from "../../../shared/work/timeline/timeline.contract";
import { newGroup, newProject, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import { recordStatementNames } from "../../support/statements/sent";
import type { Person, World } from "../../support/world";

const server = testServer();

const timelineOf = async (world: World, person: Person, query = "") =>
  requireOk(await world.api(person).get(`/timeline${query}`)).body as {
    data: TimelineProject[];
    meta: { total: number };
  };
const titlesOf = async (world: World, person: Person, query = "") =>
  (await timelineOf(world, person, query)).data.map((project) => project.title);

test("the timeline returns 401 without sign-in and 404 without project access", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, stranger } = await newTeam(world);
  const elsewhere = await newProject(other);
  expect((await world.api(null).get("/timeline")).status).toBe(401);
  for (const id of [project.id, elsewhere.id, 999_999_999]) {
    const refused = await world.api(stranger).get(`/timeline?project_id=${id}`);
    expect([refused.status, refused.body.code]).toEqual([404, "notFound"]);
  }
  expect((await world.api(stranger).get("/timeline?project_id=one")).status).toBe(422);
});

test("the timeline lists the user's projects by title; administrators get all", async () => {
  const world = await server.world();
  const other = await server.world();
  await newProject(other, { title: "Elsewhere" });
  const members = [{ user_id: world.external.id, role: "viewer" }];
  await newProject(world, { title: "Warehouse", members });
  await newProject(world, { title: "airport" });
  expect(await titlesOf(world, world.manager)).toEqual(["airport", "Warehouse"]);
  expect(await titlesOf(world, world.admin)).toEqual(["airport", "Warehouse"]);
  expect(await titlesOf(world, world.external)).toEqual(["Warehouse"]);
  expect(await titlesOf(world, world.employee)).toEqual([]);
});

test("on the timeline, external users see only members of their projects", async () => {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.external.id, role: "member" }] });
  await newProject(world, { title: "Hidden", members: [{ user_id: world.employee.id }] });
  const { data } = await timelineOf(world, world.external);
  expect(data.map(({ id }) => id)).toEqual([project.id]);
  expect(new Set(data[0]?.board.users.map(({ id }) => id))).toEqual(new Set([world.manager.id, world.external.id]));
});

test("edit flags follow the project role; archived projects are read-only", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  const canOf = async (person: Person, query = "") => (await timelineOf(world, person, query)).data[0]?.can.edit;
  expect([await canOf(world.manager), await canOf(member), await canOf(viewer)]).toEqual([true, true, false]);
  requireOk(await world.api(world.manager).put(`/project/${project.id}/archive`));
  expect(await titlesOf(world, member)).toEqual([]);
  expect(await canOf(member, `?project_id=${project.id}`)).toBe(false);
});

test("each board of the timeline equals the board endpoint's response", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world, { start_date: "2026-11-01", end_date: "2026-12-31" });
  const group = await newGroup(world, [world.hr]);
  const second = await newProject(world, { title: "Second", groups: [group] });
  const api = world.api(world.manager);
  const tag = requireOk(await api.post("/project/tags", { project_id: project.id, name: "Paint" })).body.data.id;
  const first = await newTask(world, project.id, { users: [member.id], tags: [tag], start_date: "2026-11-20" });
  await newTask(world, project.id, { due_date: "2026-12-01", blockers: [first.id] });
  const archived = await newTask(world, project.id, { title: "Away" });
  requireOk(await api.put(`/task/${archived.id}/archive`));
  await newTask(world, second.id, { groups: [group], estimate_minutes: 90 });

  const { data } = await timelineOf(world, world.manager);
  expect(data).toHaveLength(2);
  for (const { id, board } of data) {
    const read = requireOk(await api.get(`/project/${id}/task_tatus`)).body as BoardReply;
    expect(boardFromReply(board)).toEqual(boardFromReply(read));
    expect(board.revision).toBeGreaterThan(0);
  }
  expect(data.find(({ id }) => id === project.id)).toMatchObject({
    title: "Website relaunch",
    start_date: "2026-11-01",
    end_date: "2026-12-31",
    archived: false,
  });
});

test("pages of the timeline count projects", async () => {
  const world = await server.world();
  for (const title of ["A", "B", "C"]) await newProject(world, { title });
  expect(await titlesOf(world, world.manager, "?per_page=2")).toEqual(["A", "B"]);
  expect(await titlesOf(world, world.manager, "?per_page=2&page=2")).toEqual(["C"]);
  const { meta } = await timelineOf(world, world.manager, "?per_page=2&page=2");
  expect(meta).toEqual({ total: 3, page: 2, per_page: 2, last_page: 2 });
});

test("tasks per page are limited; further projects are returned without boards", async () => {
  const world = await server.world();
  const projects = [];
  for (const title of ["A", "B", "C"]) {
    const { id } = await newProject(world, { title });
    await newTask(world, id);
    projects.push(id);
  }
  // Adds a thousand tasks fewer than a page's limit to the first project, and two thousand tasks to the second.
  for (const [at, cards] of [maxBoardCards - 1_000, 2_000].entries())
    await server.owner.query(
      `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
       SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'e' || lpad(n::text, 5, '0')
       FROM task, generate_series(1, $2::int) AS n WHERE project_id = $1`,
      [projects[at], cards],
    );
  const boards = async (query = "") =>
    (await timelineOf(world, world.manager, query)).data.map(({ board }) => board !== null);
  expect(await boards()).toEqual([true, false, true]);
  expect(await boards(`?project_id=${projects[1]}`)).toEqual([true]);
});

test("the timeline takes the same few statements for any number of projects", async () => {
  const world = await server.world();
  const count = async () => (await recordStatementNames(() => timelineOf(world, world.manager))).length;
  const project = await newProject(world, { title: "One" });
  await newTask(world, project.id);
  const few = await count();
  for (const title of ["Two", "Three"]) {
    const addedProject = await newProject(world, { title });
    for (let task = 0; task < 3; task++) await newTask(world, addedProject.id);
  }
  expect(await count()).toBe(few);
  expect(few).toBeLessThanOrEqual(5);
});
