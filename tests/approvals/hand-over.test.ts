import { RoleEntity } from "../../server/roles/role.entity";
import { UserEntity } from "../../server/people/user.entity";
import { sql } from "../../server/platform/database/unit-of-work";
import { office as financeOffice, url as financeUrl } from "../finance/office";
import { office, week } from "../leave/office";
import type { Api } from "../support/api";
import { whileLocked } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { toldSince, worked } from "../notifications/worker";

const server = testServer();

const url = (id: number) => `/approvals/request/${id}/approver`;

/** Leave that waits for the employee's manager; an administrator hands it over. */
async function asked(change: Parameters<typeof office>[1] = {}) {
  const all = await office(await server.world(), change);
  const { world } = all;
  const admin = world.api(world.admin);
  const { data } = ok(await all.ask(week(1))).body;
  const taker = await world.person("manager", { fullname: "Tara Taker" });
  return { ...all, admin, taker, as: world.api(taker), id: data.id as number, version: data.version as number };
}

const stepsOf = async (api: Api, id: number) => ok(await api.get(`/leave/leave-request/${id}`)).body.data.steps;

const inboxOf = async (api: Api): Promise<number[]> =>
  ok(await api.get("/approvals/inbox")).body.data.map(({ request }: { request: { id: number } }) => request.id);

const roleWith = async (world: World, permissions: string[]) => {
  const { id } = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: permissions.join(), permissions: permissions as never }),
  );
  return id;
};

describe("refused", () => {
  test("to who doesn't say who decides, and to who does but may not see the request", async () => {
    const { manager, hr, world, taker, id, version } = await asked();
    const body = { version, user_id: taker.id };
    for (const api of [manager, hr]) expect((await api.put(url(id), body)).body.code).toBe("permission.denied");
    const roleId = await roleWith(world, ["approval-rule-edit"]);
    const stranger = world.api(await world.person("employee", { roleId }));
    expect((await stranger.put(url(id), body)).body.code).toBe("notFound");
    expect((await stranger.get(url(id))).body.code).toBe("notFound");
    expect((await stepsOf(manager, id))[0]).toMatchObject({ state: "now", approver: { id: world.manager.id } });
  });

  test("to the administrator of another tenant, and towards one", async () => {
    const { admin, manager, taker, id, version } = await asked();
    const other = await server.world();
    expect((await other.api(other.admin).put(url(id), { version, user_id: taker.id })).status).toBe(404);
    const away = await admin.put(url(id), { version, user_id: other.manager.id });
    expect([away.status, Object.keys(away.body.errors)]).toEqual([422, ["user_id"]]);
    expect((await stepsOf(manager, id))[0]).toMatchObject({ route: "rule" });
  });

  test("on one's own request, whatever one may do", async () => {
    const { admin, ask, world, type, taker } = await asked();
    const days = { leave_type_id: type, year: new Date().getUTCFullYear() + 1, days: 5, note: "Test" };
    const second = await world.person("administrator");
    ok(await world.api(second).post(`/leave/balance/${world.admin.id}/adjustment`, days));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.admin.id }, { parentId: world.manager.id }));
    const { id, version } = ok(await ask(week(3, 1), admin)).body.data;
    const refused = await admin.put(url(id), { version, user_id: taker.id });
    expect([refused.status, refused.body.code]).toEqual([403, "request.own"]);
    expect((await admin.get(url(id))).body.code).toBe("request.own");
    expect(ok(await admin.get(`/leave/leave-request/${id}`)).body.data.can.hand_over).toBe(false);
  });

  test("for who can't decide it: each reason at its field, and none of them is offered", async () => {
    const { admin, world, people, id, version } = await asked();
    const gone = await world.person("manager", { active: false });
    const guest = await world.person("manager", { external: true });
    const powerless = await world.person("employee");
    const reasons: [number, string][] = [
      [people.employee.id, "Nobody decides on their own request."],
      [gone.id, "This account is closed."],
      [guest.id, "This person may not approve such requests."],
      [powerless.id, "This person may not approve such requests."],
      [people.manager.id, "This person is asked already."],
    ];
    const offered = ok(await admin.get(url(id))).body.data.map((one: { id: number }) => one.id);
    for (const [user_id, why] of reasons) {
      const refused = await admin.put(url(id), { version, user_id });
      expect([refused.status, refused.body.errors]).toEqual([422, { user_id: [why] }]);
      expect(offered).not.toContain(user_id);
    }
    expect((await admin.put(url(id), { version })).body.errors).toHaveProperty("user_id");
    expect((await admin.put(url(id), { user_id: people.hr.id })).body.errors).toHaveProperty("version");
  });

  test("for who has approved another step, in whose name ever; without four eyes they may", async () => {
    const { admin, manager, people, id } = await asked({ hrStep: true });
    const { version } = ok(await manager.put(`/leave/leave-request/${id}/approve`)).body.data;
    const refused = await admin.put(url(id), { version, user_id: people.manager.id });
    expect(refused.body.errors.user_id[0]).toContain("has approved another step");
    const ids = async () => ok(await admin.get(url(id))).body.data.map((one: { id: number }) => one.id);
    expect(await ids()).not.toContain(people.manager.id);
    ok(
      await admin.put("/approvals/setting", {
        ...ok(await admin.get("/approvals/setting")).body.data,
        four_eyes: false,
      }),
    );
    expect(await ids()).toContain(people.manager.id);
    ok(await admin.put(url(id), { version, user_id: people.manager.id }));
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
  });

  test("once the step is decided: who was faster is said; what nobody is asked is nobody's to hand over", async () => {
    const { admin, manager, people, taker, id, version } = await asked({ hrStep: true });
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    const late = await admin.put(url(id), { version, user_id: taker.id });
    expect([late.status, late.body.code, late.body.by.id]).toEqual([409, "request.decided", people.manager.id]);
    expect(late.body.data).toMatchObject({ id, version: version + 1, next_status: { role: { code: "hr" } } });
    ok(await admin.put(`/leave/leave-request/${id}/cancel`));
    const over = await admin.put(url(id), { version: version + 2, user_id: taker.id });
    expect(over.status).toBe(409);
  });

  test("of two who hand it over at once, one", async () => {
    const { admin, hr, people, taker, id, version } = await asked();
    expect(hr).toBeDefined();
    ok(await admin.put(url(id), { version, user_id: taker.id }));
    const second = await admin.put(url(id), { version, user_id: people.hr.id });
    expect([second.status, second.body.code]).toEqual([409, "request.stale"]);
    expect(second.body.data).toMatchObject({ next_status: { approver: { id: taker.id } } });
  });
});

test("whoever it is handed to decides it; whoever was asked doesn't any more, and the route says so", async () => {
  const { admin, manager, as, taker, people, id, version } = await asked();
  const offered = ok(await admin.get(`${url(id)}?q=tara`)).body.data;
  expect(offered).toEqual([expect.objectContaining({ id: taker.id, fullname: "Tara Taker", away: false })]);
  expect(await inboxOf(manager)).toEqual([id]);
  const answer = ok(await admin.put(url(id), { version, user_id: taker.id, note: "Max is ill" })).body;
  expect(answer).toMatchObject({ message: "The decision was handed over", data: { id, version: version + 1 } });
  expect(await inboxOf(manager)).toEqual([]);
  expect(await inboxOf(as)).toEqual([id]);
  expect((await stepsOf(as, id))[0]).toMatchObject({
    state: "now",
    route: "handed",
    approver: { id: taker.id },
    instead_of: { id: people.manager.id },
  });
  expect((await manager.put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  const { activities } = ok(await as.get(`/approvals/request/${id}`)).body.data;
  expect(activities[0]).toMatchObject({
    type: "request.handed",
    actor: { id: expect.any(Number) },
    data: { from: people.manager.fullname, to: { id: taker.id }, note: "Max is ill" },
  });
  expect(ok(await as.put(`/leave/leave-request/${id}/approve`)).body.data.status).toBe("approved_by_manager");
});

test("back with whom it was meant for, nobody stands in for anybody", async () => {
  const { admin, taker, people, id, version } = await asked();
  ok(await admin.put(url(id), { version, user_id: taker.id }));
  ok(await admin.put(url(id), { version: version + 1, user_id: people.manager.id }));
  expect((await stepsOf(admin, id))[0]).toMatchObject({ approver: { id: people.manager.id }, instead_of: null });
});

test("a role's step goes to one person, and finance's lists are told", async () => {
  const { ask, manager, finance, admin, people, world, read } = await financeOffice(await server.world());
  const { id } = ok(await ask()).body.data;
  const { version } = ok(await manager.put(financeUrl(id, "approve"))).body.data;
  ok(await admin.put(url(id), { version, user_id: people.payer.id }));
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

test("told to whoever decides now, to whoever did and to whoever asks; it stands in the security log", async () => {
  const { admin, world, taker, people, id, version } = await asked();
  const mark = server.published.length;
  await worked(server, world, async () => ok(await admin.put(url(id), { version, user_id: taker.id })));
  const told = new Map(toldSince(world, mark).map(({ user, kind, message }) => [user, [kind, message]]));
  const [from, before] = [world.admin.fullname, people.manager.fullname];
  expect(new Set(told.keys())).toEqual(new Set([taker.id, people.manager.id, people.employee.id]));
  const [kind, message] = told.get(taker.id) ?? [];
  expect(kind).toBe("request.handedToYou");
  expect(message).toContain(`${from} handed you the decision, in place of ${before}: `);
  expect(told.get(people.manager.id)).toEqual([
    "request.passedOver",
    expect.stringContaining("No longer yours to decide"),
  ]);
  expect(told.get(people.employee.id)).toEqual([
    "request.handed",
    expect.stringContaining(`${from} handed the decision on your request to Tara Taker, in place of ${before}`),
  ]);
  const log = ok(await admin.get("/audit/security-log")).body.data;
  expect(log[0]).toMatchObject({ kind: "step_handed_over", subject: { id: taker.id }, facts: { request: id } });
});

const holdRequest = sql(
  "test.holdRequest",
  "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

test("against a decision: whichever comes first stands, and the other learns what does", async () => {
  const { admin, manager, as, people, world, taker, id, version } = await asked();
  const [handed, decided] = await whileLocked(server, world, (tx) => tx.rows(holdRequest, [id]), [
    () => admin.put(url(id), { version, user_id: taker.id }),
    () => manager.put(`/leave/leave-request/${id}/approve`, { version }),
  ]);
  const statuses = [handed?.status, decided?.status];
  const [step] = await stepsOf(admin, id);
  if (handed?.status === 200) {
    expect(statuses).toEqual([200, 409]);
    expect(step).toMatchObject({ state: "now", approver: { id: taker.id } });
    ok(await as.put(`/leave/leave-request/${id}/approve`));
  } else {
    expect(statuses).toEqual([409, 200]);
    expect(handed?.body).toMatchObject({ code: "request.decided", by: { id: people.manager.id } });
    expect(step).toMatchObject({ state: "approved", decided_by: { id: people.manager.id } });
  }
});
