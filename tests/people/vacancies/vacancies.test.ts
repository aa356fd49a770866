import { UserEntity } from "../../../server/people/people/user.entity";
import { endVacancyActing, handOverVacancies, closeVacancy } from "../../../server/people/vacancies/vacancies.service";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { PositionEntity } from "../../../server/people/positions/position.entity";
import type { Vacancy } from "../../../shared/people/vacancies/vacancies.contract";
import type { ChartPerson } from "../../../shared/people/org-chart/org-chart.contract";
import { peopleFixture } from "../people/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
let director: Person;
let org: Awaited<ReturnType<typeof peopleFixture>>;
beforeEach(async () => {
  org = await peopleFixture(server);
  ({ world, director } = org);
});

const read = async (person: Person) => requireOk(await world.api(person).get("/organization-chart")).body.data;
const add = (overrides: object = {}, by: Person = world.hr) =>
  world.api(by).post("/vacancy", {
    position_id: org.position,
    department_id: org.department,
    parent_id: world.manager.id,
    ...overrides,
  });
const vacant = async (by: Person = world.employee) => (await read(by)).vacancies as Vacancy[];

test("a vacancy without user-edit or with invalid references is refused", async () => {
  for (const person of [world.manager, world.employee])
    expect((await add({}, person)).body.code).toBe("permission.denied");
  const unknown = { position_id: 999_999, department_id: 999_999, parent_id: world.external.id };
  for (const [field, id] of Object.entries(unknown))
    expect((await add({ [field]: id })).body.errors).toHaveProperty(field);
  expect((await add({ acting_id: world.external.id, acting_until: "2030-01-01" })).body.errors).toHaveProperty(
    "acting_id",
  );
  expect((await add({ acting_id: world.employee.id })).body.errors).toHaveProperty("acting_until");
  const { id } = requireOk(await add()).body.data;
  const fill = (user_id: number) => world.api(world.hr).post(`/vacancy/${id}/fill`, { user_id });
  expect((await fill(world.external.id)).body.errors).toHaveProperty("user_id");
  requireOk(await world.api(world.hr).delete(`/vacancy/${id}`));
  expect((await fill(world.employee.id)).status).toBe(404);
  const hire = { fullname: "Late", email: "late@acme.test", role_id: world.roles.employee, vacancy_id: id };
  expect((await world.api(world.hr).post("/user", hire)).body.errors).toHaveProperty("vacancy_id");
});

test("a vacancy is in the chart with its acting user until it is filled", async () => {
  const body = { acting_id: org.colleague.id, acting_until: "2999-01-01" };
  const mark = server.published.length;
  const { id, version } = requireOk(await add(body)).body.data;
  expect(await vacant()).toMatchObject([
    { id, position: { title: "Backend engineer" }, parent_id: world.manager.id, acting: { id: org.colleague.id } },
  ]);
  const change = (overrides: object) =>
    world.api(world.hr).put(`/vacancy/${id}`, { position_id: org.position, parent_id: director.id, ...overrides });
  requireOk(await change({ version }));
  expect((await change({ version })).body.code).toBe("organization.stale");
  expect(await vacant()).toMatchObject([{ parent_id: director.id, department_id: null, acting: null }]);
  await server.owner.query("UPDATE vacancy SET opened_on = opened_on - 3 WHERE id = $1", [id]);
  requireOk(await world.api(world.hr).post(`/vacancy/${id}/fill`, { user_id: org.colleague.id }));
  expect(await vacant()).toEqual([]);
  expect((await read(world.hr)).people.find((one: ChartPerson) => one.id === org.colleague.id)).toMatchObject({
    parent_id: director.id,
    position: "Backend engineer",
  });
  const past = await world.tx((tx) =>
    tx.one<{ day: string }>({ name: "", text: "SELECT (tenant_today() - 1)::text AS day" }),
  );
  expect(
    requireOk(await world.api(world.employee).get(`/organization-chart?as_of=${past?.day}`)).body.data.vacancies,
  ).toHaveLength(1);

  const second = requireOk(await add()).body.data.id;
  const hire = { fullname: "Nour", email: "nour@acme.test", role_id: world.roles.employee, vacancy_id: second };
  expect(requireOk(await world.api(world.hr).post("/user", hire)).body.data).toMatchObject({
    position: { id: org.position },
    department: { id: org.department },
    parent_id: world.manager.id,
  });
  expect(await vacant()).toEqual([]);
  const types = world.events(mark).map(({ event }) => event.type);
  expect(types.filter((type) => type === "vacancy.changed")).toHaveLength(5);
});

test("a vacancy below the next superior shown keeps its manager when it is edited", async () => {
  const { id } = requireOk(await add()).body.data;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { active: false }));
  const [shown] = await vacant();
  expect(shown).toMatchObject({ parent_id: director.id, manager_id: world.manager.id });
  const change = (parent_id: number | undefined) =>
    world.api(world.hr).put(`/vacancy/${id}`, { position_id: org.position, parent_id, version: shown?.version });
  expect((await change(world.external.id)).body.errors).toHaveProperty("parent_id");
  expect(requireOk(await change(shown?.manager_id as number)).body.data.manager_id).toBe(world.manager.id);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { active: true }));
  expect(await vacant()).toMatchObject([{ parent_id: world.manager.id }]);
});

test("one of two concurrent fills succeeds; a leaver's vacancies get the successor", async () => {
  const { id } = requireOk(await add({ acting_id: world.employee.id, acting_until: "2999-01-01" })).body.data;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { active: false }));
  expect(await vacant()).toMatchObject([{ parent_id: director.id }]);
  await world.tx((tx) => handOverVacancies(tx, world.manager.id, org.colleague.id));
  await world.tx((tx) => endVacancyActing(tx, world.employee.id));
  expect(await vacant()).toMatchObject([{ parent_id: org.colleague.id, acting: null }]);
  const ended = await runSerialized<unknown>(server, world, (tx) => closeVacancy(tx, id, world.employee.id));
  expect(ended).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "notFound" } }]);
});

test("deleting a position or department moves its vacancies", async () => {
  const { positionId, departmentId } = await world.tx(async (tx) => ({
    positionId: (await tx.repo(PositionEntity).insert({ title: "Baker" })).id,
    departmentId: (await tx.repo(DepartmentEntity).insert({ name: "Bakery", code: "BAK" })).id,
  }));
  requireOk(await add({ position_id: positionId, department_id: departmentId }));
  const remove = (path: string, body?: object) => world.api(world.admin).delete(path, body as never);
  for (const path of [`/position/${positionId}`, `/department/${departmentId}`])
    expect((await remove(path)).body.data.uses).toEqual([{ kind: "vacancies", count: 1, names: ["Baker"] }]);
  requireOk(await remove(`/position/${positionId}?successor_id=${org.position}`));
  requireOk(await remove(`/department/${departmentId}?successor_id=${org.department}`));
  expect(await vacant()).toMatchObject([{ position: { id: org.position }, department_id: org.department }]);
});
