import { UserEntity } from "../../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../../server/people/departments/department.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { recordStatementNames } from "../../../support/statements/sent";
import { leaveFixture, workingWeek } from "../fixtures";

const server = testServer();
const ids = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id);

test("the scopes mine, team and all return what the user may see", async () => {
  const world = await server.world();
  const { ask, employee, manager, hr, people } = await leaveFixture(world);
  const boss = await world.person("manager");
  const peer = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const draft = requireOk(await ask({ ...workingWeek(2), draft: true })).body.data.id;
  const list = async (api: typeof employee, scope: string) =>
    ids(requireOk(await api.get(`/leave/leave-request?scope=${scope}`)));
  expect(await list(employee, "mine")).toEqual([draft, id]);
  expect(await list(employee, "team")).toEqual([]);
  expect(await list(employee, "all")).toEqual([]); // "all" is for HR; other users get their team
  expect(await list(manager, "mine")).toEqual([]);
  for (const api of [manager, world.api(boss)]) expect(await list(api, "team")).toEqual([id]);
  expect(await list(world.api(peer), "team")).toEqual([]);
  expect(await list(hr, "all")).toEqual([id]);
  const elsewhere = await server.world();
  expect(await list(elsewhere.api(elsewhere.hr), "all")).toEqual([]);
});

test("a leave list can continue only from one of the user's own requests", async () => {
  const { ask, employee, world, hr } = await leaveFixture(await server.world());
  const own = requireOk(await ask(workingWeek(1))).body.data.id;
  const type = requireOk(await hr.get("/leave/leave-type")).body.data[0].id;
  const later = { leave_type_id: type, draft: true, ...workingWeek(3) };
  const others = requireOk(await world.api(world.finance).post("/leave/leave-request", later)).body.data.id;
  const behind = async (id: number, scope: string) =>
    ids(requireOk(await employee.get(`/leave/leave-request?scope=${scope}&before=${id}`)));
  const second = requireOk(await ask(workingWeek(2))).body.data.id;
  expect(await behind(second, "mine")).toEqual([own]);
  for (const scope of ["mine", "team", "all"]) expect(await behind(others, scope)).toEqual([]);
});

test("filters combine, and invalid filter values get 422", async () => {
  const world = await server.world();
  const { ask, employee, manager, hr, people, newType, type } = await leaveFixture(world);
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    await tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: id });
    return id;
  });
  const other = await newType({ canUpdateBalance: false });
  const first = requireOk(await ask({ ...workingWeek(1), reason: "Mountains 100%" })).body.data.id;
  const second = requireOk(await ask({ ...workingWeek(4), leave_type_id: other })).body.data.id;
  requireOk(await manager.put(`/leave/leave-request/${second}/approve`));
  const list = async (query: string) => ids(requireOk(await hr.get(`/leave/leave-request?scope=all&${query}`)));
  expect(await list("status=approved_by_manager")).toEqual([second]);
  expect(await list(`leave_type_id=${type}`)).toEqual([first]);
  expect(await list(`user_id=${people.employee.id}`)).toEqual([second, first]);
  expect(await list(`user_id=${people.manager.id}`)).toEqual([]);
  expect(await list(`department_id=${department}`)).toEqual([second, first]);
  expect(await list(`from=${workingWeek(2).start_date}`)).toEqual([second]);
  expect(await list(`to=${workingWeek(1).start_date}`)).toEqual([first]);
  expect(await list("q=100%25")).toEqual([first]);
  expect(await list("q=_")).toEqual([]);
  expect(await list(`leave_type_id=${other}&status=approved_by_manager&from=${workingWeek(4).end_date}`)).toEqual([
    second,
  ]);
  expect((await employee.get("/leave/leave-request?status=nonsense")).status).toBe(422);
});

test("pages of the leave list have no gaps or duplicates", async () => {
  const world = await server.world();
  const { ask, employee } = await leaveFixture(world);
  for (let at = 0; at < 7; at++) requireOk(await ask({ ...workingWeek(at + 1, 1), draft: true }));
  const page = (before: number | "") => employee.get(`/leave/leave-request?per_page=3&before=${before}`);
  const first = requireOk(await page("")).body;
  expect(first.meta).toMatchObject({ total: 7, last_page: 3, next: first.data[2].id });
  requireOk(await ask({ ...workingWeek(20, 1), draft: true }));
  const rows = [...first.data];
  for (let next = first.meta.next; next !== null; ) {
    const { data, meta } = requireOk(await page(next)).body;
    expect(meta.total).toBeNull();
    rows.push(...data);
    next = meta.next;
  }
  const all = rows.map(({ id }) => id);
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
  expect(all).toHaveLength(7);
  const statementsForOne = await recordStatementNames(() => employee.get("/leave/leave-request?per_page=1"));
  const statementsForEight = await recordStatementNames(() => employee.get("/leave/leave-request?per_page=8"));
  expect(statementsForEight.length).toBe(statementsForOne.length);
});
