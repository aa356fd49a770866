import { createRule, sortRules, updateRule } from "../../../server/approvals/approvals/approval-rules.service";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import type { Actor } from "../../../server/platform/session";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const rule = (world: World, overrides: object = {}) => ({
  family: "finance",
  name: "Large purchases",
  types: ["purchase"],
  from_amount: "1000",
  steps: [{ by: "manager" }, { by: "role", role_id: world.roles.finance }],
  ...overrides,
});

describe("refused rules", () => {
  test("creating a rule returns 403 without the permission for its request family", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    expect((await world.api().post("/approvals/rule", rule(world))).status).toBe(401);
    for (const who of [world.employee, world.manager, world.external, world.hr]) {
      expect((await world.api(who).post("/approvals/rule", rule(world))).body.code).toBe("permission.denied");
    }
    const { data } = requireOk(await world.api(world.finance).post("/approvals/rule", rule(world))).body;
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

  test("rules require the plan feature and the permission for their request family", async () => {
    const [world, free] = [await server.world(), await server.world({ plan: "free" })];
    const admin = free.api(free.admin);
    const { id: roleId } = await world.tx((tx) =>
      tx.repo(RoleEntity).insert({ name: "Leave only", permissions: ["leave-type-edit"] }),
    );
    const leaveEditor = world.api(await world.person("employee", { roleId }));
    for (const [as, family, code] of [
      [admin, "leave", "feature_not_in_plan"],
      [admin, "finance", "feature_not_in_plan"],
      [leaveEditor, "finance", "permission.denied"],
    ] as const) {
      for (const refused of [
        await as.get("/approvals/rule", { query: { family } }),
        await as.get("/approvals/rule-options", { query: { family } }),
        await as.post("/approvals/rule", rule(world, { family, steps: [{ by: "manager" }] })),
        await as.put("/approvals/rule-order", { family, ids: [] }),
      ])
        expect([refused.status, refused.body.code]).toEqual([403, code]);
    }
    requireOk(await leaveEditor.get("/approvals/rule", { query: { family: "leave" } }));
  });

  test("rules without steps, with foreign users or reversed amounts get 422", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    const fields = async (overrides: object) =>
      Object.keys((await world.api(world.admin).post("/approvals/rule", rule(world, overrides))).body.errors ?? {});
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

  test("a stale rule version or an outdated rule order gets 409", async () => {
    const world = await server.world();
    const admin = world.api(world.admin);
    const { data } = requireOk(await admin.post("/approvals/rule", rule(world))).body;
    requireOk(await admin.put(`/approvals/rule/${data.id}`, rule(world, { name: "Other", version: data.version })));
    const stale = await admin.put(`/approvals/rule/${data.id}`, rule(world, { version: data.version }));
    expect([stale.status, stale.body.code, stale.body.data.name]).toEqual([409, "organization.stale", "Other"]);
    expect((await admin.put("/approvals/rule-order", { family: "finance", ids: [] })).status).toBe(409);
  });
});

test("creating, changing, sorting and deleting rules emits events without content", async () => {
  const world = await server.world();
  const finance = world.api(world.finance);
  const mark = server.published.length;
  const first = requireOk(await finance.post("/approvals/rule", rule(world))).body.data;
  expect(first).toMatchObject({
    condition: { types: ["purchase"], from_amount: "1000" },
    steps: [
      { by: "manager", role: null, user: null },
      { by: "role", role: { code: "finance" } },
    ],
  });
  const second = requireOk(
    await finance.post("/approvals/rule", rule(world, { name: "All", from_amount: "", types: [] })),
  ).body.data;
  expect(second.condition).toEqual({});
  requireOk(await finance.put("/approvals/rule-order", { family: "finance", ids: [second.id, first.id] }));
  const names = async () =>
    requireOk(await finance.get("/approvals/rule?family=finance")).body.data.map(({ name }: never) => name);
  expect(await names()).toEqual(["All", "Large purchases"]);
  requireOk(await finance.delete(`/approvals/rule/${second.id}`));
  expect(await names()).toEqual(["Large purchases"]);
  expect(world.events(mark).map(({ stream, event }) => [stream, event.type, event.data])).toEqual(
    Array.from({ length: 4 }, () => [`tenant:${world.tenantId}`, "approval_rules.changed", { family: "finance" }]),
  );
  const { data } = requireOk(await finance.get("/approvals/rule-options?family=finance")).body;
  expect(data.types.map(({ code }: never) => code)).toEqual(["purchase", "payment", "cash_advance"]);
  expect(data.roles.map(({ code }: never) => code)).not.toContain("external");
  expect(data.people.map(({ id }: never) => id)).not.toContain(world.external.id);
});

test("rule options list the types of the request family", async () => {
  const { world, type } = await leaveFixture(await server.world());
  const admin = world.api(world.admin);
  const typesOf = async (family: string) =>
    requireOk(await admin.get(`/approvals/rule-options?family=${family}`)).body.data.types.map(
      ({ code }: never) => code,
    );
  expect(await typesOf("leave")).toEqual([String(type)]);
  expect(await typesOf("form")).toEqual([]);
});

test("HR can be a step before the manager", async () => {
  const { ask, world, hr, manager } = await leaveFixture(await server.world());
  const steps = [{ by: "role", role_id: world.roles.hr }, { by: "manager" }];
  requireOk(await world.api(world.hr).post("/approvals/rule", { family: "leave", name: "HR first", steps }));
  const { data } = requireOk(await ask(workingWeek(1))).body;
  expect(data.next_status.role.code).toBe("hr");
  expect((await manager.put(`/leave/leave-request/${data.id}/approve`)).status).toBe(403);
  expect(requireOk(await hr.put(`/leave/leave-request/${data.id}/approve`)).body.data.status).toBe(
    "waiting_manager_approval",
  );
  expect(requireOk(await manager.put(`/leave/leave-request/${data.id}/approve`)).body.data.status).toBe("approved");
});

test("requests in progress keep their steps when the rule is deleted", async () => {
  const { ask, world, manager, hr } = await leaveFixture(await server.world());
  const admin = world.api(world.admin);
  const steps = [{ by: "manager" }, { by: "role", role_id: world.roles.hr }];
  const createdRule = requireOk(await admin.post("/approvals/rule", { family: "leave", name: "Two steps", steps })).body
    .data;
  const { data } = requireOk(await ask(workingWeek(1))).body;
  requireOk(await admin.delete(`/approvals/rule/${createdRule.id}`));
  const next = requireOk(await manager.put(`/leave/leave-request/${data.id}/approve`)).body.data;
  expect(next).toMatchObject({ status: "waiting_hr_approval", steps: [{ rule: "Two steps" }, { rule: "Two steps" }] });
  requireOk(await hr.put(`/leave/leave-request/${data.id}/approve`));
});

test("reminder settings have defaults, and a stale version gets 409", async () => {
  const world = await server.world();
  const admin = world.api(world.admin);
  const usual = requireOk(await admin.get("/approvals/setting")).body.data;
  const times = { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days" };
  expect(usual).toEqual({ ...times, absent_after: 2, absent_unit: "days", four_eyes: true, version: 0 });
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
  expect(requireOk(await admin.get("/approvals/setting")).body.data).toMatchObject({
    remind_after: 4,
    escalate_after: null,
    version: 1,
  });
});

test("leave longer than a limit takes another route, in the dry run and when sent", async () => {
  const { ask, employee, world, type } = await leaveFixture(await server.world());
  const last = await world.person("manager");
  const steps = [{ by: "manager" }, { by: "user", user_id: last.id }];
  const body = { family: "leave", name: "Long leave", from_amount: "4", steps };
  requireOk(await world.api(world.admin).post("/approvals/rule", body));
  const planned = async (amount: string) =>
    requireOk(await employee.post("/approvals/dry-run", { family: "leave", type: String(type), amount })).body.data
      .steps.length;
  expect([await planned("3.5"), await planned("4")]).toEqual([1, 2]);
  const sent = async (days: number, at: number) => requireOk(await ask(workingWeek(at, days))).body.data.steps.length;
  expect([await sent(3, 1), await sent(4, 2)]).toEqual([1, 2]);
});

test("approvers of later steps can't see a request after it was rejected", async () => {
  const { ask, manager, world } = await leaveFixture(await server.world());
  const last = await world.person("manager");
  const steps = [{ by: "manager" }, { by: "user", user_id: last.id }];
  requireOk(await world.api(world.admin).post("/approvals/rule", { family: "leave", name: "Two", steps }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const look = async () => (await world.api(last).get(`/leave/leave-request/${id}`)).status;
  expect(await look()).toBe(200);
  requireOk(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(await look()).toBe(404);
});

test("a step of a role held only by the requester goes to the administrators", async () => {
  const { ask, world } = await leaveFixture(await server.world());
  const steps = [{ by: "role", role_id: world.roles.finance }];
  requireOk(await world.api(world.admin).post("/approvals/rule", { family: "leave", name: "Finance", steps }));
  expect(requireOk(await ask(workingWeek(1))).body.data.next_status.role.code).toBe("finance");
  const own = world.api(world.finance);
  const { leave_type_id } = requireOk(await own.get("/leave/leave-type")).body.data.map(({ id }: { id: number }) => ({
    leave_type_id: id,
  }))[0];
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_type SET negative_allowed = true WHERE id = $1", [leave_type_id]),
  );
  const request = requireOk(await own.post("/leave/leave-request", { leave_type_id, ...workingWeek(1) })).body.data;
  expect(request.next_status.role.code).toBe("administrator");
});

describe("concurrent rule changes", () => {
  const actorOf = ({ admin }: World) =>
    ({
      id: admin.id,
      permissions: new Set(["approval-rule-edit"]),
      features: new Set(["payment"]),
    }) as unknown as Actor;
  const ruleNamed = (name: string) => ({ family: "finance", name, steps: [{ by: "manager" }] }) as never;

  test("sorting rules while another is added: the second gets 409", async () => {
    const world = await server.world();
    const actor = actorOf(world);
    const ids: number[] = [];
    for (const name of ["First", "Second"])
      ids.push((await world.tx((tx) => createRule(tx, actor, ruleNamed(name)))).id);
    const ends = await runSerialized<unknown>(
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

  test("two changes of the same rule version: the second gets 409", async () => {
    const world = await server.world();
    const actor = actorOf(world);
    const { id, version } = await world.tx((tx) => createRule(tx, actor, ruleNamed("Rule")));
    const change = (name: string) => (tx: Tx) =>
      updateRule(tx, actor, id, { ...(ruleNamed(name) as object), version } as never);
    const ends = await runSerialized<unknown>(server, world, change("One"), change("Two"));
    expect(ends).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "organization.stale", detail: { record: { name: "One" } } } },
    ]);
  });
});

test("the security log records a rule with its steps before and after a change", async () => {
  const world = await server.world();
  const admin = world.api(world.admin);
  const rule = { family: "finance", name: "Large amounts" };
  const { data } = requireOk(
    await admin.post("/approvals/rule", {
      ...rule,
      steps: [
        { by: "manager" },
        { by: "user", user_id: world.finance.id },
        { by: "role", role_id: world.roles.finance },
      ],
    }),
  ).body;
  const changed = { ...rule, version: data.version, steps: [{ by: "head" }] };
  requireOk(await admin.put(`/approvals/rule/${data.id}`, changed));
  requireOk(await admin.delete(`/approvals/rule/${data.id}`));
  const log = requireOk(await admin.get("/audit/security-log?kind=approval_rules_changed")).body.data;
  const full = `by.manager → ${world.finance.fullname} → role.finance`;
  expect(log.map(({ facts }: { facts: object }) => facts)).toMatchObject([
    { change: "deleted", rule: "Large amounts", before: "by.head" },
    { change: "changed", rule: "Large amounts", before: full, steps: "by.head" },
    { change: "created", rule: "Large amounts", steps: full },
  ]);
});

test("the longest possible rule fits into the security log", async () => {
  const world = await server.world();
  const name = '"\\"'.repeat(40).slice(0, 80);
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, at) => world.person("manager", { fullname: `"${at}`.padEnd(100, '"') })),
  );
  const steps = people.map(({ id }) => ({ by: "user", user_id: id }));
  const admin = world.api(world.admin);
  const { data } = requireOk(await admin.post("/approvals/rule", { family: "finance", name, steps })).body;
  requireOk(await admin.put(`/approvals/rule/${data.id}`, { family: "finance", name, steps, version: data.version }));
});
