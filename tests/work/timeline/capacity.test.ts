import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { newProject, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

/** Capacity of a timeline's users: working time minus leave, without revealing the leave. */
const server = testServer();

const capacity = async (
  world: World,
  person: Person,
  { start_date: from, end_date: to }: ReturnType<typeof workingWeek>,
) =>
  requireOk(await world.api(person).get(`/timeline/capacity?from=${from}&to=${to}`)).body.data as {
    user_id: number;
    minutes: number;
  }[];

test("approved leave reduces a user's capacity; the response has only the sum", async () => {
  const world = await server.world();
  const { ask, manager, people } = await leaveFixture(world);
  const viewer = await world.person("employee");
  await newProject(world, { members: [{ user_id: people.employee.id }, { user_id: viewer.id }] });
  const days = workingWeek(2);
  const of = async (person: Person) =>
    (await capacity(world, person, days)).find(({ user_id }) => user_id === people.employee.id);
  const whole = (await of(viewer))?.minutes ?? 0;
  expect(whole).toBeGreaterThan(0);
  const leave = requireOk(await ask({ start_date: days.start_date, end_date: days.start_date })).body.data as {
    id: number;
  };
  expect((await of(viewer))?.minutes).toBe(whole);
  requireOk(await manager.put(`/leave/leave-request/${leave.id}/approve`, {}));
  expect(await of(viewer)).toEqual({ user_id: people.employee.id, minutes: whole - whole / 5 });
});

test("capacity excludes users of other projects and is empty for external users", async () => {
  const world = await server.world();
  const days = workingWeek(3);
  await newProject(world, { members: [{ user_id: world.external.id, role: "member" }] });
  await newProject(world, { title: "Hidden" }, world.admin);
  const ids = async (person: Person) => (await capacity(world, person, days)).map(({ user_id }) => user_id);
  expect(await ids(world.external)).toEqual([]);
  expect(await ids(world.manager)).toEqual(expect.arrayContaining([world.manager.id, world.external.id]));
  expect(await ids(world.manager)).not.toContain(world.admin.id);
  expect(await ids(world.employee)).toEqual([]);
});

test("capacity returns 404 for a hidden project and 422 for an invalid range", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const status = async (query: string) => (await world.api(world.employee).get(`/timeline/capacity?${query}`)).status;
  expect(await status(`project_id=${project.id}&from=2030-01-01&to=2030-01-31`)).toBe(404);
  expect(await status("from=2030-01-31&to=2030-01-01")).toBe(422);
  expect(await status("from=2020-01-01&to=2030-01-01")).toBe(422);
});
