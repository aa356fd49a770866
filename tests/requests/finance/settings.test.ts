import { UserEntity } from "../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { updateBudget } from "../../../server/requests/finance/finance-budget.service";
import { changeSettings } from "../../../server/requests/finance/finance-settings.service";
import type { Actor } from "../../../server/platform/session";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, today, requestUrl } from "./fixtures";

const server = testServer();
const year = Number(today.slice(0, 4));

describe("finance settings", () => {
  test("all users can read the finance settings, but only finance can change them", async () => {
    const world = await server.world();
    const [employee, finance] = [world.api(world.employee), world.api(world.finance)];
    const { data } = requireOk(await employee.get("/finance/settings")).body;
    expect(data).toEqual({ version: 0, currency: "USD", currencies: [], archive_days: 30, can: { edit: false } });
    const change = { currency: "EUR", currencies: [{ code: "USD", rate: 0.92 }], archive_days: 10, version: 0 };
    expect((await employee.put("/finance/settings", change)).status).toBe(403);
    const mark = server.published.length;
    expect(requireOk(await finance.put("/finance/settings", change)).body.data).toMatchObject({
      version: 1,
      currency: "EUR",
      currencies: [{ code: "USD", rate: "0.92", updated_at: expect.any(String) }],
      archive_days: 10,
    });
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["finance_settings.updated"]);
    const stale = await finance.put("/finance/settings", change);
    expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, "organization.stale", 1]);
  });

  test("invalid finance settings return 422, and a currency in use can't be changed", async () => {
    const { finance, ask } = await financeFixture(await server.world());
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
    requireOk(await ask());
    const moved = await finance.put("/finance/settings", { currency: "EUR", currencies: [], archive_days: 1 });
    expect(Object.keys(moved.body.errors)).toEqual(["currency"]);
  });
});

describe("budgets", () => {
  test("requests sent later don't make an earlier one exceed the budget", async () => {
    const { ask, department, employee, finance, manager, read } = await financeFixture(await server.world());
    const year = new Date().getFullYear();
    requireOk(await finance.post("/finance/budget", { department_id: department, year, amount: "3000" }));
    const { id: first } = requireOk(await ask()).body.data; // 2,840.00
    const later = requireOk(await ask({ over_budget_reason: "Urgent" })).body.data;
    expect((await read(first, manager)).budget).toMatchObject({ waiting: "2840.00", left: "160.00" });
    expect((await read(later.id, manager)).budget).toMatchObject({ waiting: "5680.00", left: "-2680.00" });
    const { data } = requireOk(await manager.get("/approvals/inbox")).body;
    const left = data.map(({ request, facts }: { request: { id: number }; facts: { budget: { left: string } } }) => [
      request.id,
      facts.budget.left,
    ]);
    expect(left).toEqual(
      expect.arrayContaining([
        [first, "160.00"],
        [later.id, "-2680.00"],
      ]),
    );
    expect(requireOk(await employee.get("/finance/budget")).body.data).toMatchObject([{ left: "-2680.00" }]);
  });

  test("a request shows no budget of a department the requester has left", async () => {
    const { finance, employee, manager, department, people, world, ask, read } = await financeFixture(
      await server.world(),
    );
    requireOk(await finance.post("/finance/budget", { department_id: department, year, amount: "4000" }));
    const { id } = requireOk(await ask()).body.data;
    const budget = { department: { id: department }, amount: "4000.00" };
    expect((await read(id)).budget).toMatchObject(budget);
    const { id: other } = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: other }));
    expect(requireOk(await employee.get("/finance/budget")).body.data).toEqual([]);
    expect((await read(id)).budget).toBeNull();
    expect((await read(id, manager)).budget).toMatchObject(budget);
    requireOk(await manager.put(requestUrl(id, "approve")));
    expect((await read(id, manager)).budget).toBeNull();
    expect((await read(id, finance)).budget).toMatchObject(budget);
  });

  test("finance sets one budget per department and year, visible to the department", async () => {
    const { finance, employee, manager, department, world } = await financeFixture(await server.world());
    const budget = { department_id: department, year, amount: "4000" };
    expect((await employee.post("/finance/budget", budget)).status).toBe(403);
    const { data } = requireOk(await finance.post("/finance/budget", budget)).body;
    expect(data).toMatchObject({
      amount: "4000.00",
      spent: "0.00",
      committed: "0.00",
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
    expect(requireOk(await employee.get("/finance/budget")).body.data).toMatchObject([{ can: { edit: false } }]);
    expect(requireOk(await manager.get("/finance/budget")).body.data).toEqual([]);
    const other = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    requireOk(await finance.post("/finance/budget", { ...budget, department_id: other.id }));
    expect(requireOk(await finance.get(`/finance/budget?year=${year}`)).body.data).toHaveLength(2);
    requireOk(await finance.post("/finance/budget", { ...budget, year: Number(year) + 1 }));
    const listed = requireOk(await finance.get("/finance/budget")).body.data as {
      year: number;
      department: { name: string };
    }[];
    const newestFirst = [
      [1, "Operations"],
      [0, "Operations"],
      [0, "Sales"],
    ];
    expect(listed.map((one) => [one.year - Number(year), one.department.name])).toEqual(newestFirst);
    expect(requireOk(await employee.get(`/finance/budget?department_id=${other.id}`)).body.data).toEqual([]);
    requireOk(await finance.put(`/finance/budget/${data.id}`, { amount: "5000", version: 1 }));
    expect((await finance.put(`/finance/budget/${data.id}`, { amount: "1", version: 1 })).body).toMatchObject({
      code: "organization.stale",
      data: { id: data.id, amount: "5000.00", owner: data.owner, version: 2 },
    });
    requireOk(await finance.delete(`/finance/budget/${data.id}`));
    expect((await finance.delete(`/finance/budget/${data.id}`)).status).toBe(404);
  });

  test("approvers see the spent, committed, pending and remaining budget", async () => {
    const { ask, approved, paid, finance, manager, payer, department, read } = await financeFixture(
      await server.world(),
    );
    requireOk(await finance.post("/finance/budget", { department_id: department, year, amount: "5000" }));
    const due = await approved();
    await paid({ items: [{ details: "Chair", price: "60.00", quantity: 1 }] });
    const { id } = requireOk(await ask({ currency: "EUR", items: [{ details: "Desk", price: "100", quantity: 1 }] }))
      .body.data;
    // 5000.00 - 60.00 - 2 × 1420.00 - 100.00 × 1.0834 = 1991.66
    const used = { spent: "60.00", committed: "2840.00", waiting: "108.34" };
    const expected = { amount: "5000.00", ...used, left: "1991.66", currency: "USD" };
    expect((await read(id, manager)).budget).toMatchObject(expected);
    const { data } = requireOk(await manager.get("/approvals/inbox?family=finance")).body;
    expect(data[0].facts.budget).toMatchObject(expected);
    requireOk(await manager.put(requestUrl(id, "reject"), { reason: "No" }));
    expect((await read(id)).budget).toMatchObject({ waiting: "0.00", left: "2100.00" });
    const over = requireOk(
      await ask({ items: [{ details: "Van", price: "9000", quantity: 1 }], over_budget_reason: "The old one broke" }),
    ).body.data;
    expect(over.budget).toMatchObject({ waiting: "9000.00", left: "-6900.00" });
    requireOk(await payer.put(requestUrl(due, "pay"), { reference: "TRX-2" }));
    const [listed] = requireOk(await finance.get("/finance/budget")).body.data;
    expect(listed).toMatchObject({ spent: "2900.00", committed: "0.00", waiting: "9000.00", left: "-6900.00" });
    const { data: page } = requireOk(await finance.get(`/department/single/${department}`)).body;
    expect(page.budget).toMatchObject({ spent: "2900.00", committed: "0.00" });
  });
});

describe("budget owners", () => {
  const owned = { amount: "4000", year };

  test("only an active internal user of the tenant can own a budget", async () => {
    const { finance, employee, department, people, world } = await financeFixture(await server.world());
    const outsider = (await server.world()).manager;
    const left = await world.person("manager");
    const external = await world.person("external");
    await world.tx((tx) => tx.repo(UserEntity).update({ id: left.id }, { active: false }));
    const budget = { ...owned, department_id: department };
    for (const { id } of [outsider, left, external, { id: 999_999_999 }]) {
      const refused = await finance.post("/finance/budget", { ...budget, owner_id: id });
      expect([refused.status, refused.body.errors]).toEqual([422, { owner_id: [expect.any(String)] }]);
    }
    const { data } = requireOk(await finance.post("/finance/budget", { ...budget, owner_id: people.manager.id })).body;
    expect(data.owner).toMatchObject({ id: people.manager.id });
    const url = `/finance/budget/${data.id}`;
    expect((await employee.put(url, { amount: "1", owner_id: people.employee.id })).status).toBe(403);
    for (const { id } of [outsider, left, external])
      expect(Object.keys((await finance.put(url, { amount: "1", owner_id: id })).body.errors)).toEqual(["owner_id"]);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { active: false }));
    // An owner who has left is kept until another one is chosen.
    const savedBudget = requireOk(await finance.put(url, { amount: "5000" })).body.data;
    expect(savedBudget).toMatchObject({ amount: "5000.00", owner: { id: people.manager.id } });
    const same = { amount: "6000", owner_id: people.manager.id, version: savedBudget.version };
    expect(requireOk(await finance.put(url, same)).body.data).toMatchObject({ owner: { id: people.manager.id } });
    expect(requireOk(await finance.put(url, { amount: "6000", owner_id: null })).body.data.owner).toBeNull();
  });

  test("owners see their budgets in the list, on requests and on the department page", async () => {
    const { finance, employee, manager, department, people, world, ask, read } = await financeFixture(
      await server.world(),
    );
    const other = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    requireOk(await finance.post("/finance/budget", { ...owned, department_id: other.id }));
    const input = { ...owned, department_id: department };
    const { data } = requireOk(await finance.post("/finance/budget", input)).body;
    const { id } = requireOk(await ask()).body.data;
    requireOk(await manager.put(requestUrl(id, "approve")));
    expect(requireOk(await manager.get("/finance/budget")).body.data).toEqual([]);
    expect((await read(id, manager)).budget).toBeNull();
    requireOk(await finance.put(`/finance/budget/${data.id}`, { amount: "4000", owner_id: people.manager.id }));
    const budget = { department: { id: department }, owner: { id: people.manager.id, fullname: expect.any(String) } };
    expect(requireOk(await manager.get("/finance/budget")).body.data).toMatchObject([budget]);
    expect(requireOk(await manager.get(`/finance/budget?department_id=${other.id}`)).body.data).toEqual([]);
    expect(requireOk(await employee.get("/finance/budget")).body.data).toMatchObject([budget]);
    expect((await read(id, manager)).budget).toMatchObject(budget);
    const { data: page } = requireOk(await manager.get(`/department/single/${department}`)).body;
    expect(page.budget).toMatchObject({ amount: "4000.00", owner: budget.owner });
  });

  test("a leaver's budgets of this year and later go to the successor", async () => {
    const { finance, admin, department, people, world } = await financeFixture(await server.world());
    const leaver = await world.person("manager");
    const owner = { owner_id: leaver.id, department_id: department, amount: "100" };
    for (const each of [year - 1, year, year + 1])
      requireOk(await finance.post("/finance/budget", { ...owner, year: each }));
    const url = `/user/${leaver.id}/leaving`;
    const { handover } = requireOk(await admin.get(url)).body.data;
    expect(handover).toMatchObject([{ kind: "budgets", count: 1, names: ["Operations"] }]);
    requireOk(await admin.post(url, { type: "resignation", last_day: today, successor_id: people.manager.id }));
    const { data } = requireOk(await finance.get("/finance/budget")).body;
    expect(data.map((one: { owner: { id: number } }) => one.owner.id)).toEqual([
      people.manager.id,
      people.manager.id,
      leaver.id,
    ]);
  });

  test("HR can't take over a leaver's budgets themselves", async () => {
    const { finance, department, world } = await financeFixture(await server.world());
    const leaver = await world.person("manager");
    const budget = { ...owned, owner_id: leaver.id, department_id: department };
    requireOk(await finance.post("/finance/budget", budget));
    const body = { type: "resignation", last_day: today, successors: [{ kind: "budgets", user_id: world.hr.id }] };
    const refused = await world.api(world.hr).post(`/user/${leaver.id}/leaving`, body);
    expect(refused.body.errors).toEqual({ "successors.0.user_id": [expect.stringContaining("budgets")] });
  });

  test("merging departments keeps the owner of the remaining budget", async () => {
    const { finance, admin, department, people, world } = await financeFixture(await server.world());
    const other = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
    requireOk(await finance.post("/finance/budget", { ...owned, department_id: department }));
    const budget = { ...owned, department_id: other.id, owner_id: people.manager.id };
    requireOk(await finance.post("/finance/budget", budget));
    requireOk(await admin.delete(`/department/${other.id}?successor_id=${department}`));
    expect(requireOk(await finance.get("/finance/budget")).body.data).toMatchObject([
      { amount: "8000.00", owner: null },
    ]);
  });
});

describe("concurrent settings changes", () => {
  const actorOf = (world: World) =>
    ({
      id: world.finance.id,
      permissions: new Set(["payment-list", "payment-settings", "payment-pay"]),
    }) as unknown as Actor;
  const stale = [{ status: "fulfilled" }, { status: "rejected", reason: { code: "organization.stale" } }];

  test("two changes of the same settings version: the second gets 409", async () => {
    const { world, finance } = await financeFixture(await server.world());
    const { version } = requireOk(await finance.get("/finance/settings")).body.data;
    const change = (archive_days: number) => (tx: Tx) =>
      changeSettings(tx, actorOf(world), { currency: "USD", currencies: [], archive_days, version } as never);
    expect(await runSerialized<unknown>(server, world, change(10), change(20))).toMatchObject(stale);
    expect(requireOk(await finance.get("/finance/settings")).body.data).toMatchObject({ archive_days: 10 });
  });

  test("two changes of the same budget version: the second gets 409", async () => {
    const { world, finance, department } = await financeFixture(await server.world());
    const { department: _, ...budget } = requireOk(
      await finance.post("/finance/budget", { department_id: department, year, amount: "4000" }),
    ).body.data;
    const change = (amount: string) => (tx: Tx) =>
      updateBudget(tx, actorOf(world), budget.id, { amount, version: budget.version } as never);
    expect(await runSerialized<unknown>(server, world, change("10"), change("20"))).toMatchObject(stale);
    expect(requireOk(await finance.get("/finance/budget")).body.data).toMatchObject([{ amount: "10.00" }]);
  });
});
