import { UserEntity } from "../../../server/people/people/user.entity";
import { requestsWithoutAvailableApprover } from "../../../server/approvals/approvals/approvals.waiting.service";
import { rerouteRequest } from "../../../server/approvals/approvals/approvals-routing.service";
import { financeFixture, requestsUrl, requestUrl } from "../../requests/finance/fixtures";
import { leaveFixture as leaveOffice, workingWeek } from "../../requests/leave/fixtures";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const idsIn = async (api: Api) =>
  (requireOk(await api.get("/approvals/inbox")).body.data as { request: { id: number } }[]).map(
    ({ request }) => request.id,
  );
const handOver = async (api: Api, to: Person) => requireOk(await api.post("/delegation", { delegatee_id: to.id }));
const close = (world: World, ...people: Pick<Person, "id">[]) =>
  world.tx(async (tx) => {
    for (const { id } of people) await tx.repo(UserEntity).update({ id }, { active: false });
  });
const setting = async (api: Api, four_eyes: boolean) => {
  const { data } = requireOk(await api.get("/approvals/setting")).body;
  return api.put("/approvals/setting", { ...data, four_eyes });
};

describe("separation of duties between steps", () => {
  test("the manager's delegate can't decide the finance step or pay", async () => {
    const { ask, manager, finance, payer, people, read, world } = await financeFixture(await server.world());
    await handOver(manager, people.finance);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await finance.put(requestUrl(id, "approve")));
    expect(await idsIn(finance)).toEqual([]);
    expect(requireOk(await finance.get("/approvals/count")).body.data.waiting).toBe(0);
    const { version, can, steps } = await read(id, finance);
    expect(can).toMatchObject({ approve: false, reject: false, request_changes: false });
    expect(steps[1]).toMatchObject({ state: "now", role: { code: "finance" } });
    for (const body of [{ version }, {}]) {
      const answer = await finance.put(requestUrl(id, "approve"), body);
      expect([answer.status, answer.body.code]).toEqual([403, "request.fourEyes"]);
    }
    expect(await idsIn(payer)).toEqual([id]);
    requireOk(await payer.put(requestUrl(id, "approve")));
    for (const who of [finance, payer]) {
      expect((await who.put(requestUrl(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
      expect(await read(id, who)).toMatchObject({ can: { pay: false }, pay_apart: "somebody_else" });
    }
    const third = world.api(await world.person("finance"));
    requireOk(await third.put(requestUrl(id, "pay"), { reference: "x" }));
  });

  test("the user on whose behalf a step was decided can't decide the next", async () => {
    const { ask, manager, finance, people, read, world } = await financeFixture(await server.world());
    const deputy = await world.person("employee");
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { roleId: world.roles.finance }));
    await handOver(manager, deputy);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await world.api(deputy).put(requestUrl(id, "approve")));
    for (const who of [manager, world.api(deputy)]) {
      expect((await who.put(requestUrl(id, "approve"))).body.code).toBe("request.fourEyes");
      expect(await idsIn(who)).toEqual([]);
    }
    requireOk(await finance.put(requestUrl(id, "approve")));
    expect((await manager.put(requestUrl(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
    expect((await read(id, manager)).can.pay).toBe(false);
  });

  test("a delegate can't decide for a user who decided an earlier step", async () => {
    const { ask, manager, finance, people, read, world } = await financeFixture(await server.world());
    const deputy = await world.person("employee");
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { roleId: world.roles.finance }));
    await handOver(manager, deputy);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await manager.put(requestUrl(id, "approve")));
    const as = world.api(deputy);
    expect((await as.put(requestUrl(id, "approve"))).body.code).toBe("request.fourEyes");
    expect([await idsIn(as), (await read(id, as)).can.approve]).toEqual([[], false]);
    requireOk(await finance.put(requestUrl(id, "approve")));
  });

  test("a colleague's delegation doesn't allow deciding both steps", async () => {
    const { ask, manager, finance, people, world } = await leaveOffice(await server.world(), { hrStep: true }).then(
      async (all) => ({ ...all, finance: all.hr }),
    );
    // HR delegates to the manager, who then may decide the first step directly and the second by delegation.
    await handOver(finance, people.manager);
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    expect((await manager.put(`/leave/leave-request/${id}/approve`)).body.code).toBe("request.fourEyes");
    requireOk(await world.api(people.hr).put(`/leave/leave-request/${id}/approve`));
  });

  test("resubmitting starts a new round: the same user may decide again", async () => {
    const { ask, manager, employee } = await financeFixture(await server.world());
    const { id } = requireOk(await ask()).body.data;
    requireOk(await manager.put(requestUrl(id, "request-changes"), { note: "More" }));
    requireOk(await employee.put(requestUrl(id, "send")));
    requireOk(await manager.put(requestUrl(id, "approve")));
  });
});

describe("separation of duties in routes before the decision", () => {
  test("a step goes to the superior if its approver decides another step", async () => {
    const { ask, manager, employee, people, world, read } = await financeFixture(await server.world());
    const boss = await world.person("manager", { fullname: "Bea Boss" });
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
    const steps = [
      { by: "manager" },
      { by: "role", role_id: world.roles.finance },
      { by: "user", user_id: people.manager.id },
    ];
    requireOk(await world.api(world.admin).post("/approvals/rule", { family: "finance", name: "Three", steps }));
    const apart = { route: "four_eyes", approver: { id: boss.id }, instead_of: { id: people.manager.id } };
    const tried = requireOk(
      await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }),
    );
    expect(tried.body.data).toMatchObject({ four_eyes: true, steps: [{ route: "rule" }, { route: "rule" }, apart] });
    const { id } = requireOk(await ask()).body.data;
    expect((await read(id)).steps[2]).toMatchObject(apart);
    requireOk(await manager.put(requestUrl(id, "approve")));
  });

  test("a role's step goes to administrators if its only user decides another step", async () => {
    const { ask, admin, employee, people, world, read } = await financeFixture(await server.world());
    await close(world, people.payer, people.manager);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: people.finance.id }));
    const apart = { route: "four_eyes", approver: null, role: { code: "administrator" } };
    const tried = requireOk(
      await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }),
    );
    expect(tried.body.data.steps).toMatchObject([{ approver: { id: people.finance.id } }, apart]);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await world.api(people.finance).put(requestUrl(id, "approve")));
    expect((await read(id)).steps[1]).toMatchObject({ ...apart, state: "now" });
    requireOk(await admin.put(requestUrl(id, "approve")));
  });
});

describe("separation of duties without an alternative approver", () => {
  /** No finance users; the only administrator is also the manager. */
  async function small() {
    const all = await financeFixture(await server.world());
    const { world, people } = all;
    await close(world, people.finance, people.payer, people.manager);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: world.admin.id }));
    const steps = [{ by: "manager" }, { by: "role", role_id: world.roles.administrator }];
    requireOk(await all.admin.post("/approvals/rule", { family: "finance", name: "Twice", steps }));
    return all;
  }

  test("without an alternative approver, one user may decide all steps and pay", async () => {
    const { ask, admin, employee, read } = await small();
    const tried = requireOk(
      await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }),
    );
    expect(tried.body.data.steps).toMatchObject([{ route: "rule" }, { route: "alone" }]);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await admin.put(requestUrl(id, "approve")));
    expect(await idsIn(admin)).toEqual([id]);
    expect((await read(id)).steps[1]).toMatchObject({ state: "now", route: "alone" });
    requireOk(await admin.put(requestUrl(id, "approve")));
    expect(await read(id, admin)).toMatchObject({ can: { pay: true }, pay_apart: "nobody_else" });
    requireOk(await admin.put(requestUrl(id, "pay"), { reference: "x" }));
  });

  test("a deactivated approver is replaced, if necessary by an earlier approver", async () => {
    const { ask, finance, payer, admin, people, world, read } = await financeFixture(await server.world());
    await handOver(world.api(people.manager), people.finance);
    const { id } = requireOk(await ask()).body.data;
    requireOk(await finance.put(requestUrl(id, "approve")));
    expect(await idsIn(payer)).toEqual([id]);
    await close(world, people.payer);
    expect(await world.tx((tx) => requestsWithoutAvailableApprover(tx))).toEqual([id]);
    expect(await world.tx((tx) => rerouteRequest(tx, id, new Date()))).toBe(true);
    expect((await read(id, admin)).steps[1]).toMatchObject({ route: "four_eyes", role: { code: "administrator" } });
    expect(await idsIn(admin)).toEqual([id]);
    // The step no longer waits for finance: the response says how finance decided.
    expect((await finance.put(requestUrl(id, "approve"))).body.code).toBe("request.decided");
  });

  test("once other users exist, different users must decide each step and pay", async () => {
    const { ask, admin, world } = await small();
    const second = await world.person("administrator");
    const { id } = requireOk(await ask()).body.data;
    requireOk(await admin.put(requestUrl(id, "approve")));
    expect((await admin.put(requestUrl(id, "approve"))).body.code).toBe("request.fourEyes");
    requireOk(await world.api(second).put(requestUrl(id, "approve")));
    const third = world.api(await world.person("finance"));
    expect((await world.api(second).put(requestUrl(id, "pay"), { reference: "x" })).body.code).toBe(
      "request.fourEyesPay",
    );
    requireOk(await third.put(requestUrl(id, "pay"), { reference: "x" }));
  });
});

describe("separation-of-duties setting", () => {
  test("separation of duties is on by default, and only rule editors can change it", async () => {
    const world = await server.world();
    const admin = world.api(world.admin);
    for (const who of [world.employee, world.manager, world.finance, world.hr]) {
      const body = { remind_unit: "days", escalate_unit: "days", four_eyes: false };
      expect((await world.api(who).put("/approvals/setting", body)).status).toBe(403);
    }
    expect(requireOk(await admin.get("/approvals/setting")).body.data).toMatchObject({ four_eyes: true, version: 0 });
    const mark = server.published.length;
    expect(requireOk(await setting(admin, false)).body.data.four_eyes).toBe(false);
    expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual([
      ["approval_setting.changed", { four_eyes: false }],
    ]);
    const stale = { remind_unit: "days", escalate_unit: "days", four_eyes: true, version: 0 };
    expect((await admin.put("/approvals/setting", stale)).body.data).toMatchObject({ four_eyes: false });
    const times = { remind_unit: "days", escalate_unit: "days", remind_after: 3 };
    expect(requireOk(await admin.put("/approvals/setting", times)).body.data).toMatchObject({
      remind_after: 3,
      four_eyes: false,
    });
  });

  test("with separation of duties off, one user may decide twice and pay", async () => {
    const { ask, manager, finance, admin, people, read } = await financeFixture(await server.world());
    requireOk(await setting(admin, false));
    await handOver(manager, people.finance);
    const [first, second] = [requireOk(await ask()).body.data.id, requireOk(await ask()).body.data.id];
    for (const id of [first, second]) requireOk(await finance.put(requestUrl(id, "approve")));
    requireOk(await finance.put(requestUrl(first, "approve")));
    expect(await read(first, finance)).toMatchObject({ can: { pay: true }, pay_apart: null });
    requireOk(await setting(admin, true));
    expect((await finance.put(requestUrl(first, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
    expect((await finance.put(requestUrl(second, "approve"))).body.code).toBe("request.fourEyes");
    expect(requireOk(await finance.get(requestsUrl)).body.meta.total).toBe(2);
  });
});

test("without separation of duties, dry run and route name a merged step", async () => {
  const { ask, employee, people, read, world } = await financeFixture(await server.world());
  const admin = world.api(world.admin);
  requireOk(await setting(admin, false));
  const steps = [{ by: "manager" }, { by: "user", user_id: people.manager.id }];
  requireOk(await admin.post("/approvals/rule", { family: "finance", name: "Twice the manager", steps }));
  const plan = requireOk(await employee.post("/approvals/dry-run", { family: "finance", type: "purchase" })).body.data;
  expect(plan.steps).toMatchObject([{ approver: { id: people.manager.id }, route: "same_person" }]);
  const { id } = requireOk(await ask()).body.data;
  const { data: route } = requireOk(await employee.get(`/approvals/request/${id}/route`)).body;
  expect(route.steps).toMatchObject([{ approver: { id: people.manager.id }, route: "same_person" }]);
  expect((await read(id, employee)).steps).toMatchObject([{ route: "same_person", state: "now" }]);
});
