import { forgetWhose } from "../../migrations/0370-whose-is-not-told";
import { tenantStream } from "../../shared/kernel/events";
import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();

const url = (id: number, verb: string) => `/leave/leave-request/${id}/${verb}`;
const inboxOf = async (api: {
  get(path: string): Promise<{ status: number; body: { data: { request: { id: number } }[] } }>;
}) => (await api.get("/approvals/inbox")).body.data.map(({ request }) => request.id);

describe("a decision is refused", () => {
  test("to nobody, to who isn't asked, to another tenant, and on one's own", async () => {
    const world = await server.world();
    const { ask, employee, hr } = await office(world);
    const { id } = ok(await ask(week(1))).body.data;
    const colleague = await world.person("employee");
    const elsewhere = await server.world();
    expect((await world.api().put(url(id, "approve"))).status).toBe(401);
    expect((await world.api(colleague).put(url(id, "approve"))).status).toBe(404);
    expect((await elsewhere.api(elsewhere.admin).put(url(id, "approve"))).status).toBe(404);
    expect((await hr.put(url(id, "approve"))).status).toBe(403); // sees it, isn't asked
    const own = await employee.put(url(id, "approve"));
    expect([own.status, own.body.code]).toEqual([403, "request.own"]);
  });

  test("to HR on a request of HR's own, whatever the role says", async () => {
    const { ask, hr, people, world, type } = await office(await server.world());
    const other = await world.person("hr");
    const days = { leave_type_id: type, year: Number(week(1).start_date.slice(0, 4)), days: 5, note: "Test" };
    ok(await world.api(world.admin).post(`/leave/balance/${people.hr.id}/adjustment`, days));
    const { data } = ok(await ask(week(1), hr)).body;
    expect(data).toMatchObject({ status: "waiting_hr_approval", next_status: { role: { code: "hr" } } });
    expect((await hr.put(url(data.id, "approve"))).body.code).toBe("request.own");
    expect(await inboxOf(hr)).toEqual([]);
    expect(ok(await world.api(other).put(url(data.id, "approve"))).body.data.status).toBe("approved");
  });

  test("without a reason, and with the version of before", async () => {
    const { ask, manager } = await office(await server.world());
    const { id, version } = ok(await ask(week(1))).body.data;
    expect(Object.keys((await manager.put(url(id, "reject"), {})).body.errors)).toEqual(["reason"]);
    expect(Object.keys((await manager.put(url(id, "request-changes"), {})).body.errors)).toEqual(["note"]);
    const stale = await manager.put(url(id, "approve"), { version: version - 1 });
    expect([stale.status, stale.body.code]).toEqual([409, "request.stale"]);
    expect(stale.body.data).toMatchObject({ id, version, status: "waiting_manager_approval" });
    ok(await manager.put(url(id, "approve"), { version }));
    const late = await manager.put(url(id, "reject"), { reason: "No", version: version + 1 });
    expect([late.status, late.body.code]).toEqual([409, "request.decided"]);
  });
});

test("step by step: manager, then HR, with the way of each step and the days taken", async () => {
  const { ask, employee, manager, hr, people, balance, world } = await office(await server.world(), {
    hrStep: true,
  });
  const { id } = ok(await ask(week(1))).body.data;
  expect(await inboxOf(manager)).toEqual([id]);
  expect(await inboxOf(hr)).toEqual([]);
  const mid = ok(await manager.put(url(id, "approve"), { note: "Enjoy" })).body.data;
  expect(mid).toMatchObject({ status: "waiting_hr_approval", next_status: { role: { code: "hr" } } });
  expect(await inboxOf(manager)).toEqual([]);
  expect(await inboxOf(hr)).toEqual([id]);
  ok(await hr.put(url(id, "approve")));
  const { data } = ok(await employee.get(`/leave/leave-request/${id}`)).body;
  expect(data).toMatchObject({ status: "approved", next_status: null, can: { approve: false, cancel: true } });
  expect(
    data.steps.map(({ state, note, decided_by }: never) => [state, note, (decided_by as { id: number }).id]),
  ).toEqual([
    ["approved", "Enjoy", people.manager.id],
    ["approved", null, people.hr.id],
  ]);
  expect(await balance(people.employee)).toBe(15);
  expect((await world.api(people.manager).get("/approvals/decided")).body.data).toHaveLength(1);
});

test("sent back, changed and sent again: it begins from the start, and what was before stays readable", async () => {
  const { ask, employee, manager, balance, people, type } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.put(url(id, "request-changes"), { note: "A week later?" }));
  expect(await balance(people.employee)).toBe(20);
  const { data } = ok(await employee.put(`/leave/leave-request/${id}`, { leave_type_id: type, ...week(2, 3) })).body;
  expect(data).toMatchObject({ status: "waiting_manager_approval", days: 3 });
  expect(data.steps.map(({ round, state }: never) => [round, state])).toEqual([
    [1, "changes_requested"],
    [2, "now"],
  ]);
  expect(ok(await manager.put(url(id, "approve"))).body.data.status).toBe("approved_by_manager");
  expect(await balance(people.employee)).toBe(17);
});

test("cancelled by its owner before it begins, by HR at any time; the days come back", async () => {
  const { ask, employee, manager, hr, balance, people, world } = await office(await server.world());
  const first = ok(await ask(week(1))).body.data;
  const second = ok(await ask(week(2))).body.data;
  expect((await manager.put(url(first.id, "cancel"))).status).toBe(403);
  ok(await employee.put(url(first.id, "cancel")));
  ok(await manager.put(url(second.id, "approve")));
  expect(await balance(people.employee)).toBe(15);
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_request SET start_date = tenant_today(), end_date = tenant_today() WHERE id = $1", [
      second.id,
    ]),
  );
  expect((await employee.put(url(second.id, "cancel"))).status).toBe(403);
  ok(await hr.put(url(second.id, "cancel")));
  expect(await balance(people.employee)).toBe(20);
  expect((await hr.put(url(second.id, "cancel"))).status).toBe(409);
  expect(await inboxOf(manager)).toEqual([]);
});

test("HR takes nothing of their own back once it has begun: their days would come back by it", async () => {
  const { ask, hr, people, type, world } = await office(await server.world());
  const admin = world.api(world.admin);
  const days = { leave_type_id: type, year: nextYear, days: 10, note: "Test" };
  ok(await admin.post(`/leave/balance/${people.hr.id}/adjustment`, days));
  const begun = ok(await ask(week(2), hr)).body.data;
  const later = ok(await ask(week(3), hr)).body.data;
  for (const { id } of [begun, later]) ok(await admin.put(url(id, "approve")));
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_request SET start_date = tenant_today(), end_date = tenant_today() WHERE id = $1", [
      begun.id,
    ]),
  );
  expect(ok(await hr.get(`/leave/leave-request/${begun.id}`)).body.data.can.cancel).toBe(false);
  expect((await hr.put(url(begun.id, "cancel"))).body.code).toBe("permission.denied");
  ok(await hr.put(url(later.id, "cancel"))); // nothing of it was taken yet
  ok(await admin.put(url(begun.id, "cancel")));
});

test("who has no manager is HR's to decide; a manager who is switched off is passed over", async () => {
  const { ask, world, people } = await office(await server.world());
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { active: false, parentId: boss.id }));
  expect(ok(await ask(week(1))).body.data.next_status.approver.id).toBe(boss.id);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { parentId: null }));
  expect(ok(await ask(week(2))).body.data).toMatchObject({ status: "waiting_hr_approval" });
});

test("the screens of those whom it concerns hear of it, and nobody else's", async () => {
  const { ask, manager, people, world } = await office(await server.world());
  const mark = server.published.length;
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.put(url(id, "approve")));
  const told = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  const [mine, theirs] = [`user:${people.employee.id}`, `user:${people.manager.id}`];
  expect(told.sort()).toEqual(
    [
      `${mine} request.sent`,
      `${theirs} request.sent`,
      `${theirs} inbox.added`,
      `${mine} request.decided`,
      `${theirs} request.decided`,
      `${theirs} inbox.removed`,
      // Lists of those who may see it, HR and administrators among them: what it is now, once sent and once decided.
      ...[mine, theirs, `user:${people.hr.id}`, `user:${world.admin.id}`].flatMap((stream) => [
        `${stream} request_list.changed`,
        `${stream} request_list.changed`,
      ]),
      // Calendars of teams: that there is something new, and not what.
      `tenant:${world.tenantId} leave.calendar_changed`,
      `tenant:${world.tenantId} leave.calendar_changed`,
    ].sort(),
  );
  const toAll = world.events(mark).filter(({ stream }) => stream === `tenant:${world.tenantId}`);
  expect(toAll.map(({ event }) => event.data)).toEqual([{}, {}]);
});

describe("at the same moment", () => {
  test("twenty-five decide: one decision, and everyone else learns what stands", async () => {
    const { ask, world, hr, people } = await office(await server.world());
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { parentId: null }));
    const others = await Promise.all(Array.from({ length: 7 }, () => world.person("hr")));
    const { id, version } = ok(await ask(week(1))).body.data;
    const apis = [hr, ...others.map((other) => world.api(other))];
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        (apis[at % apis.length] as typeof hr).put(url(id, at % 2 ? "approve" : "reject"), { version, reason: "No" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
    const { data } = ok(await hr.get(`/leave/leave-request/${id}`)).body;
    expect(data.steps.filter(({ decided_by }: never) => decided_by)).toHaveLength(1);
  });

  test("forty ask for the last days: the balance never falls below zero, nobody is away twice", async () => {
    const { ask, balance, people } = await office(await server.world());
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(week(at, 3))));
    const granted = answers.filter(({ status }) => status === 201);
    expect(granted).toHaveLength(6);
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(await balance(people.employee)).toBe(2);
    const same = await Promise.all(Array.from({ length: 10 }, () => ask(week(45, 1))));
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

test("what waits is withdrawn by its owner also when its days are past; what was granted isn't", async () => {
  const { ask, employee, manager, balance, people, world } = await office(await server.world());
  const [waiting, granted] = [ok(await ask(week(1))).body.data.id, ok(await ask(week(2))).body.data.id];
  ok(await manager.put(url(granted, "approve")));
  // A month that was mistyped, as it stands some weeks later.
  const past = `UPDATE leave_request SET start_date = tenant_today() - days_ago, end_date = tenant_today() - days_ago + 4
    FROM (VALUES ($1::bigint, 40), ($2::bigint, 20)) AS v (id, days_ago) WHERE leave_request.id = v.id`;
  await world.tx((tx) => tx.manager.query(past, [waiting, granted]));
  const can = async (id: number) => ok(await employee.get(`/leave/leave-request/${id}`)).body.data.can.cancel;
  expect([await can(waiting), await can(granted)]).toEqual([true, false]);
  expect((await employee.put(url(granted, "cancel"))).status).toBe(403);
  ok(await employee.put(url(waiting, "cancel")));
  expect(await balance(people.employee)).toBe(15);
});

test("what the tenant's stream has told of whose leave or budget it was is forgotten; other events stay", async () => {
  const world = await server.world();
  const told = { "leave.calendar_changed": {}, "budget.updated": {}, "leave.balances_changed": { year: 2026 } };
  await world.tx(async (tx) => {
    tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), { department_id: 4 } as never);
    tx.emit("budget.updated", tenantStream(tx.tenantId), { department_id: 4, year: 2026 } as never);
    tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year: 2026 });
  });
  await server.owner.query(forgetWhose);
  const log = await server.owner.query("SELECT type, data FROM domain_event WHERE tenant_id = $1 AND type = ANY($2)", [
    world.tenantId,
    Object.keys(told),
  ]);
  expect(Object.fromEntries(log.map(({ type, data }: { type: string; data: object }) => [type, data]))).toEqual(told);
});
