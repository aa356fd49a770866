import { UserEntity } from "../../server/people/user.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { statementsOf } from "../support/statements/sent";
import { office, week } from "./office";

const server = testServer();
const ids = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id);

test("mine, my team's and all: each sees what is theirs to see", async () => {
  const world = await server.world();
  const { ask, employee, manager, hr, people } = await office(world);
  const boss = await world.person("manager");
  const peer = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: boss.id }));
  const { id } = ok(await ask(week(1))).body.data;
  const draft = ok(await ask({ ...week(2), draft: true })).body.data.id;
  const list = async (api: typeof employee, scope: string) =>
    ids(ok(await api.get(`/leave/leave-request?scope=${scope}`)));
  expect(await list(employee, "mine")).toEqual([draft, id]);
  expect(await list(employee, "team")).toEqual([]);
  expect(await list(employee, "all")).toEqual([]); // all is HR's; for others it is their team
  expect(await list(manager, "mine")).toEqual([]);
  for (const api of [manager, world.api(boss)]) expect(await list(api, "team")).toEqual([id]); // over any distance
  expect(await list(world.api(peer), "team")).toEqual([]);
  expect(await list(hr, "all")).toEqual([id]); // drafts are their owner's
  const elsewhere = await server.world();
  expect(await list(elsewhere.api(elsewhere.hr), "all")).toEqual([]);
});

test("a page goes on behind a request of one's own list alone: behind another's it would tell when that begins", async () => {
  const { ask, employee, world, hr } = await office(await server.world());
  const own = ok(await ask(week(1))).body.data.id;
  const type = ok(await hr.get("/leave/leave-type")).body.data[0].id;
  const later = { leave_type_id: type, draft: true, ...week(3) };
  const others = ok(await world.api(world.finance).post("/leave/leave-request", later)).body.data.id;
  const behind = async (id: number, scope: string) =>
    ids(ok(await employee.get(`/leave/leave-request?scope=${scope}&before=${id}`)));
  const second = ok(await ask(week(2))).body.data.id;
  expect(await behind(second, "mine")).toEqual([own]);
  for (const scope of ["mine", "team", "all"]) expect(await behind(others, scope)).toEqual([]);
});

test("each filter narrows, together as well; what is no filter's value is refused", async () => {
  const world = await server.world();
  const { ask, employee, manager, hr, people, newType, type } = await office(world);
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    await tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: id });
    return id;
  });
  const other = await newType({ canUpdateBalance: false });
  const first = ok(await ask({ ...week(1), reason: "Mountains 100%" })).body.data.id;
  const second = ok(await ask({ ...week(4), leave_type_id: other })).body.data.id;
  ok(await manager.put(`/leave/leave-request/${second}/approve`));
  const list = async (query: string) => ids(ok(await hr.get(`/leave/leave-request?scope=all&${query}`)));
  expect(await list("status=approved_by_manager")).toEqual([second]);
  expect(await list(`leave_type_id=${type}`)).toEqual([first]);
  expect(await list(`user_id=${people.employee.id}`)).toEqual([second, first]);
  expect(await list(`user_id=${people.manager.id}`)).toEqual([]);
  expect(await list(`department_id=${department}`)).toEqual([second, first]);
  expect(await list(`from=${week(2).start_date}`)).toEqual([second]);
  expect(await list(`to=${week(1).start_date}`)).toEqual([first]);
  expect(await list("q=100%25")).toEqual([first]);
  expect(await list("q=_")).toEqual([]);
  expect(await list(`leave_type_id=${other}&status=approved_by_manager&from=${week(4).end_date}`)).toEqual([second]);
  expect((await employee.get("/leave/leave-request?status=nonsense")).status).toBe(422);
});

test("page by page without gaps or doubles while new ones arrive, in the same number of statements", async () => {
  const world = await server.world();
  const { ask, employee } = await office(world);
  for (let at = 0; at < 7; at++) ok(await ask({ ...week(at + 1, 1), draft: true }));
  const page = (before: number | "") => employee.get(`/leave/leave-request?per_page=3&before=${before}`);
  const first = ok(await page("")).body;
  expect(first.meta).toMatchObject({ total: 7, last_page: 3, next: first.data[2].id });
  ok(await ask({ ...week(20, 1), draft: true }));
  const seen = [...first.data];
  for (let next = first.meta.next; next !== null; ) {
    const { data, meta } = ok(await page(next)).body;
    expect(meta.total).toBeNull();
    seen.push(...data);
    next = meta.next;
  }
  const all = seen.map(({ id }) => id);
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
  expect(all).toHaveLength(7);
  const few = await statementsOf(() => employee.get("/leave/leave-request?per_page=1"));
  const many = await statementsOf(() => employee.get("/leave/leave-request?per_page=8"));
  expect(many.length).toBe(few.length);
});
