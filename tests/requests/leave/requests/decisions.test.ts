import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

const url = (id: number, verb: string) => `/leave/leave-request/${id}/${verb}`;
const inboxOf = async (api: {
  get(path: string): Promise<{ status: number; body: { data: { request: { id: number } }[] } }>;
}) => (await api.get("/approvals/inbox")).body.data.map(({ request }) => request.id);

describe("refused leave decisions", () => {
  test("leave decisions are refused for non-approvers, other tenants and requesters", async () => {
    const world = await server.world();
    const { ask, employee, hr } = await leaveFixture(world);
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    const colleague = await world.person("employee");
    const elsewhere = await server.world();
    expect((await world.api().put(url(id, "approve"))).status).toBe(401);
    expect((await world.api(colleague).put(url(id, "approve"))).status).toBe(404);
    expect((await elsewhere.api(elsewhere.admin).put(url(id, "approve"))).status).toBe(404);
    expect((await hr.put(url(id, "approve"))).status).toBe(403); // may read it but isn't the approver
    const own = await employee.put(url(id, "approve"));
    expect([own.status, own.body.code]).toEqual([403, "request.own"]);
  });

  test("HR users can't decide their own requests, whatever their role permits", async () => {
    const { ask, hr, people, world, type } = await leaveFixture(await server.world());
    const other = await world.person("hr");
    const days = { leave_type_id: type, year: Number(workingWeek(1).start_date.slice(0, 4)), days: 5, note: "Test" };
    requireOk(await world.api(world.admin).post(`/leave/balance/${people.hr.id}/adjustment`, days));
    const { data } = requireOk(await ask(workingWeek(1), hr)).body;
    expect(data).toMatchObject({ status: "waiting_hr_approval", next_status: { role: { code: "hr" } } });
    expect((await hr.put(url(data.id, "approve"))).body.code).toBe("request.own");
    expect(await inboxOf(hr)).toEqual([]);
    expect(requireOk(await world.api(other).put(url(data.id, "approve"))).body.data.status).toBe("approved");
  });
});

test("manager and HR approve in steps, with history and days taken", async () => {
  const { ask, employee, manager, hr, people, balance, world } = await leaveFixture(await server.world(), {
    hrStep: true,
  });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  expect(await inboxOf(manager)).toEqual([id]);
  expect(await inboxOf(hr)).toEqual([]);
  const mid = requireOk(await manager.put(url(id, "approve"), { note: "Enjoy" })).body.data;
  expect(mid).toMatchObject({ status: "waiting_hr_approval", next_status: { role: { code: "hr" } } });
  expect(await inboxOf(manager)).toEqual([]);
  expect(await inboxOf(hr)).toEqual([id]);
  requireOk(await hr.put(url(id, "approve")));
  const { data } = requireOk(await employee.get(`/leave/leave-request/${id}`)).body;
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

test("a returned request starts over when changed and keeps its earlier steps", async () => {
  const { ask, employee, manager, balance, people, type } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(url(id, "request-changes"), { note: "A week later?" }));
  expect(await balance(people.employee)).toBe(20);
  const { data } = requireOk(
    await employee.put(`/leave/leave-request/${id}`, { leave_type_id: type, ...workingWeek(2, 3) }),
  ).body;
  expect(data).toMatchObject({ status: "waiting_manager_approval", days: 3 });
  expect(data.steps.map(({ round, state }: never) => [round, state])).toEqual([
    [1, "changes_requested"],
    [2, "now"],
  ]);
  expect(requireOk(await manager.put(url(id, "approve"))).body.data.status).toBe("approved_by_manager");
  expect(await balance(people.employee)).toBe(17);
});

test("the owner can cancel leave before its start, and HR at any time", async () => {
  const { ask, employee, manager, hr, balance, people, world } = await leaveFixture(await server.world());
  const first = requireOk(await ask(workingWeek(1))).body.data;
  const second = requireOk(await ask(workingWeek(2))).body.data;
  expect((await manager.put(url(first.id, "cancel"))).status).toBe(403);
  requireOk(await employee.put(url(first.id, "cancel")));
  requireOk(await manager.put(url(second.id, "approve")));
  expect(await balance(people.employee)).toBe(15);
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_request SET start_date = tenant_today(), end_date = tenant_today() WHERE id = $1", [
      second.id,
    ]),
  );
  expect((await employee.put(url(second.id, "cancel"))).status).toBe(403);
  requireOk(await hr.put(url(second.id, "cancel")));
  expect(await balance(people.employee)).toBe(20);
  expect((await hr.put(url(second.id, "cancel"))).status).toBe(409);
  expect(await inboxOf(manager)).toEqual([]);
});

test("HR can't cancel their own leave after it has begun", async () => {
  const { ask, hr, people, type, world } = await leaveFixture(await server.world());
  const admin = world.api(world.admin);
  const days = { leave_type_id: type, year: nextYear, days: 10, note: "Test" };
  requireOk(await admin.post(`/leave/balance/${people.hr.id}/adjustment`, days));
  const begun = requireOk(await ask(workingWeek(2), hr)).body.data;
  const later = requireOk(await ask(workingWeek(3), hr)).body.data;
  for (const { id } of [begun, later]) requireOk(await admin.put(url(id, "approve")));
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_request SET start_date = tenant_today(), end_date = tenant_today() WHERE id = $1", [
      begun.id,
    ]),
  );
  expect(requireOk(await hr.get(`/leave/leave-request/${begun.id}`)).body.data.can.cancel).toBe(false);
  expect((await hr.put(url(begun.id, "cancel"))).body.code).toBe("permission.denied");
  requireOk(await hr.put(url(later.id, "cancel")));
  requireOk(await admin.put(url(begun.id, "cancel")));
});

test("HR decides without a manager, and an inactive manager is skipped", async () => {
  const { ask, world, people } = await leaveFixture(await server.world());
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { active: false, managerId: boss.id }));
  expect(requireOk(await ask(workingWeek(1))).body.data.next_status.approver.id).toBe(boss.id);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: null }));
  expect(requireOk(await ask(workingWeek(2))).body.data).toMatchObject({ status: "waiting_hr_approval" });
});

test("request events reach only the users who may see the request", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  const mark = server.published.length;
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(url(id, "approve")));
  const publishedTypes = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  const [mine, theirs] = [`user:${people.employee.id}`, `user:${people.manager.id}`];
  expect(publishedTypes.sort()).toEqual(
    [
      `${mine} request.sent`,
      `${theirs} request.sent`,
      `${theirs} inbox.added`,
      `${mine} request.decided`,
      `${theirs} request.decided`,
      `${theirs} inbox.removed`,
      // Events for the request lists of users who may see the request, including HR and administrators: once when sent and once when
      // decided.
      ...[mine, theirs, `user:${people.hr.id}`, `user:${world.admin.id}`].flatMap((stream) => [
        `${stream} request_list.changed`,
        `${stream} request_list.changed`,
      ]),
      // Events for team calendars have no data: they only signal a change.
      `tenant:${world.tenantId} leave.calendar_changed`,
      `tenant:${world.tenantId} leave.calendar_changed`,
    ].sort(),
  );
  const toAll = world.events(mark).filter(({ stream }) => stream === `tenant:${world.tenantId}`);
  expect(toAll.map(({ event }) => event.data)).toEqual([{}, {}]);
});

describe("concurrent decisions", () => {
  test("forty concurrent requests never overdraw the balance or overlap", async () => {
    const { ask, balance, people } = await leaveFixture(await server.world());
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(workingWeek(at, 3))));
    const granted = answers.filter(({ status }) => status === 201);
    expect(granted).toHaveLength(6);
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(await balance(people.employee)).toBe(2);
    const same = await Promise.all(Array.from({ length: 10 }, () => ask(workingWeek(45, 1))));
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

test("a pending request can be withdrawn after its last day, unlike an approved one", async () => {
  const { ask, employee, manager, balance, people, world } = await leaveFixture(await server.world());
  const [waiting, granted] = [
    requireOk(await ask(workingWeek(1))).body.data.id,
    requireOk(await ask(workingWeek(2))).body.data.id,
  ];
  requireOk(await manager.put(url(granted, "approve")));
  const past = `UPDATE leave_request SET start_date = tenant_today() - days_ago, end_date = tenant_today() - days_ago + 4
    FROM (VALUES ($1::bigint, 40), ($2::bigint, 20)) AS v (id, days_ago) WHERE leave_request.id = v.id`;
  await world.tx((tx) => tx.manager.query(past, [waiting, granted]));
  const can = async (id: number) => requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.can.cancel;
  expect([await can(waiting), await can(granted)]).toEqual([true, false]);
  expect((await employee.put(url(granted, "cancel"))).status).toBe(403);
  requireOk(await employee.put(url(waiting, "cancel")));
  expect(await balance(people.employee)).toBe(15);
});
