import { UserEntity } from "../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { readOrganizationChart } from "../../../server/people/org-chart/org-chart.service";
import { buildForest } from "../../../shared/people/org-chart/org-chart.rules";
import type { ChartPerson } from "../../../shared/people/org-chart/org-chart.contract";
import { runsAll } from "../../run-size";
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
const leads = async (person: Person): Promise<Record<number, number | null>> =>
  Object.fromEntries((await read(person)).people.map((one: ChartPerson) => [one.id, one.parent_id]));
const setManager = (person: { id: number }, parentId: number | null) =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { managerId: parentId }));

test("the chart returns 403 without the permission and for external users", async () => {
  const without = await org.withRole("No chart", ["user-list", "user-view"]);
  for (const person of [without, world.external]) {
    const answer = await world.api(person).get("/organization-chart");
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  }
});

test("the chart has active users under their managers with directory fields only", async () => {
  const { people, departments, can } = await read(world.employee);
  expect(people.find(({ id }: ChartPerson) => id === world.employee.id)).toEqual({
    id: world.employee.id,
    fullname: world.employee.fullname,
    image: expect.stringMatching(/face\.png$/),
    position: "Backend engineer",
    department_id: org.department,
    parent_id: world.manager.id,
    away_until: null,
    version: expect.any(Number),
  });
  expect(people.some(({ id }: ChartPerson) => id === world.external.id)).toBe(false);
  expect(departments).toEqual([{ id: org.department, name: "Delivery", parent_id: null, head: null }]);
  const none = { move: false, move_oneself: false };
  expect([can, (await read(world.hr)).can]).toEqual([none, { ...none, move: true }]);
});

test("a person whose first day is later isn't in the chart of today", async () => {
  const ids = async () => (await read(director)).people.map(({ id }: ChartPerson) => id);
  expect(await ids()).toContain(world.employee.id);
  await world.tx((tx) =>
    tx.repo(UserEntity).update({ id: world.employee.id }, { joinedOn: `${new Date().getUTCFullYear() + 1}-01-15` }),
  );
  expect(await ids()).not.toContain(world.employee.id);
});

test("reports of an inactive manager are under the next manager above", async () => {
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { active: false }));
  const now = await leads(world.hr);
  expect([now[world.employee.id], world.manager.id in now]).toEqual([director.id, false]);
});

test("past charts follow employment versions; future ones need the permission", async () => {
  const day = async (from: number) =>
    (
      (await world.tx((tx) =>
        tx.one<{ day: string }>({ name: "", text: `SELECT (tenant_today() + ${from})::text AS day` }),
      )) as {
        day: string;
      }
    ).day;
  const on = async (person: Person, as_of: string) => {
    const answer = await world.api(person).get(`/organization-chart?as_of=${as_of}`);
    return answer.status === 200
      ? { people: answer.body.data.people as ChartPerson[], can: answer.body.data.can }
      : { status: answer.status, errors: Object.keys(answer.body.errors ?? {}) };
  };
  const leadOf = (answer: Awaited<ReturnType<typeof on>>) =>
    answer.people?.find(({ id }) => id === world.employee.id)?.parent_id;
  // These users joined years ago, like the users who are moved below them.
  for (const { id } of [director, world.manager, world.finance])
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
  const hire = (await world.api(world.hr).get(`/user/${world.employee.id}`)).body.data.date_of_joining;
  const plan = (effective_on: string, parent_id: number) =>
    world.api(world.hr).post(`/user/${world.employee.id}/change`, { type: "change", effective_on, parent_id });
  expect((await plan(await day(-5), director.id)).status).toBe(201);
  expect((await plan(await day(20), world.finance.id)).status).toBe(201);
  const [past, change, later] = [await day(-30), await day(-5), await day(21)];
  expect([leadOf(await on(world.employee, past)), leadOf(await on(world.employee, change))]).toEqual([
    world.manager.id,
    director.id,
  ]);
  const before = await on(world.hr, `${Number(hire.slice(0, 4)) - 1}-01-01`);
  expect(before.people?.some(({ id }) => id === world.employee.id)).toBe(false);
  expect(await on(world.employee, later)).toEqual({ status: 422, errors: ["as_of"] });
  const planned = await on(world.hr, later);
  expect([leadOf(planned), planned.can]).toEqual([world.finance.id, { move: false, move_oneself: false }]);
  expect(leadOf(await on(world.hr, await day(19)))).toBe(director.id);
  expect((await world.api(world.hr).get("/organization-chart?as_of=soon")).status).toBe(422);
});

describe("reporting cycles", () => {
  const move = (person: { id: number }, parent_id: number | null) =>
    world.api(world.hr).post(`/user/${person.id}`, { parent_id });

  test("moving a user below themselves or a report gets 422", async () => {
    for (const below of [director, world.manager, world.employee]) {
      const refused = await move(director, below.id);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["parent_id"]]);
    }
    requireOk(await move(world.employee, director.id));
    expect((await leads(world.hr))[world.employee.id]).toBe(director.id);
  });

  test("the database rejects reporting cycles in single and bulk updates", async () => {
    const cycle = expect.objectContaining({
      driverError: expect.objectContaining({ constraint: "app_user_no_cycle" }),
    });
    await expect(setManager(director, world.employee.id)).rejects.toEqual(cycle);
    await expect(setManager(world.manager, world.employee.id)).rejects.toEqual(cycle);
    // Swapped in one transaction: the deferred constraint is checked at commit.
    await world.tx(async (tx) => {
      await tx.manager.query("SET CONSTRAINTS app_user_forest DEFERRED");
      await tx.repo(UserEntity).update({ id: director.id }, { managerId: world.manager.id });
      await tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: null });
    });
    expect((await leads(world.hr))[director.id]).toBe(world.manager.id);
  });

  test("two users moved below each other concurrently: the second is refused", async () => {
    const [a, b] = [await world.person("employee", {}), await world.person("employee", {})];
    const below = (one: Person, other: Person) => (tx: Parameters<Parameters<World["tx"]>[0]>[0]) =>
      tx.repo(UserEntity).update({ id: one.id }, { managerId: other.id });
    const [first, second] = await runSerialized(server, world, below(a, b), below(b, a));
    expect([first?.status, second?.status]).toEqual(["fulfilled", "rejected"]);
    expect(second).toMatchObject({ reason: { driverError: { constraint: "app_user_no_cycle" } } });
  });

  test("random moves keep the chart a forest of all users", async () => {
    const allPeople = (await read(world.hr)).people as ChartPerson[];
    const ids = allPeople.map(({ id }) => id);
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const moves = runsAll ? 300 : 12;
    let done = 0;
    for (let at = 0; at < moves; at++) {
      const [id, parent] = [ids[next(ids.length)] as number, next(5) === 0 ? null : (ids[next(ids.length)] as number)];
      const answer = await move({ id }, parent);
      const own = id === world.hr.id ? "user.ownEmployment" : "user.ownAccess";
      expect([200, 422, ...(answer.body.code === own ? [403] : [])]).toContain(answer.status);
      if (answer.status === 200) done++;
    }
    const now = (await read(world.hr)).people as ChartPerson[];
    const count = buildForest(now).reduce((sum, top) => sum + 1 + top.below, 0);
    expect([count, done > 0, done < moves]).toEqual([ids.length, true, true]);
  });
});

// Runs only with all tests, as the duration depends on the load of the machine.
if (runsAll)
  test("a chart of 2,000 users is read in well under a second", async () => {
    await world.tx((tx) =>
      tx.manager.query(
        `INSERT INTO app_user (tenant_id, fullname, email, role_id, password_hash, parent_id)
       SELECT current_tenant(), 'Person ' || n, 'p' || n || '@many.test', $1, 'x', $2 FROM generate_series(1, 2000) AS n`,
        [world.roles.employee, director.id],
      ),
    );
    const actor = { id: world.hr.id, permissions: new Set(["user-edit"]), external: false } as never;
    const { result, took } = await world.tx(async (tx) => {
      await readOrganizationChart(tx, actor);
      const begun = performance.now();
      const chart = await readOrganizationChart(tx, actor);
      return { result: chart, took: performance.now() - begun };
    });
    expect(result.people.length).toBeGreaterThan(2_000);
    expect(took).toBeLessThan(1_000);
    process.stderr.write(`organization chart of 2,000: ${took.toFixed(0)} ms\n`);
  });

test("after a planned last day, the chart has the successor in all relations", async () => {
  const own = await server.world();
  const { hr, manager, employee, finance } = own;
  const day = async (from: number) =>
    (
      await own.tx((tx) =>
        tx.one<{ day: string }>({ name: "", text: `SELECT (tenant_today() + ${from})::text AS day` }),
      )
    )?.day as string;
  await own.tx(async (tx) => {
    for (const { id } of [manager, employee, finance])
      await tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01", managerId: null });
    await tx.repo(UserEntity).update({ id: employee.id }, { managerId: manager.id });
    await tx.repo(DepartmentEntity).insert({ name: "Led", code: "LED", headId: manager.id });
  });
  const api = own.api(hr);
  requireOk(await api.post(`/user/${finance.id}`, { dotted_ids: [manager.id] }));
  const successor = await own.person("manager", { fullname: "Nora Next" });
  const body = { type: "resignation", last_day: await day(10), successor_id: successor.id };
  requireOk(await api.post(`/user/${manager.id}/leaving`, body));
  const on = async (from: number) => {
    const { people, dotted, departments } = requireOk(await api.get(`/organization-chart?as_of=${await day(from)}`))
      .body.data;
    return {
      lead: people.find(({ id }: { id: number }) => id === employee.id).parent_id,
      dotted: dotted.map(({ manager_id }: { manager_id: number }) => manager_id),
      head: departments.find(({ name }: { name: string }) => name === "Led").head.id,
    };
  };
  expect(await on(10)).toEqual({ lead: manager.id, dotted: [manager.id], head: manager.id });
  expect(await on(11)).toEqual({ lead: successor.id, dotted: [successor.id], head: successor.id });
});
