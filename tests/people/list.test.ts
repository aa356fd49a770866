import { testServer } from "../support/server";
import { type Organisation, organisation } from "./organisation";

const server = testServer();
let org: Organisation;
beforeAll(async () => {
  org = await organisation(server);
});

const list = async (query: string) => (await org.world.api(org.world.hr).get(`/user?${query}`)).body;
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

test("filters: text over name, e-mail, position and department; department, position, manager, external, active", async () => {
  const { world, department, position, colleague } = org;
  const { employee, manager, external } = world;
  expect(idsOf(await list("q=BACKEND"))).toEqual([employee.id]);
  expect(new Set(idsOf(await list("q=delivery")))).toEqual(new Set([employee.id, colleague.id]));
  expect(idsOf(await list(`q=${encodeURIComponent(employee.email)}`))).toEqual([employee.id]);
  expect(idsOf(await list("q=%25"))).toEqual([]); // signs of patterns are letters
  expect(idsOf(await list(`department_id=${department}&position_id=${position}`))).toEqual([employee.id]);
  expect(idsOf(await list(`parent_id=${manager.id}`))).toEqual([employee.id]);
  expect(idsOf(await list("external=1"))).toEqual([external.id]);
  expect(idsOf(await list("active="))).toContain(employee.id); // empty counts as absent
});

test("pages in both spellings, with how many there are of each state", async () => {
  const first = await list("per_page=3");
  const second = await list("perPage=3&page=2");
  expect([first.data.length, first.meta.page, second.meta.page]).toEqual([3, 1, 2]);
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(6);
  expect(first.meta.total).toBe(first.meta.counts.active + first.meta.counts.inactive);
  expect(first.meta.counts.leaving).toBe(1);
  const gone = await org.world.person("employee", { active: false });
  expect(idsOf(await list("active=0"))).toEqual([gone.id]);
  expect((await list("active=0")).meta).toMatchObject({ total: 1, counts: { inactive: 1 } });
});

test("the company is read with its leaders, colleagues and reports", async () => {
  const { world, director } = org;
  const { data } = (await world.api(world.hr).get(`/user/${world.manager.id}`)).body;
  expect(data.managers.map(({ id }: { id: number }) => id)).toEqual([director.id]);
  expect(data.reports.map(({ id }: { id: number }) => id)).toEqual([world.employee.id]);
});

const many = process.env.TEST_ALL ? 10_000 : 1_000;
test(`${many} people: a page with filters is found`, async () => {
  const { world } = await organisation(server);
  const add = (from: number, to: number) =>
    server.owner.query(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, active)
       SELECT $1, 'p' || n || '@x.test', 'Person ' || n, '-', $2, n % 7 > 0 FROM generate_series($3::int, $4::int) AS n`,
      [world.tenantId, world.roles.employee, from, to],
    );
  await add(1, 200);
  await server.owner.query("SELECT analyze_people()"); // what triggers look up goes by the right index from here on
  await add(201, many);
  const { meta } = (await world.api(world.hr).get("/user?q=person 9&active=1&sort=-fullname")).body;
  expect(meta.total).toBeGreaterThan(50);
});
