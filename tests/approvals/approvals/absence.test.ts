import { UserEntity } from "../../../server/people/people/user.entity";
import { cancelLeave } from "../../../server/requests/leave/requests/leave.service";
import { syncStandIns } from "../../../server/requests/leave/cover/stand-ins.service";
import { financeDocument } from "../../../server/requests/finance/finance-requests.service";
import type { Actor } from "../../../server/platform/session";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { processWaitingRequests } from "../../../workers/approvals/approvals/waiting";
import { leaveFixture } from "../../requests/leave/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
const hourMs = 3_600_000;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Purchases go to the managing director, who has no superior. `leave` enters leave for this week as HR; `order` sends a purchase as the
 * employee.
 */
async function setup() {
  const all = await leaveFixture(await server.world(), { negativeAllowed: true, counting: "calendar" });
  const { world, type, hr } = all;
  const [director, standIn, colleague] = [
    await world.person("manager", { fullname: "Soran Director" }),
    await world.person("manager", { fullname: "Shilan Stand-in" }),
    await world.person("manager", { fullname: "Carl Colleague" }),
  ];
  const admin = world.api(world.admin);
  await server.owner.query("UPDATE tenant SET weekend = '{}' WHERE id = $1", [world.tenantId]);
  requireOk(
    await admin.post("/approvals/rule", {
      family: "finance",
      name: "Large amounts",
      steps: [{ by: "user", user_id: director.id }],
    }),
  );
  const leave = async (person: Person, overrides: object = {}) =>
    requireOk(
      await hr.post("/leave/leave-request", {
        leave_type_id: type,
        user_id: person.id,
        start_date: day(0),
        end_date: day(5),
        ...overrides,
      }),
    ).body.data;
  const order = async (as: Person = world.employee) => {
    const body = { type: "purchase", currency: "USD", items: [{ details: "Desk", price: "10", quantity: 1 }] };
    return requireOk(await world.api(as).post("/finance/finance-request", body)).body.data;
  };
  const read = async (id: number, as: Person = world.employee) =>
    requireOk(await world.api(as).get(`/finance/finance-request/${id}`)).body.data;
  const approve = (id: number, as: Person) => world.api(as).put(`/finance/finance-request/${id}/approve`, {});
  const waits = async (person: Person) =>
    (requireOk(await world.api(person).get("/approvals/inbox")).body.data as { request: { id: number } }[]).map(
      ({ request }) => request.id,
    );
  const setting = async (change: object) => {
    const now = requireOk(await admin.get("/approvals/setting")).body.data;
    requireOk(await admin.put("/approvals/setting", { ...now, ...change }));
  };
  const run = (hours: number) =>
    processWaitingRequests(server.platform.unitOfWork, world.tenantId, new Date(Date.now() + hours * hourMs));
  const rise = (person: Person, parent: Person) =>
    world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { managerId: parent.id }));
  return { ...all, director, standIn, colleague, admin, leave, order, read, approve, waits, setting, run, rise };
}

describe("refused decisions of substitutes", () => {
  test("a substitute can decide only while the leave lasts", async () => {
    const { director, standIn, leave, order, approve } = await setup();
    await leave(director, { substitute_id: standIn.id, start_date: day(2) });
    const { id } = await order();
    expect((await approve(id, standIn)).status).toBe(404);
    const now = await setup();
    const { id: leaveId } = await now.leave(now.director, { stand_in_id: now.standIn.id });
    const { id: other } = await now.order();
    requireOk(await now.hr.put(`/leave/leave-request/${leaveId}/cancel`, {}));
    expect((await now.approve(other, now.standIn)).status).toBe(404);
  });

  test("a substitute can't decide their own request", async () => {
    const { director, standIn, leave, order, approve, waits, world } = await setup();
    await leave(director, { substitute_id: standIn.id });
    const { id } = await order(standIn);
    expect((await approve(id, standIn)).body.code).toBe("request.own");
    expect((await approve(id, world.admin)).status).toBe(403);
    expect([await waits(world.admin), await waits(director)]).toEqual([[], [id]]);
  });

  test("a step goes to the superior if the substitute decided another step", async () => {
    const { director, standIn, colleague, leave, order, approve, waits, admin, read, rise } = await setup();
    const rules = requireOk(await admin.get("/approvals/rule?family=finance")).body.data;
    const [{ id: rule, version }] = rules;
    const steps = [
      { by: "user", user_id: standIn.id },
      { by: "user", user_id: director.id },
    ];
    requireOk(await admin.put(`/approvals/rule/${rule}`, { family: "finance", name: "Two", steps, version }));
    await rise(director, colleague);
    await leave(director, { substitute_id: standIn.id });
    const { id } = await order();
    requireOk(await approve(id, standIn));
    expect((await approve(id, standIn)).status).not.toBe(200);
    expect((await read(id)).steps[1]).toMatchObject({
      route: "away",
      approver: { id: colleague.id },
      instead_of: { id: director.id },
      meant_away_until: day(5),
    });
    expect(await waits(colleague)).toEqual([id]);
  });
});

test("a role's step shows the return date once all its holders are away", async () => {
  const { world, leave, order, read, admin } = await setup();
  const second = await world.person("finance");
  const [{ id: rule, version }] = requireOk(await admin.get("/approvals/rule?family=finance")).body.data;
  const steps = [{ by: "role", role_id: world.roles.finance }];
  requireOk(await admin.put(`/approvals/rule/${rule}`, { family: "finance", name: "Finance", steps, version }));
  const { id } = await order();
  const readRoutes = async () => {
    const dry = await world.api(world.employee).post("/approvals/dry-run", { family: "finance", type: "purchase" });
    const route = await world.api(world.employee).get(`/approvals/request/${id}/route`);
    const steps = [(await read(id)).steps[0], requireOk(route).body.data.steps[0], requireOk(dry).body.data.steps[0]];
    return steps.map(({ role, away_until }) => [role.id, away_until]);
  };
  await leave(world.finance);
  expect(await readRoutes()).toEqual(Array(3).fill([world.roles.finance, null]));
  await leave(second, { end_date: day(3) });
  expect(await readRoutes()).toEqual(Array(3).fill([world.roles.finance, day(3)]));
});

test("the substitute during leave decides on behalf of the absent user", async () => {
  const { director, standIn, leave, order, read, approve, waits, world, admin } = await setup();
  await leave(director, { substitute_id: standIn.id });
  const { id } = await order();
  expect(await waits(world.admin)).toEqual([]);
  expect([await waits(standIn), await waits(director)]).toEqual([[id], [id]]);
  expect((await read(id)).steps[0]).toMatchObject({ route: "rule", approver: { id: director.id }, away_until: day(5) });
  const route = requireOk(await world.api(world.employee).get(`/approvals/request/${id}/route`)).body.data;
  expect(route.steps[0]).toMatchObject({ delegatee: { id: standIn.id }, away_until: day(5) });
  const dry = requireOk(
    await world.api(world.employee).post("/approvals/dry-run", { family: "finance", type: "purchase" }),
  );
  expect(dry.body.data.steps[0]).toMatchObject({
    approver: { id: director.id },
    delegatee: { id: standIn.id },
    away_until: day(5),
  });
  requireOk(await approve(id, standIn));
  expect((await read(id)).steps[0]).toMatchObject({
    decided_by: { id: standIn.id },
    on_behalf_of: { id: director.id },
  });
  expect(requireOk(await world.api(director).get("/delegation")).body.data).toMatchObject([
    { delegatee: { id: standIn.id }, of_leave: true, state: "running", end_date: day(5) },
  ]);
  const audit = requireOk(await admin.get("/audit/changes?kind=delegation")).body.data;
  expect(JSON.stringify(audit)).toContain(standIn.fullname);
});

test("the absent user may still decide, even after the step went to the superior", async () => {
  const { director, colleague, leave, order, read, approve, waits, rise } = await setup();
  await rise(director, colleague);
  await leave(director);
  const { id } = await order();
  expect((await read(id)).steps[0]).toMatchObject({ route: "away", approver: { id: colleague.id } });
  expect([await waits(colleague), await waits(director)]).toEqual([[id], [id]]);
  expect((await read(id, director)).can.approve).toBe(true);
  requireOk(await approve(id, director));
  expect((await read(id)).steps[0]).toMatchObject({ decided_by: { id: director.id }, on_behalf_of: null });
});

test("without a substitute, an `only_away` delegate decides on leave days", async () => {
  const { director, colleague, leave, order, approve, waits, world, read } = await setup();
  const deputy = { delegatee_id: colleague.id, only_away: true };
  requireOk(await world.api(director).post("/delegation", deputy));
  const twice = await world.api(director).post("/delegation", deputy);
  expect(twice.body.errors).toMatchObject({ start_date: expect.anything() });
  const { id: before } = await order();
  expect(await waits(colleague)).toEqual([]);
  expect((await approve(before, colleague)).status).toBe(404);
  await leave(director);
  expect(await waits(colleague)).toEqual([before]);
  requireOk(await approve(before, colleague));
  expect((await read(before)).steps[0]).toMatchObject({ on_behalf_of: { id: director.id } });
});

test("without a superior, the step goes to administrators only after the time limit", async () => {
  const { director, standIn, leave, order, read, approve, waits, setting, run, world, rise, colleague } = await setup();
  await setting({ escalate_after: null, absent_after: 10, absent_unit: "hours" });
  await rise(director, colleague);
  await leave(colleague);
  await leave(director);
  const { id } = await order();
  expect((await read(id)).steps[0]).toMatchObject({ route: "absent", approver: { id: director.id } });
  expect((await read(id)).steps[0].moves_on).not.toBeNull();
  await run(9);
  expect(await waits(world.admin)).toEqual([]);
  await Promise.all([run(11), run(11)]);
  expect(await waits(world.admin)).toEqual([id]);
  expect((await read(id)).steps[0]).toMatchObject({
    route: "last_resort",
    role: { code: "administrator" },
    instead_of: { id: director.id },
    meant_away_until: day(5),
  });
  const notificationsOf = async (person: Person) =>
    (requireOk(await world.api(person).get("/notification?about=requests")).body.data as Notification[]).map(
      ({ data: { kind } }) => kind,
    );
  expect(await notificationsOf(colleague)).toEqual(["request.lastResort"]);
  expect(await waits(standIn)).toEqual([]);
  requireOk(await approve(id, director));
});

test("without a time limit, the step waits until the absent approver is back", async () => {
  const { director, leave, order, waits, setting, run, world } = await setup();
  await setting({ escalate_after: null, absent_after: null });
  await leave(director);
  const { id } = await order();
  await run(5_000);
  expect([await waits(world.admin), await waits(director)]).toEqual([[], [id]]);
});

test("a step waits for an approver who is on leave for some hours only", async () => {
  const { director, leave, order, waits, setting, run, world } = await setup();
  await setting({ escalate_after: null, absent_after: 1, absent_unit: "hours" });
  const { id: leaveId } = await leave(director, { end_date: day(0) });
  await server.owner.query(
    `UPDATE leave_request SET start_time = '09:00', end_time = '11:00', part_minutes = 120, from_noon = false, to_noon = true
     WHERE id = $1`,
    [leaveId],
  );
  const { id } = await order();
  await run(100);
  expect([await waits(world.admin), await waits(director)]).toEqual([[], [id]]);
});

test("if leave begins while a step waits, the next run moves it to the superior", async () => {
  const { director, colleague, leave, order, waits, run, rise, read } = await setup();
  await rise(director, colleague);
  const { id } = await order();
  expect(await waits(colleague)).toEqual([]);
  await leave(director);
  await run(0);
  expect(await waits(colleague)).toEqual([id]);
  expect((await read(id)).steps[0]).toMatchObject({ route: "away", instead_of: { id: director.id } });
});

test("cancelling leave ends the delegation to its substitute", async () => {
  const { director, standIn, leave, hr, world, waits, order } = await setup();
  const { id } = await leave(director, { substitute_id: standIn.id });
  await order();
  expect(await waits(standIn)).toHaveLength(1);
  await server.owner.query("UPDATE leave_request SET live = false WHERE id = $1", [id]);
  expect(await waits(standIn)).toEqual([]);
  await server.owner.query("UPDATE leave_request SET live = true WHERE id = $1", [id]);
  requireOk(await hr.put(`/leave/leave-request/${id}/cancel`, {}));
  expect(requireOk(await world.api(director).get("/delegation/history")).body.data).toMatchObject([
    { end_reason: "leave_changed", of_leave: true },
  ]);
  expect(await world.tx((tx) => syncStandIns(tx))).toBe(0);
});

test("a substitute delegation revoked by the user isn't created again", async () => {
  const { director, standIn, leave, world, waits, order } = await setup();
  await leave(director, { substitute_id: standIn.id });
  await order();
  const [{ id }] = requireOk(await world.api(director).get("/delegation")).body.data;
  requireOk(await world.api(director).delete(`/delegation/${id}`));
  expect(await world.tx((tx) => syncStandIns(tx))).toBe(0);
  expect(await waits(standIn)).toEqual([]);
});

const asActor = (person: Person) =>
  ({
    ...person,
    external: false,
    permissions: new Set(["leave-request-hr-approve", "leave-request-list"]),
  }) as unknown as Actor;

test("concurrent leave cancellation and substitute decision are serialized", async () => {
  const { director, standIn, leave, order, world, read } = await setup();
  const { id: leaveId } = await leave(director, { substitute_id: standIn.id });
  const { id } = await order();
  const [decider, hr] = [asActor(standIn), asActor(world.hr)];
  const how = { note: null };
  const ends = await runSerialized<unknown>(
    server,
    world,
    (tx) => financeDocument.decide(tx, decider, id, "APPROVE", how),
    (tx) => cancelLeave(tx, hr, leaveId),
  );
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect((await read(id)).steps[0]).toMatchObject({ decided_by: { id: standIn.id } });

  const { id: next } = await order();
  const again = await leave(director, { substitute_id: standIn.id });
  const turned = await runSerialized<unknown>(
    server,
    world,
    (tx) => cancelLeave(tx, hr, again.id),
    (tx) => financeDocument.decide(tx, decider, next, "APPROVE", how),
  );
  expect(turned).toMatchObject([{ status: "fulfilled" }, { status: "rejected" }]);
});

test("two concurrent runs of `syncStandIns`: the second creates no delegation", async () => {
  const { director, standIn, leave, world } = await setup();
  await leave(director, { substitute_id: standIn.id });
  await server.owner.query("DELETE FROM delegation WHERE tenant_id = $1", [world.tenantId]);
  const ends = await runSerialized(server, world, (tx) => syncStandIns(tx));
  expect(ends).toMatchObject([{ value: 1 }, { value: 0 }]);
});

test("undecided leave escalates before its first day and sends notifications", async () => {
  const { people, world, admin, type, employee, colleague, rise } = await setup();
  await rise(people.manager, colleague);
  await admin.put("/approvals/setting", {
    remind_after: null,
    remind_unit: "days",
    escalate_after: 900,
    escalate_unit: "days",
  });
  const leave = { leave_type_id: type, start_date: day(40), end_date: day(41) };
  const { id } = requireOk(await employee.post("/leave/leave-request", leave)).body.data;
  const step = async () => requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.steps[0];
  const { moves_on } = await step();
  expect(moves_on.slice(0, 10)).toBe(day(39));
  const at = (minutes: number) => new Date(Date.parse(moves_on) + minutes * 60_000);
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, at(-1));
  expect(await step()).toMatchObject({ approver: { id: people.manager.id } });
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, at(1));
  expect(await step()).toMatchObject({ approver: { id: colleague.id }, route: "escalated" });
});

test("the absent user and the substitute decide concurrently: the second gets 409", async () => {
  const { director, standIn, leave, order, approve, read } = await setup();
  await leave(director, { substitute_id: standIn.id });
  for (let turn = 0; turn < 3; turn++) {
    const { id } = await order();
    const answers = await Promise.all([approve(id, director), approve(id, standIn)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await read(id)).steps[0].state).toBe("approved");
  }
});
