import { runsAll } from "../../run-size";
import { testServer } from "../../support/server";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeAll(async () => {
  org = await peopleFixture(server);
});

const list = async (query: string) => (await org.world.api(org.world.hr).get(`/user?${query}`)).body;
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

test("the list filters by text, department, position, manager, external and active", async () => {
  const { world, department, position, colleague } = org;
  const { employee, manager, external } = world;
  expect(idsOf(await list("q=BACKEND"))).toEqual([employee.id]);
  expect(new Set(idsOf(await list("q=delivery")))).toEqual(new Set([employee.id, colleague.id]));
  expect(idsOf(await list(`q=${encodeURIComponent(employee.email)}`))).toEqual([employee.id]);
  expect(idsOf(await list("q=%25"))).toEqual([]); // LIKE wildcards are literal
  expect(idsOf(await list(`department_id=${department}&position_id=${position}`))).toEqual([employee.id]);
  expect(idsOf(await list(`parent_id=${manager.id}`))).toEqual([employee.id]);
  expect(idsOf(await list("external=1"))).toEqual([external.id]);
  expect(idsOf(await list("active="))).toContain(employee.id);
});

/** Inserts leave: $1 user, $2 status, $3 and $4 first and last day, in days after today. */
const insertLeave = `WITH t AS (INSERT INTO leave_type (tenant_id, name, icon, days_female, days_male, counting)
    VALUES (current_tenant(), gen_random_uuid()::text, 'beach', 0, 0, 'working') RETURNING id),
  r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
    SELECT current_tenant(), 'leave', $1, id::text, $2 FROM t RETURNING id, type)
  INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
  SELECT id, current_tenant(), $1, type::bigint, tenant_today() + $3::int, tenant_today() + $4::int, 1, true FROM r`;

test("away\" means approved leave today, not another day, pending or another user's", async () => {
  const { world, colleague } = await peopleFixture(server);
  const people = () => world.api(world.hr).get("/user?away=true");
  const leave = async (status: string, from: number, until: number) => {
    await server.owner.query("DELETE FROM request WHERE tenant_id = $1 AND family = 'leave'", [world.tenantId]);
    for (const [person, ...rest] of [
      [colleague, status, from, until],
      [world.manager, "approved", 9, 9],
    ] as const)
      await world.tx((tx) => tx.manager.query(insertLeave, [person.id, ...rest]));
    const { data } = (await people()).body;
    return data.map(({ id, away_until }: { id: number; away_until: string | null }) => [id, away_until !== null]);
  };
  for (const status of ["approved", "approved_by_manager"])
    expect(await leave(status, 0, 0)).toEqual([[colleague.id, true]]);
  expect(await leave("approved", -3, 3)).toEqual([[colleague.id, true]]);
  expect(await leave("approved", 1, 2)).toEqual([]);
  expect(await leave("approved", -2, -1)).toEqual([]);
  expect(await leave("pending", 0, 0)).toEqual([]);
});

test("paging accepts per_page and perPage and returns counts per state", async () => {
  const first = await list("per_page=3");
  const second = await list("perPage=3&page=2");
  expect([first.data.length, first.meta.page, second.meta.page]).toEqual([3, 1, 2]);
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(6);
  expect(first.meta.total).toBe(first.meta.counts.active + first.meta.counts.inactive);
  expect(first.meta.counts.leaving).toBe(1);
  const inactiveUser = await org.world.person("employee", { active: false });
  expect(idsOf(await list("active=0"))).toEqual([inactiveUser.id]);
  expect((await list("active=0")).meta).toMatchObject({ total: 1, counts: { inactive: 1 } });
});

test("an employee is returned with their managers and reports", async () => {
  const { world, director } = org;
  const { data } = (await world.api(world.hr).get(`/user/${world.manager.id}`)).body;
  expect(data.managers.map(({ id }: { id: number }) => id)).toEqual([director.id]);
  expect(data.reports.map(({ id }: { id: number }) => id)).toEqual([world.employee.id]);
});

const userCount = runsAll ? 10_000 : 1_000;
test(`${userCount} users: a filtered page is found quickly`, async () => {
  const { world } = await peopleFixture(server);
  const add = (from: number, to: number) =>
    server.owner.query(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, active)
       SELECT $1, 'p' || n || '@x.test', 'Person ' || n, '-', $2, n % 7 > 0 FROM generate_series($3::int, $4::int) AS n`,
      [world.tenantId, world.roles.employee, from, to],
    );
  await add(1, 200);
  await server.owner.query("SELECT analyze_people()"); // refreshes the statistics, so that the triggers' queries use the right index
  await add(201, userCount);
  const { meta } = (await world.api(world.hr).get("/user?q=person 9&active=1&sort=-fullname")).body;
  expect(meta.total).toBeGreaterThan(50);
});
