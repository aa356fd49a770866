import { UserEntity } from "../../../server/people/people/user.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { putOnLeave } from "./absences";

const server = testServer();
const url = "/approvals/dry-run";

const insertRule = sql(
  "test.addRule",
  `INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
   VALUES (current_tenant(), $1, $2, $3, $4, $5)`,
);

describe("refused dry runs", () => {
  test("a dry run requires sign-in, the permission and the plan feature", async () => {
    const world = await server.world();
    const body = { family: "finance", type: "purchase" };
    expect((await world.api().post(url, body)).status).toBe(401);
    expect((await world.api(world.external).post(url, body)).status).toBe(403);
    const other = await world.api(world.employee).post(url, { ...body, requester_id: world.hr.id });
    expect([other.status, other.body.code]).toEqual([403, "permission.denied"]);
    const steps = await world.api(world.employee).post(url, { ...body, steps: [{ by: "manager" }] });
    expect(steps.body.code).toBe("permission.denied");
    const free = await server.world({ plan: "free" });
    expect((await free.api(free.employee).post(url, body)).body.code).toBe("feature_not_in_plan");
  });

  test("an invalid family, amount, step or foreign requester in a dry run gets 422", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    const admin = world.api(world.admin);
    const fields = async (body: object) =>
      Object.keys((await admin.post(url, { family: "finance", type: "purchase", ...body })).body.errors ?? {});
    expect(await fields({ family: "holidays" })).toEqual(["family"]);
    expect(await fields({ amount: "1e3" })).toEqual(["amount"]);
    expect(await fields({ currency: "dollar" })).toEqual(["currency"]);
    expect(await fields({ steps: [{ by: "role" }] })).toEqual(["steps.0.role_id"]);
    expect(await fields({ requester_id: elsewhere.employee.id })).toEqual(["requester_id"]);
  });
});

test("a dry run returns the matching rule and approvers, as the real request does", async () => {
  const { world, type, employee, people, ask } = await leaveFixture(await server.world(), { hrStep: true });
  await world.tx((tx) =>
    tx.rows(insertRule, [
      "leave",
      1,
      "Long leave",
      JSON.stringify({ types: [String(type)] }),
      JSON.stringify([{ by: "manager" }, { by: "user", user_id: world.admin.id }]),
    ]),
  );
  const { data } = requireOk(await employee.post(url, { family: "leave", type: String(type) })).body;
  expect(data).toMatchObject({
    rule: "Long leave",
    steps: [
      { by: "manager", route: "rule", approver: { id: people.manager.id }, instead_of: null },
      { by: "user", approver: { id: world.admin.id } },
      { by: "role", role: { code: "hr" }, approver: null },
    ],
  });
  const sent = requireOk(await ask(workingWeek(1))).body.data;
  expect(sent.steps.map(({ approver, role }: never) => [(approver as never)?.["id"], (role as never)?.["id"]])).toEqual(
    data.steps.map(({ approver, role }: never) => [(approver as never)?.["id"], (role as never)?.["id"]]),
  );
});

test("rules match by amount and currency, and only if the plan has their feature", async () => {
  const world = await server.world();
  const rule = (at: number, name: string, when: object, by: object) =>
    world.tx((tx) => tx.rows(insertRule, ["finance", at, name, JSON.stringify(when), JSON.stringify([by])]));
  await rule(1, "Not in this plan", { feature: "nonesuch" }, { by: "manager" });
  await rule(2, "Large", { from_amount: "1000.00" }, { by: "role", role_id: world.roles.administrator });
  await rule(3, "Euro", { to_amount: "500", currency: "EUR" }, { by: "role", role_id: world.roles.hr });
  await rule(4, "Rest", {}, { by: "role", role_id: world.roles.finance });
  const api = world.api(world.employee);
  const chosen = async (amount: string, currency?: string) =>
    requireOk(await api.post(url, { family: "finance", type: "purchase", amount, currency })).body.data.rule;
  expect(await chosen("1000")).toBe("Large");
  expect(await chosen("999.99")).toBe("Rest");
  expect(await chosen("500", "EUR")).toBe("Euro");
  expect(await chosen("500.01", "EUR")).toBe("Rest");
});

test("rule editors may dry-run unsaved steps for any user", async () => {
  const { world, people } = await leaveFixture(await server.world());
  const body = { family: "form", type: "1", requester_id: people.employee.id, steps: [{ by: "manager" }] };
  const { data } = requireOk(await world.api(world.admin).post(url, body)).body;
  expect(data.steps).toMatchObject([{ approver: { id: people.manager.id } }]);
});

const insertDepartment = sql(
  "test.department",
  "INSERT INTO department (tenant_id, name, parent_id, head_id) VALUES (current_tenant(), $1, $2, $3) RETURNING id",
);

test("a head step goes to the nearest department head who isn't the requester", async () => {
  const { world, people, type, ask } = await leaveFixture(await server.world());
  const [head, above] = [await world.person("manager"), await world.person("manager")];
  const department = async (parent: number | null, leader: number | null) =>
    (await world.tx((tx) => tx.one<{ id: number }>(insertDepartment, [`Department of ${leader}`, parent, leader])))
      ?.id ?? 0;
  const top = await department(null, above.id);
  const middle = await department(top, people.employee.id);
  const own = await department(middle, null);
  const dry = { family: "leave", type: String(type), requester_id: people.employee.id, steps: [{ by: "head" }] };
  const readSteps = async () => requireOk(await world.api(world.admin).post(url, dry)).body.data.steps;
  // The requester is in no department.
  expect(await readSteps()).toMatchObject([{ by: "head", route: "administrators", role: { code: "administrator" } }]);
  const users = <Row extends object>(id: number, row: Row) => world.tx((tx) => tx.repo(UserEntity).update({ id }, row));
  await users(people.employee.id, { departmentId: own });
  expect(await readSteps()).toMatchObject([{ by: "head", route: "rule", approver: { id: above.id } }]);
  await world.tx((tx) => tx.rows(insertDepartment, ["Unrelated", null, world.hr.id]));
  const nearer = await department(middle, head.id);
  await users(people.employee.id, { departmentId: nearer });
  expect(await readSteps()).toMatchObject([{ by: "head", approver: { id: head.id } }]);
  await users(head.id, { active: false });
  expect(await readSteps()).toMatchObject([{ by: "head", approver: { id: above.id }, route: "rule" }]);
  const saved = await world
    .api(world.admin)
    .post("/approvals/rule", { family: "leave", name: "Led", steps: [{ by: "head" }] });
  expect([saved.status, saved.body.data.steps]).toEqual([201, [{ by: "head", role: null, user: null }]]);
  const sent = requireOk(await ask(workingWeek(1))).body.data;
  expect(sent.steps).toMatchObject([{ by: "head", state: "now", approver: { id: above.id } }]);
});

test("a dry run skips approvers on leave and names the delegate", async () => {
  const { world, people, type, employee, manager } = await leaveFixture(await server.world());
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  await putOnLeave(world, people.manager, type);
  const readFirstStep = async () =>
    requireOk(await employee.post(url, { family: "leave", type: String(type) })).body.data.steps[0];
  expect(await readFirstStep()).toMatchObject({
    route: "away",
    approver: { id: boss.id },
    instead_of: { id: people.manager.id },
  });
  const deputy = await world.person("employee");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  expect(await readFirstStep()).toMatchObject({
    route: "rule",
    approver: { id: people.manager.id },
    delegatee: { id: deputy.id },
  });
});
