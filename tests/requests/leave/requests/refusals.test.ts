import { RoleEntity } from "../../../../server/administration/roles/role.entity";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

/** Tests checks that follow other checks: each user here passes all earlier ones. */
const server = testServer();
const url = (id: number, verb = "") => `/leave/leave-request/${id}${verb && `/${verb}`}`;

describe("calendar feeds", () => {
  const feed = async () => {
    const it = await leaveFixture(await server.world());
    const { path } = requireOk(await it.employee.post("/leave/calendar-feed", { scope: "own" })).body.data;
    const read = () => it.world.api().get(path as string);
    expect((await read()).status).toBe(200);
    return { ...it, read };
  };

  test("a calendar feed is refused while tenant, plan or feature is inactive", async () => {
    const { world, read } = await feed();
    for (const [over, again, code] of [
      [{ active: false }, { active: true }, "tenant.inactive"],
      [{ planEndsAt: new Date(Date.now() - 86_400_000) }, { planEndsAt: null }, "plan.expired"],
      [{ plan: "free" }, { plan: "business" }, "feature_not_in_plan"],
    ] as const) {
      await world.change(over);
      expect((await read()).body.code).toBe(code);
      await world.change(again);
      expect((await read()).status).toBe(200);
    }
  });

  test("a feed is refused once its owner may not see leave or becomes external", async () => {
    const { world, people, read } = await feed();
    const change = (to: Partial<UserEntity>) =>
      world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, to));
    const { id: roleId } = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Nothing", permissions: [] }));
    await change({ roleId });
    expect((await read()).body.code).toBe("permission.denied");
    await change({ roleId: world.roles.employee });
    expect((await read()).status).toBe(200);
    await change({ external: true });
    expect((await read()).body.code).toBe("permission.denied");
  });
});

describe("leave requests", () => {
  test("request and preview accept only types and users of the tenant", async () => {
    const { ask, employee, hr, type } = await leaveFixture(await server.world());
    const elsewhere = await leaveFixture(await server.world());
    const response = await ask({ ...workingWeek(1), leave_type_id: elsewhere.type });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ["leave_type_id"]]);
    const preview = (query: object, as = employee) =>
      as.get(url(0).replace("/0", "/preview"), { query: { leave_type_id: type, ...workingWeek(1), ...query } });
    requireOk(await preview({}));
    expect(Object.keys((await preview({ leave_type_id: elsewhere.type })).body.errors)).toEqual(["leave_type_id"]);
    const others = await preview({ user_id: elsewhere.people.employee.id }, hr);
    expect([others.status, Object.keys(others.body.errors)]).toEqual([422, ["user_id"]]);
  });
});

describe("leave balances", () => {
  test("balances are available only for this year and the next", async () => {
    const { employee } = await leaveFixture(await server.world());
    requireOk(await employee.get("/leave/balance", { query: { date: `${nextYear}-12-31` } }));
    for (const date of [`${nextYear + 1}-01-01`, `${nextYear - 2}-12-31`]) {
      const refused = await employee.get("/leave/balance", { query: { date } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["date"]]);
    }
  });

  test("adjustments accept only types and users of the tenant", async () => {
    const { hr, people, type } = await leaveFixture(await server.world());
    const elsewhere = await leaveFixture(await server.world());
    const body = { leave_type_id: type, year: nextYear, days: 1, note: "Test" };
    const adjust = (person: number, change = {}) =>
      hr.post(`/leave/balance/${person}/adjustment`, { ...body, ...change });
    const refused = await adjust(people.employee.id, { leave_type_id: elsewhere.type });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["leave_type_id"]]);
    expect((await adjust(elsewhere.people.employee.id)).body.code).toBe("notFound");
    requireOk(await adjust(people.employee.id));
  });
});

test("an import with too many holidays is refused as a whole", async () => {
  const world = await server.world();
  const content = `date,name\n${`${nextYear}-05-01,May Day\n`.repeat(2_001)}`;
  const refused = await world.api(world.hr).post("/leave/holiday/import", { content });
  expect([refused.status, refused.body.errors]).toEqual([422, { content: [expect.any(String)] }]);
  expect(requireOk(await world.api(world.hr).get("/leave/holiday", { query: { year: nextYear } })).body.data).toEqual(
    [],
  );
});
