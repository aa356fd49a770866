import { UserEntity } from "../../server/people/user.entity";
import { desertedRequests } from "../../server/approvals/approvals.waiting.service";
import { reroute } from "../../server/approvals/approvals-routing.service";
import { office, requests, url } from "../finance/office";
import { office as leaveOffice, week } from "../leave/office";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();

const idsIn = async (api: Api) =>
  (ok(await api.get("/approvals/inbox")).body.data as { request: { id: number } }[]).map(({ request }) => request.id);
const handOver = async (api: Api, to: Person) => ok(await api.post("/delegation", { delegatee_id: to.id }));
const close = (world: World, ...people: Pick<Person, "id">[]) =>
  world.tx(async (tx) => {
    for (const { id } of people) await tx.repo(UserEntity).update({ id }, { active: false });
  });
const setting = async (api: Api, four_eyes: boolean) => {
  const { data } = ok(await api.get("/approvals/setting")).body;
  return api.put("/approvals/setting", { ...data, four_eyes });
};

describe("one person doesn't pass every control", () => {
  test("who decides for the manager decides neither for finance nor pays: somebody else in finance does both", async () => {
    const { ask, manager, finance, payer, people, read, world } = await office(await server.world());
    await handOver(manager, people.finance);
    const { id } = ok(await ask()).body.data;
    ok(await finance.put(url(id, "approve")));
    expect(await idsIn(finance)).toEqual([]);
    expect(ok(await finance.get("/approvals/count")).body.data.waiting).toBe(0);
    const { version, can, steps } = await read(id, finance);
    expect(can).toMatchObject({ approve: false, reject: false, request_changes: false });
    expect(steps[1]).toMatchObject({ state: "now", role: { code: "finance" } });
    for (const body of [{ version }, {}]) {
      const answer = await finance.put(url(id, "approve"), body);
      expect([answer.status, answer.body.code]).toEqual([403, "request.fourEyes"]);
    }
    expect(await idsIn(payer)).toEqual([id]);
    ok(await payer.put(url(id, "approve")));
    for (const who of [finance, payer]) {
      expect((await who.put(url(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
      expect(await read(id, who)).toMatchObject({ can: { pay: false }, pay_apart: "somebody_else" });
    }
    const third = world.api(await world.person("finance"));
    ok(await third.put(url(id, "pay"), { reference: "x" }));
  });

  test("nor does in whose name it was decided", async () => {
    const { ask, manager, finance, people, read, world } = await office(await server.world());
    const deputy = await world.person("employee");
    // The manager is of finance as well.
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { roleId: world.roles.finance }));
    await handOver(manager, deputy);
    const { id } = ok(await ask()).body.data;
    ok(await world.api(deputy).put(url(id, "approve")));
    for (const who of [manager, world.api(deputy)]) {
      expect((await who.put(url(id, "approve"))).body.code).toBe("request.fourEyes");
      expect(await idsIn(who)).toEqual([]);
    }
    ok(await finance.put(url(id, "approve")));
    expect((await manager.put(url(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
    expect((await read(id, manager)).can.pay).toBe(false);
  });

  test("nor does whoever decides in the name of who has decided before", async () => {
    const { ask, manager, finance, people, read, world } = await office(await server.world());
    const deputy = await world.person("employee");
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { roleId: world.roles.finance }));
    await handOver(manager, deputy);
    const { id } = ok(await ask()).body.data;
    ok(await manager.put(url(id, "approve")));
    const as = world.api(deputy);
    expect((await as.put(url(id, "approve"))).body.code).toBe("request.fourEyes");
    expect([await idsIn(as), (await read(id, as)).can.approve]).toEqual([[], false]);
    ok(await finance.put(url(id, "approve")));
  });

  test("nor with a colleague's hand-over: neither step is decided by who has decided the other", async () => {
    const { ask, manager, finance, people, world } = await leaveOffice(await server.world(), { hrStep: true }).then(
      async (all) => ({ ...all, finance: all.hr }),
    );
    // HR hands theirs to the manager, who then has the first step by themself and the second by hand-over.
    await handOver(finance, people.manager);
    const { id } = ok(await ask(week(1))).body.data;
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    expect((await manager.put(`/leave/leave-request/${id}/approve`)).body.code).toBe("request.fourEyes");
    ok(await world.api(people.hr).put(`/leave/leave-request/${id}/approve`));
  });

  test("sent again it is a new round: who sent it back decides again", async () => {
    const { ask, manager, employee } = await office(await server.world());
    const { id } = ok(await ask()).body.data;
    ok(await manager.put(url(id, "request-changes"), { note: "More" }));
    ok(await employee.put(url(id, "send")));
    ok(await manager.put(url(id, "approve")));
  });
});

describe("said beforehand", () => {
  test("a step of who decides another goes upward, in the dry run and on the route", async () => {
    const { ask, manager, employee, people, world, read } = await office(await server.world());
    const boss = await world.person("manager", { fullname: "Bea Boss" });
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: boss.id }));
    const steps = [
      { by: "manager" },
      { by: "role", role_id: world.roles.finance },
      { by: "user", user_id: people.manager.id },
    ];
    ok(await world.api(world.admin).post("/approvals/rule", { family: "finance", name: "Three", steps }));
    const apart = { route: "four_eyes", approver: { id: boss.id }, instead_of: { id: people.manager.id } };
    const tried = ok(await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }));
    expect(tried.body.data).toMatchObject({ four_eyes: true, steps: [{ route: "rule" }, { route: "rule" }, apart] });
    const { id } = ok(await ask()).body.data;
    expect((await read(id)).steps[2]).toMatchObject(apart);
    ok(await manager.put(url(id, "approve")));
  });

  test("a role that only who decides another step holds is the administrators' to decide", async () => {
    const { ask, admin, employee, people, world, read } = await office(await server.world());
    await close(world, people.payer, people.manager);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { parentId: people.finance.id }));
    const apart = { route: "four_eyes", approver: null, role: { code: "administrator" } };
    const tried = ok(await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }));
    expect(tried.body.data.steps).toMatchObject([{ approver: { id: people.finance.id } }, apart]);
    const { id } = ok(await ask()).body.data;
    ok(await world.api(people.finance).put(url(id, "approve")));
    expect((await read(id)).steps[1]).toMatchObject({ ...apart, state: "now" });
    ok(await admin.put(url(id, "approve")));
  });
});

describe("where nobody else is there", () => {
  /** Nobody in finance, and one administrator, who is the manager as well. */
  async function small() {
    const all = await office(await server.world());
    const { world, people } = all;
    await close(world, people.finance, people.payer, people.manager);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { parentId: world.admin.id }));
    const steps = [{ by: "manager" }, { by: "role", role_id: world.roles.administrator }];
    ok(await all.admin.post("/approvals/rule", { family: "finance", name: "Twice", steps }));
    return all;
  }

  test("who decided before may decide and pay after all, and the dry run, the route and the request say so", async () => {
    const { ask, admin, employee, read } = await small();
    const tried = ok(await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount: "10" }));
    expect(tried.body.data.steps).toMatchObject([{ route: "rule" }, { route: "alone" }]);
    const { id } = ok(await ask()).body.data;
    ok(await admin.put(url(id, "approve")));
    expect(await idsIn(admin)).toEqual([id]);
    expect((await read(id)).steps[1]).toMatchObject({ state: "now", route: "alone" });
    ok(await admin.put(url(id, "approve")));
    expect(await read(id, admin)).toMatchObject({ can: { pay: true }, pay_apart: "nobody_else" });
    ok(await admin.put(url(id, "pay"), { reference: "x" }));
  });

  test("nothing waits for nobody: who leaves meanwhile is replaced, by who decided before if need be", async () => {
    const { ask, finance, payer, admin, people, world, read } = await office(await server.world());
    await handOver(world.api(people.manager), people.finance);
    const { id } = ok(await ask()).body.data;
    ok(await finance.put(url(id, "approve")));
    expect(await idsIn(payer)).toEqual([id]);
    await close(world, people.payer);
    expect(await world.tx((tx) => desertedRequests(tx))).toEqual([id]);
    expect(await world.tx((tx) => reroute(tx, id, new Date()))).toBe(true);
    expect((await read(id, admin)).steps[1]).toMatchObject({ route: "four_eyes", role: { code: "administrator" } });
    expect(await idsIn(admin)).toEqual([id]);
    // It doesn't wait for finance any more: they are told what became of their decision.
    expect((await finance.put(url(id, "approve"))).body.code).toBe("request.decided");
  });

  test("as soon as there is somebody else, they decide and pay", async () => {
    const { ask, admin, world } = await small();
    const second = await world.person("administrator");
    const { id } = ok(await ask()).body.data;
    ok(await admin.put(url(id, "approve")));
    expect((await admin.put(url(id, "approve"))).body.code).toBe("request.fourEyes");
    ok(await world.api(second).put(url(id, "approve")));
    const third = world.api(await world.person("finance"));
    expect((await world.api(second).put(url(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
    ok(await third.put(url(id, "pay"), { reference: "x" }));
  });
});

describe("the setting", () => {
  test("is on at first, and changed by who makes approval rules; of two versions one wins", async () => {
    const world = await server.world();
    const admin = world.api(world.admin);
    for (const who of [world.employee, world.manager, world.finance, world.hr]) {
      const body = { remind_unit: "days", escalate_unit: "days", four_eyes: false };
      expect((await world.api(who).put("/approvals/setting", body)).status).toBe(403);
    }
    expect(ok(await admin.get("/approvals/setting")).body.data).toMatchObject({ four_eyes: true, version: 0 });
    const mark = server.published.length;
    expect(ok(await setting(admin, false)).body.data.four_eyes).toBe(false);
    expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual([
      ["approval_setting.changed", { four_eyes: false }],
    ]);
    const stale = { remind_unit: "days", escalate_unit: "days", four_eyes: true, version: 0 };
    expect((await admin.put("/approvals/setting", stale)).body.data).toMatchObject({ four_eyes: false });
    // Left out it stays as it is.
    const times = { remind_unit: "days", escalate_unit: "days", remind_after: 3 };
    expect(ok(await admin.put("/approvals/setting", times)).body.data).toMatchObject({
      remind_after: 3,
      four_eyes: false,
    });
  });

  test("off: one person may decide two steps and pay; on again it counts at once", async () => {
    const { ask, manager, finance, admin, people, read } = await office(await server.world());
    ok(await setting(admin, false));
    await handOver(manager, people.finance);
    const [first, second] = [ok(await ask()).body.data.id, ok(await ask()).body.data.id];
    for (const id of [first, second]) ok(await finance.put(url(id, "approve")));
    ok(await finance.put(url(first, "approve")));
    expect(await read(first, finance)).toMatchObject({ can: { pay: true }, pay_apart: null });
    ok(await setting(admin, true));
    expect((await finance.put(url(first, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
    expect((await finance.put(url(second, "approve"))).body.code).toBe("request.fourEyes");
    expect(ok(await finance.get(requests)).body.meta.total).toBe(2);
  });
});
