import { createRule, sortRules, updateRule } from "../../server/requests/approval-rules.service";
import { RoleEntity } from "../../server/roles/role.entity";
import type { Actor } from "../../server/platform/session";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { office, week } from "../leave/office";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();

const rule = (world: World, more: object = {}) => ({
  family: "finance",
  name: "Large purchases",
  types: ["purchase"],
  from_amount: "1000",
  steps: [{ by: "manager" }, { by: "role", role_id: world.roles.finance }],
  ...more,
});

describe("rules are refused", () => {
  test("to nobody, to who makes none, to who makes those of another family, of another tenant", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    expect((await world.api().post("/approvals/rule", rule(world))).status).toBe(401);
    for (const who of [world.employee, world.manager, world.external, world.hr]) {
      expect((await world.api(who).post("/approvals/rule", rule(world))).body.code).toBe("permission.denied");
    }
    const { data } = ok(await world.api(world.finance).post("/approvals/rule", rule(world))).body;
    expect((await world.api(world.hr).get("/approvals/rule?family=finance")).status).toBe(403);
    expect((await world.api(world.hr).put(`/approvals/rule/${data.id}`, rule(world, { family: "leave" }))).status).toBe(
      403,
    );
    const admin = elsewhere.api(elsewhere.admin);
    expect((await admin.put(`/approvals/rule/${data.id}`, rule(elsewhere))).status).toBe(404);
    expect((await admin.delete(`/approvals/rule/${data.id}`)).status).toBe(404);
    expect((await admin.put("/approvals/rule-order", { family: "finance", ids: [data.id] })).status).toBe(409);
    const free = await server.world({ plan: "free" });
    expect((await free.api(free.admin).post("/approvals/rule", rule(free))).body.code).toBe("feature_not_in_plan");
  });

  test("read, added and sorted alike: for what the plan lacks, and to who makes those of another family", async () => {
    const [world, free] = [await server.world(), await server.world({ plan: "free" })];
    const admin = free.api(free.admin);
    const { id: roleId } = await world.tx((tx) =>
      tx.repo(RoleEntity).insert({ name: "Leave only", permissions: ["leave-type-edit"] }),
    );
    const maker = world.api(await world.person("employee", { roleId }));
    for (const [as, family, code] of [
      [admin, "leave", "feature_not_in_plan"],
      [admin, "finance", "feature_not_in_plan"],
      [maker, "finance", "permission.denied"],
    ] as const) {
      for (const refused of [
        await as.get("/approvals/rule", { query: { family } }),
        await as.get("/approvals/rule-options", { query: { family } }),
        await as.post("/approvals/rule", rule(world, { family, steps: [{ by: "manager" }] })),
        await as.put("/approvals/rule-order", { family, ids: [] }),
      ])
        expect([refused.status, refused.body.code]).toEqual([403, code]);
    }
    ok(await maker.get("/approvals/rule", { query: { family: "leave" } }));
  });

  test("that can't be: without steps, with people and departments of others, with turned amounts", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    const fields = async (more: object) =>
      Object.keys((await world.api(world.admin).post("/approvals/rule", rule(world, more))).body.errors ?? {});
    expect(await fields({ steps: [] })).toEqual(["steps"]);
    expect(await fields({ steps: [{ by: "user" }] })).toEqual(["steps.0.user_id"]);
    expect(await fields({ steps: [{ by: "user", user_id: elsewhere.hr.id }] })).toEqual(["steps.0.user_id"]);
    expect(await fields({ steps: [{ by: "manager" }, { by: "role", role_id: elsewhere.roles.hr }] })).toEqual([
      "steps.1.role_id",
    ]);
    expect(await fields({ department_ids: [999_999_999] })).toEqual(["department_ids"]);
    expect(await fields({ from_amount: "100", to_amount: "99.99" })).toEqual(["to_amount"]);
    expect(await fields({ from_amount: "a lot" })).toEqual(["from_amount"]);
    expect(await fields({ currency: "XX" })).toEqual(["currency"]);
    expect(await fields({ name: "" })).toEqual(["name"]);
  });

  test("from before somebody else's change", async () => {
    const world = await server.world();
    const admin = world.api(world.admin);
    const { data } = ok(await admin.post("/approvals/rule", rule(world))).body;
    ok(await admin.put(`/approvals/rule/${data.id}`, rule(world, { name: "Other", version: data.version })));
    const stale = await admin.put(`/approvals/rule/${data.id}`, rule(world, { version: data.version }));
    expect([stale.status, stale.body.code, stale.body.data.name]).toEqual([409, "approvalRule.stale", "Other"]);
    expect((await admin.put("/approvals/rule-order", { family: "finance", ids: [] })).status).toBe(409);
  });
});

test("made, changed, put in order, removed; every screen that shows them hears of it, of no content", async () => {
  const world = await server.world();
  const finance = world.api(world.finance);
  const mark = server.published.length;
  const first = ok(await finance.post("/approvals/rule", rule(world))).body.data;
  expect(first).toMatchObject({
    condition: { types: ["purchase"], from_amount: "1000" },
    steps: [
      { by: "manager", role: null, user: null },
      { by: "role", role: { code: "finance" } },
    ],
  });
  const second = ok(await finance.post("/approvals/rule", rule(world, { name: "All", from_amount: "", types: [] })))
    .body.data;
  expect(second.condition).toEqual({});
  ok(await finance.put("/approvals/rule-order", { family: "finance", ids: [second.id, first.id] }));
  const names = async () =>
    ok(await finance.get("/approvals/rule?family=finance")).body.data.map(({ name }: never) => name);
  expect(await names()).toEqual(["All", "Large purchases"]);
  ok(await finance.delete(`/approvals/rule/${second.id}`));
  expect(await names()).toEqual(["Large purchases"]);
  expect(world.events(mark).map(({ stream, event }) => [stream, event.type, event.data])).toEqual(
    Array.from({ length: 4 }, () => [`tenant:${world.tenantId}`, "approval_rules.changed", { family: "finance" }]),
  );
  const { data } = ok(await finance.get("/approvals/rule-options?family=finance")).body;
  expect(data.types.map(({ code }: never) => code)).toEqual(["purchase", "payment", "cash_advance"]);
  expect(data.roles.map(({ code }: never) => code)).not.toContain("external");
  expect(data.people.map(({ id }: never) => id)).not.toContain(world.external.id);
});

test("each family offers its own types", async () => {
  const { world, type } = await office(await server.world());
  const admin = world.api(world.admin);
  const typesOf = async (family: string) =>
    ok(await admin.get(`/approvals/rule-options?family=${family}`)).body.data.types.map(({ code }: never) => code);
  expect(await typesOf("leave")).toEqual([String(type)]);
  expect(await typesOf("form")).toEqual([]);
});

test("the order of steps is a setting: HR before the manager", async () => {
  const { ask, world, hr, manager } = await office(await server.world());
  const steps = [{ by: "role", role_id: world.roles.hr }, { by: "manager" }];
  ok(await world.api(world.hr).post("/approvals/rule", { family: "leave", name: "HR first", steps }));
  const { data } = ok(await ask(week(1))).body;
  expect(data.next_status.role.code).toBe("hr");
  expect((await manager.put(`/leave/leave-request/${data.id}/approve`)).status).toBe(403);
  expect(ok(await hr.put(`/leave/leave-request/${data.id}/approve`)).body.data.status).toBe("waiting_manager_approval");
  expect(ok(await manager.put(`/leave/leave-request/${data.id}/approve`)).body.data.status).toBe("approved");
});

test("what is under way keeps its chain, whatever becomes of the rule", async () => {
  const { ask, world, manager, hr } = await office(await server.world());
  const admin = world.api(world.admin);
  const steps = [{ by: "manager" }, { by: "role", role_id: world.roles.hr }];
  const made = ok(await admin.post("/approvals/rule", { family: "leave", name: "Two steps", steps })).body.data;
  const { data } = ok(await ask(week(1))).body;
  ok(await admin.delete(`/approvals/rule/${made.id}`));
  const next = ok(await manager.put(`/leave/leave-request/${data.id}/approve`)).body.data;
  expect(next).toMatchObject({ status: "waiting_hr_approval", steps: [{ rule: "Two steps" }, { rule: "Two steps" }] });
  ok(await hr.put(`/leave/leave-request/${data.id}/approve`));
});

test("reminders: the usual until somebody chooses; the second of two who change it at once is told", async () => {
  const world = await server.world();
  const admin = world.api(world.admin);
  const usual = ok(await admin.get("/approvals/setting")).body.data;
  const times = { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days" };
  expect(usual).toEqual({ ...times, four_eyes: true, version: 0 });
  const setting = { remind_after: 4, remind_unit: "hours", escalate_after: null, escalate_unit: "days", version: 0 };
  expect((await world.api(world.finance).put("/approvals/setting", setting)).status).toBe(403);
  expect(Object.keys((await admin.put("/approvals/setting", { ...setting, remind_after: 0 })).body.errors)).toEqual([
    "remind_after",
  ]);
  const answers = await Promise.all([
    admin.put("/approvals/setting", setting),
    admin.put("/approvals/setting", setting),
  ]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(ok(await admin.get("/approvals/setting")).body.data).toMatchObject({
    remind_after: 4,
    escalate_after: null,
    version: 1,
  });
});

test("leave of more than so many days goes another way, in the dry run as when it is sent", async () => {
  const { ask, employee, world, type } = await office(await server.world());
  const last = await world.person("manager");
  const steps = [{ by: "manager" }, { by: "user", user_id: last.id }];
  const body = { family: "leave", name: "Long leave", from_amount: "4", steps };
  ok(await world.api(world.admin).post("/approvals/rule", body));
  const planned = async (amount: string) =>
    ok(await employee.post("/approvals/dry-run", { family: "leave", type: String(type), amount })).body.data.steps
      .length;
  expect([await planned("3.5"), await planned("4")]).toEqual([1, 2]);
  const sent = async (days: number, at: number) => ok(await ask(week(at, days))).body.data.steps.length;
  expect([await sent(3, 1), await sent(4, 2)]).toEqual([1, 2]);
});

test("who would have been asked after a refusal doesn't see the request", async () => {
  const { ask, manager, world } = await office(await server.world());
  const last = await world.person("manager");
  const steps = [{ by: "manager" }, { by: "user", user_id: last.id }];
  ok(await world.api(world.admin).post("/approvals/rule", { family: "leave", name: "Two", steps }));
  const { id } = ok(await ask(week(1))).body.data;
  const look = async () => (await world.api(last).get(`/leave/leave-request/${id}`)).status;
  expect(await look()).toBe(200); // they are to decide it
  ok(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(await look()).toBe(404);
});

test("a role that nobody but the requester holds is the administrators' to decide", async () => {
  const { ask, world } = await office(await server.world());
  const steps = [{ by: "role", role_id: world.roles.finance }];
  ok(await world.api(world.admin).post("/approvals/rule", { family: "leave", name: "Finance", steps }));
  expect(ok(await ask(week(1))).body.data.next_status.role.code).toBe("finance");
  const own = world.api(world.finance);
  const { leave_type_id } = ok(await own.get("/leave/leave-type")).body.data.map(({ id }: { id: number }) => ({
    leave_type_id: id,
  }))[0];
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_type SET negative_allowed = true WHERE id = $1", [leave_type_id]),
  );
  const asked = ok(await own.post("/leave/leave-request", { leave_type_id, ...week(1) })).body.data;
  expect(asked.next_status.role.code).toBe("administrator");
});

describe("at the same moment", () => {
  const actorOf = ({ admin }: World) =>
    ({
      id: admin.id,
      permissions: new Set(["approval-rule-edit"]),
      features: new Set(["payment"]),
    }) as unknown as Actor;
  const ruleNamed = (name: string) => ({ family: "finance", name, steps: [{ by: "manager" }] }) as never;

  test("rules are put in order only as they are: who adds one first makes the other look again", async () => {
    const world = await server.world();
    const actor = actorOf(world);
    const ids: number[] = [];
    for (const name of ["First", "Second"])
      ids.push((await world.tx((tx) => createRule(tx, actor, ruleNamed(name)))).id);
    const ends = await oneAtATime<unknown>(
      server,
      world,
      (tx) => createRule(tx, actor, ruleNamed("Third")),
      (tx) => sortRules(tx, actor, "finance", [...ids].reverse()),
    );
    expect(ends).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "approvalRule.stale" } },
    ]);
  });

  test("of two changes of one version the second is told", async () => {
    const world = await server.world();
    const actor = actorOf(world);
    const { id, version } = await world.tx((tx) => createRule(tx, actor, ruleNamed("Rule")));
    const change = (name: string) => (tx: Tx) =>
      updateRule(tx, actor, id, { ...(ruleNamed(name) as object), version } as never);
    const ends = await oneAtATime<unknown>(server, world, change("One"), change("Two"));
    expect(ends).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "approvalRule.stale", detail: { record: { name: "One" } } } },
    ]);
  });
});
