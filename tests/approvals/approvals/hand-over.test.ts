import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { financeFixture as financeOffice, requestUrl as financeUrl } from "../../requests/finance/fixtures";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import type { Api } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { notificationsSince, runWorkerAfter } from "../../communication/notifications/worker";

const server = testServer();

const url = (id: number) => `/approvals/request/${id}/approver`;

async function requestedLeave(change: Parameters<typeof leaveFixture>[1] = {}) {
  const all = await leaveFixture(await server.world(), change);
  const { world } = all;
  const admin = world.api(world.admin);
  const { data } = requireOk(await all.ask(workingWeek(1))).body;
  const taker = await world.person("manager", { fullname: "Tara Taker" });
  return { ...all, admin, taker, as: world.api(taker), id: data.id as number, version: data.version as number };
}

const stepsOf = async (api: Api, id: number) => requireOk(await api.get(`/leave/leave-request/${id}`)).body.data.steps;

const inboxOf = async (api: Api): Promise<number[]> =>
  requireOk(await api.get("/approvals/inbox")).body.data.map(({ request }: { request: { id: number } }) => request.id);

const roleWith = async (world: World, permissions: string[]) => {
  const { id } = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: permissions.join(), permissions: permissions as never }),
  );
  return id;
};

describe("refused reassignments", () => {
  test("reassigning returns 403 without the permission and 404 without access", async () => {
    const { manager, hr, world, taker, id, version } = await requestedLeave();
    const body = { version, user_id: taker.id };
    for (const api of [manager, hr]) expect((await api.put(url(id), body)).body.code).toBe("permission.denied");
    const roleId = await roleWith(world, ["approval-rule-edit"]);
    const stranger = world.api(await world.person("employee", { roleId }));
    expect((await stranger.put(url(id), body)).body.code).toBe("notFound");
    expect((await stranger.get(url(id))).body.code).toBe("notFound");
    expect((await stepsOf(manager, id))[0]).toMatchObject({ state: "now", approver: { id: world.manager.id } });
  });

  test("reassigning from or to another tenant is refused", async () => {
    const { admin, manager, taker, id, version } = await requestedLeave();
    const other = await server.world();
    expect((await other.api(other.admin).put(url(id), { version, user_id: taker.id })).status).toBe(404);
    const away = await admin.put(url(id), { version, user_id: other.manager.id });
    expect([away.status, Object.keys(away.body.errors)]).toEqual([422, ["user_id"]]);
    expect((await stepsOf(manager, id))[0]).toMatchObject({ route: "rule" });
  });

  test("requesters can't reassign their own request, even as administrators", async () => {
    const { admin, ask, world, type, taker } = await requestedLeave();
    const days = { leave_type_id: type, year: new Date().getUTCFullYear() + 1, days: 5, note: "Test" };
    const second = await world.person("administrator");
    requireOk(await world.api(second).post(`/leave/balance/${world.admin.id}/adjustment`, days));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.admin.id }, { managerId: world.manager.id }));
    const { id, version } = requireOk(await ask(workingWeek(3, 1), admin)).body.data;
    const refused = await admin.put(url(id), { version, user_id: taker.id });
    expect([refused.status, refused.body.code]).toEqual([403, "request.own"]);
    expect((await admin.get(url(id))).body.code).toBe("request.own");
    expect(requireOk(await admin.get(`/leave/leave-request/${id}`)).body.data.can.hand_over).toBe(false);
  });

  test("reassigning to an ineligible user returns 422 with the reason", async () => {
    const { admin, world, people, id, version } = await requestedLeave();
    const closedAccount = await world.person("manager", { active: false });
    const guest = await world.person("manager", { external: true });
    const powerless = await world.person("employee");
    const reasons: [number, string][] = [
      [people.employee.id, "Nobody decides on their own request."],
      [closedAccount.id, "This account is closed."],
      [guest.id, "This person may not approve such requests."],
      [powerless.id, "This person may not approve such requests."],
      [people.manager.id, "This person is already an approver."],
    ];
    const offered = requireOk(await admin.get(url(id))).body.data.map((one: { id: number }) => one.id);
    for (const [user_id, why] of reasons) {
      const refused = await admin.put(url(id), { version, user_id });
      expect([refused.status, refused.body.errors]).toEqual([422, { user_id: [why] }]);
      expect(offered).not.toContain(user_id);
    }
    expect((await admin.put(url(id), { version })).body.errors).toHaveProperty("user_id");
    expect((await admin.put(url(id), { user_id: people.hr.id })).body.errors).toHaveProperty("version");
  });

  test("an approver of another step can't be assigned under separation of duties", async () => {
    const { admin, manager, people, id } = await requestedLeave({ hrStep: true });
    const { version } = requireOk(await manager.put(`/leave/leave-request/${id}/approve`)).body.data;
    const refused = await admin.put(url(id), { version, user_id: people.manager.id });
    expect(refused.body.errors.user_id[0]).toContain("has approved another step");
    const ids = async () => requireOk(await admin.get(url(id))).body.data.map((one: { id: number }) => one.id);
    expect(await ids()).not.toContain(people.manager.id);
    requireOk(
      await admin.put("/approvals/setting", {
        ...requireOk(await admin.get("/approvals/setting")).body.data,
        four_eyes: false,
      }),
    );
    expect(await ids()).toContain(people.manager.id);
    requireOk(await admin.put(url(id), { version, user_id: people.manager.id }));
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  });

  test("reassigning a decided step returns 409 with the decision", async () => {
    const { admin, manager, people, taker, id, version } = await requestedLeave({ hrStep: true });
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    const late = await admin.put(url(id), { version, user_id: taker.id });
    expect([late.status, late.body.code, late.body.by.id]).toEqual([409, "request.decided", people.manager.id]);
    expect(late.body.data).toMatchObject({ id, version: version + 1, next_status: { role: { code: "hr" } } });
    requireOk(await admin.put(`/leave/leave-request/${id}/cancel`));
    const over = await admin.put(url(id), { version: version + 2, user_id: taker.id });
    expect(over.status).toBe(409);
  });

  test("concurrent reassignments: the second gets 409", async () => {
    const { admin, hr, people, taker, id, version } = await requestedLeave();
    expect(hr).toBeDefined();
    requireOk(await admin.put(url(id), { version, user_id: taker.id }));
    const second = await admin.put(url(id), { version, user_id: people.hr.id });
    expect([second.status, second.body.code]).toEqual([409, "request.stale"]);
    expect(second.body.data).toMatchObject({ next_status: { approver: { id: taker.id } } });
  });
});

test("after a reassignment, the new approver can decide and the former can't", async () => {
  const { admin, manager, as, taker, people, id, version } = await requestedLeave();
  const offered = requireOk(await admin.get(`${url(id)}?q=tara`)).body.data;
  expect(offered).toEqual([expect.objectContaining({ id: taker.id, fullname: "Tara Taker", away: false })]);
  expect(await inboxOf(manager)).toEqual([id]);
  const answer = requireOk(await admin.put(url(id), { version, user_id: taker.id, note: "Max is ill" })).body;
  expect(answer).toMatchObject({ message: "Decision reassigned", data: { id, version: version + 1 } });
  expect(await inboxOf(manager)).toEqual([]);
  expect(await inboxOf(as)).toEqual([id]);
  expect((await stepsOf(as, id))[0]).toMatchObject({
    state: "now",
    route: "handed",
    approver: { id: taker.id },
    instead_of: { id: people.manager.id },
  });
  expect((await manager.put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  const { activities } = requireOk(await as.get(`/approvals/request/${id}`)).body.data;
  expect(activities[0]).toMatchObject({
    type: "request.handed",
    actor: { id: expect.any(Number) },
    data: { from: people.manager.fullname, to: { id: taker.id }, note: "Max is ill" },
  });
  expect(requireOk(await as.put(`/leave/leave-request/${id}/approve`)).body.data.status).toBe("approved_by_manager");
});

test("reassigning to the original approver leaves no replaced user on the step", async () => {
  const { admin, taker, people, id, version } = await requestedLeave();
  requireOk(await admin.put(url(id), { version, user_id: taker.id }));
  requireOk(await admin.put(url(id), { version: version + 1, user_id: people.manager.id }));
  expect((await stepsOf(admin, id))[0]).toMatchObject({ approver: { id: people.manager.id }, instead_of: null });
});

test("a role's step can be reassigned to one user", async () => {
  const { ask, manager, finance, admin, people, world, read } = await financeOffice(await server.world());
  const { id } = requireOk(await ask()).body.data;
  const { version } = requireOk(await manager.put(financeUrl(id, "approve"))).body.data;
  requireOk(await admin.put(url(id), { version, user_id: people.payer.id }));
  expect((await finance.put(financeUrl(id, "approve"))).status).toBe(403);
  expect(await read(id)).toMatchObject({ next_status: { approver: { id: people.payer.id }, role: null } });
  const rows = await world.tx((tx) =>
    tx.rows<{ version: number }>(
      sql(
        "test.toldLists",
        `SELECT (data->>'version')::int AS version FROM domain_event
         WHERE tenant_id = current_tenant() AND type = 'finance.changed' AND stream = $1 ORDER BY id DESC LIMIT 1`,
      ),
      [`user:${people.finance.id}`],
    ),
  );
  expect(rows).toEqual([{ version: version + 1 }]);
});

test("reassigning notifies the former approver, the new approver and the requester", async () => {
  const { admin, world, taker, people, id, version } = await requestedLeave();
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () => requireOk(await admin.put(url(id), { version, user_id: taker.id })));
  const notified = new Map(notificationsSince(world, mark).map(({ user, kind, message }) => [user, [kind, message]]));
  const [from, before] = [world.admin.fullname, people.manager.fullname];
  expect(new Set(notified.keys())).toEqual(new Set([taker.id, people.manager.id, people.employee.id]));
  const [kind, message] = notified.get(taker.id) ?? [];
  expect(kind).toBe("request.handedToYou");
  expect(message).toContain(`${from} reassigned a request from ${before} to you: `);
  expect(notified.get(people.manager.id)).toEqual([
    "request.passedOver",
    expect.stringContaining("No longer waiting for your decision"),
  ]);
  expect(notified.get(people.employee.id)).toEqual([
    "request.handed",
    expect.stringContaining(`${from} reassigned your request from ${before} to Tara Taker`),
  ]);
  const log = requireOk(await admin.get("/audit/security-log")).body.data;
  expect(log[0]).toMatchObject({ kind: "step_handed_over", subject: { id: taker.id }, facts: { request: id } });
});

const lockRequest = sql(
  "test.holdRequest",
  "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

test("concurrent reassignment and decision: the second gets the first one's outcome", async () => {
  const { admin, manager, as, people, world, taker, id, version } = await requestedLeave();
  const [handed, decided] = await runWhileLocked(server, world, (tx) => tx.rows(lockRequest, [id]), [
    () => admin.put(url(id), { version, user_id: taker.id }),
    () => manager.put(`/leave/leave-request/${id}/approve`, { version }),
  ]);
  const statuses = [handed?.status, decided?.status];
  const [step] = await stepsOf(admin, id);
  if (handed?.status === 200) {
    expect(statuses).toEqual([200, 409]);
    expect(step).toMatchObject({ state: "now", approver: { id: taker.id } });
    requireOk(await as.put(`/leave/leave-request/${id}/approve`));
  } else {
    expect(statuses).toEqual([409, 200]);
    expect(handed?.body).toMatchObject({ code: "request.decided", by: { id: people.manager.id } });
    expect(step).toMatchObject({ state: "approved", decided_by: { id: people.manager.id } });
  }
});
