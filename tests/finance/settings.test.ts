import { UserEntity } from "../../server/people/user.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { updateBudget } from "../../server/finance/finance-budget.service";
import { changeSettings } from "../../server/finance/finance-settings.service";
import type { Actor } from "../../server/platform/session";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { office, today, url } from "./office";

const server = testServer();
const year = Number(today.slice(0, 4));

describe("settings", () => {
  test("begin with dollars and thirty days; everybody reads them, finance changes them", async () => {
    const world = await server.world();
    const [employee, finance] = [world.api(world.employee), world.api(world.finance)];
    const { data } = ok(await employee.get("/finance/settings")).body;
    expect(data).toEqual({ version: 0, currency: "USD", currencies: [], archive_days: 30, can: { edit: false } });
    const change = { currency: "EUR", currencies: [{ code: "USD", rate: 0.92 }], archive_days: 10, version: 0 };
    expect((await employee.put("/finance/settings", change)).status).toBe(403);
    const mark = server.published.length;
    expect(ok(await finance.put("/finance/settings", change)).body.data).toMatchObject({
      version: 1,
      currency: "EUR",
      currencies: [{ code: "USD", rate: "0.92", updated_at: expect.any(String) }],
      archive_days: 10,
    });
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["finance_settings.updated"]);
    const stale = await finance.put("/finance/settings", change);
    expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, "request.stale", 1]);
  });

  test("name every field that is wrong; the tenant's own currency stays once something is counted in it", async () => {
    const { finance, ask } = await office(await server.world());
    const wrong = await finance.put("/finance/settings", {
      currency: "USD",
      currencies: [{ code: "USD", rate: "1" }, { code: "EUR", rate: "0" }, { code: "XXX" }],
      archive_days: -1,
    });
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      "archive_days",
      "currencies.1.rate",
      "currencies.2.code",
      "currencies.2.rate",
    ]);
    const double = [
      { code: "USD", rate: "1" },
      { code: "EUR", rate: "1" },
      { code: "EUR", rate: "2" },
    ];
    const twice = await finance.put("/finance/settings", { currency: "USD", currencies: double, archive_days: 1 });
    expect(Object.keys(twice.body.errors).sort()).toEqual(["currencies.0.code", "currencies.2.code"]);
    ok(await ask());
    const moved = await finance.put("/finance/settings", { currency: "EUR", currencies: [], archive_days: 1 });
    expect(Object.keys(moved.body.errors)).toEqual(["currency"]);
  });
});

describe("budgets", () => {
  test("of a department that one isn't in any more stand in one's own request no more than in the list", async () => {
    const { finance, employee, manager, department, people, world, ask, read } = await office(await server.world());
    ok(await finance.post("/finance/budget", { department_id: department, year, amount: "4000" }));
    const { id } = ok(await ask()).body.data;
    const seen = { department: { id: department }, amount: "4000.00" };
    expect((await read(id)).budget).toMatchObject(seen);
    const { id: other } = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: other }));
    expect(ok(await employee.get("/finance/budget")).body.data).toEqual([]);
    expect((await read(id)).budget).toBeNull();
    // Whoever decides needs it for that, until they have; finance knows all.
    expect((await read(id, manager)).budget).toMatchObject(seen);
    ok(await manager.put(url(id, "approve")));
    expect((await read(id, manager)).budget).toBeNull();
    expect((await read(id, finance)).budget).toMatchObject(seen);
  });

  test("are set by finance, once per department and year, and seen by their own department", async () => {
    const { finance, employee, manager, department, world } = await office(await server.world());
    const budget = { department_id: department, year, amount: "4000" };
    expect((await employee.post("/finance/budget", budget)).status).toBe(403);
    const { data } = ok(await finance.post("/finance/budget", budget)).body;
    expect(data).toMatchObject({
      amount: "4000.00",
      spent: "0.00",
      waiting: "0.00",
      left: "4000.00",
      can: { edit: true },
    });
    expect(Object.keys((await finance.post("/finance/budget", budget)).body.errors)).toEqual(["year"]);
    const unknown = await finance.post("/finance/budget", { ...budget, department_id: 999_999_999 });
    expect(Object.keys(unknown.body.errors)).toEqual(["department_id"]);
    expect(Object.keys((await finance.post("/finance/budget", { ...budget, amount: "1.001" })).body.errors)).toEqual([
      "amount",
    ]);
    expect(ok(await employee.get("/finance/budget")).body.data).toMatchObject([{ can: { edit: false } }]);
    expect(ok(await manager.get("/finance/budget")).body.data).toEqual([]);
    const other = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    ok(await finance.post("/finance/budget", { ...budget, department_id: other.id }));
    expect(ok(await finance.get(`/finance/budget?year=${year}`)).body.data).toHaveLength(2);
    ok(await finance.post("/finance/budget", { ...budget, year: Number(year) + 1 }));
    const listed = ok(await finance.get("/finance/budget")).body.data as {
      year: number;
      department: { name: string };
    }[];
    const newestFirst = [
      [1, "Operations"],
      [0, "Operations"],
      [0, "Sales"],
    ]; // then by name
    expect(listed.map((one) => [one.year - Number(year), one.department.name])).toEqual(newestFirst);
    expect(ok(await employee.get(`/finance/budget?department_id=${other.id}`)).body.data).toEqual([]);
    ok(await finance.put(`/finance/budget/${data.id}`, { amount: "5000", version: 1 }));
    expect((await finance.put(`/finance/budget/${data.id}`, { amount: "1", version: 1 })).body.code).toBe(
      "request.stale",
    );
    ok(await finance.delete(`/finance/budget/${data.id}`));
    expect((await finance.delete(`/finance/budget/${data.id}`)).status).toBe(404);
  });

  test("show approvers what remains: what is spent, what waits, and what is left of it", async () => {
    const { ask, approved, finance, manager, department, read } = await office(await server.world());
    ok(await finance.post("/finance/budget", { department_id: department, year, amount: "5000" }));
    await approved();
    const { id } = ok(await ask({ currency: "EUR", items: [{ details: "Desk", price: "100", quantity: 1 }] })).body
      .data;
    const expected = { amount: "5000.00", spent: "2840.00", waiting: "108.34", left: "2051.66", currency: "USD" };
    expect((await read(id, manager)).budget).toMatchObject(expected);
    const { data } = ok(await manager.get("/approvals/inbox?family=finance")).body;
    expect(data[0].facts.budget).toMatchObject(expected);
    ok(await manager.put(url(id, "reject"), { reason: "No" }));
    expect((await read(id)).budget).toMatchObject({ waiting: "0.00", left: "2160.00" });
    const over = ok(await ask({ items: [{ details: "Van", price: "9000", quantity: 1 }] })).body.data;
    expect(over.budget).toMatchObject({ waiting: "9000.00", left: "-6840.00" });
  });
});

describe("at the same moment", () => {
  const actorOf = (world: World) =>
    ({
      id: world.finance.id,
      permissions: new Set(["payment-list", "payment-settings", "payment-pay"]),
    }) as unknown as Actor;
  const stale = [{ status: "fulfilled" }, { status: "rejected", reason: { code: "request.stale" } }];

  test("of two changes of one version of the settings the second is told", async () => {
    const { world, finance } = await office(await server.world());
    const { version } = ok(await finance.get("/finance/settings")).body.data;
    const change = (archive_days: number) => (tx: Tx) =>
      changeSettings(tx, actorOf(world), { currency: "USD", currencies: [], archive_days, version } as never);
    expect(await oneAtATime<unknown>(server, world, change(10), change(20))).toMatchObject(stale);
    expect(ok(await finance.get("/finance/settings")).body.data).toMatchObject({ archive_days: 10 });
  });

  test("of two changes of one version of a budget the second is told", async () => {
    const { world, finance, department } = await office(await server.world());
    const { department: _, ...budget } = ok(
      await finance.post("/finance/budget", { department_id: department, year, amount: "4000" }),
    ).body.data;
    const change = (amount: string) => (tx: Tx) =>
      updateBudget(tx, actorOf(world), budget.id, { amount, version: budget.version } as never);
    expect(await oneAtATime<unknown>(server, world, change("10"), change("20"))).toMatchObject(stale);
    expect(ok(await finance.get("/finance/budget")).body.data).toMatchObject([{ amount: "10.00" }]);
  });
});
