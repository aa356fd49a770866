import type { DomainEvent } from "../../../shared/kernel/events";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { processWaitingRequests, waitingConsumers } from "../../../workers/approvals/approvals/waiting";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { putOnLeave } from "./absences";

const server = testServer();
const hourMs = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * hourMs);

/** Sets a reminder after three hours and escalation after ten, counting every day of the week. */
async function setup() {
  const all = await leaveFixture(await server.world());
  const { world, people } = all;
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  await server.owner.query("UPDATE tenant SET weekend = '{}' WHERE id = $1", [world.tenantId]);
  const setting = { remind_after: 3, remind_unit: "hours", escalate_after: 10, escalate_unit: "hours" };
  requireOk(await world.api(world.admin).put("/approvals/setting", setting));
  const run = (hours: number) => processWaitingRequests(server.platform.unitOfWork, world.tenantId, later(hours));
  const kinds = async (person: Person) =>
    (requireOk(await world.api(person).get("/notification?about=requests")).body.data as Notification[]).map(
      ({ data: { kind, count } }) => (count > 1 ? `${kind} × ${count}` : kind),
    );
  const waits = async (person: Person) =>
    requireOk(await world.api(person).get("/approvals/inbox")).body.data.map(
      ({ request }: never) => (request as { id: number }).id,
    );
  return { ...all, boss, run, kinds, waits };
}

test("a late approver is reminded once, even by concurrent workers", async () => {
  const { ask, run, kinds, people } = await setup();
  requireOk(await ask(workingWeek(1)));
  await run(2);
  expect(await kinds(people.manager)).toEqual([]);
  await Promise.all([run(4), run(4), run(4)]);
  await run(4.5);
  expect(await kinds(people.manager)).toEqual(["request.reminder"]);
  await run(8);
  expect(await kinds(people.manager)).toEqual(["request.reminder × 2"]);
});

test("an undecided request escalates to the superior and leaves the former inbox", async () => {
  const { ask, run, waits, people, boss, world, manager, employee } = await setup();
  const { id, version } = requireOk(await ask(workingWeek(1))).body.data;
  const mark = server.published.length;
  await Promise.all([run(11), run(11)]);
  expect(await waits(people.manager)).toEqual([]);
  expect(await waits(boss)).toEqual([id]);
  const emitted = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  expect(emitted.sort()).toEqual(
    [
      `user:${people.employee.id} request.escalated`,
      `user:${people.manager.id} request.escalated`,
      `user:${boss.id} request.escalated`,
      `user:${people.manager.id} inbox.removed`,
      `user:${boss.id} inbox.added`,
      // The manager is the employee's superior and can still see the request, as can HR and administrators.
      ...[people.employee, people.manager, boss, people.hr, world.admin].map(
        ({ id }) => `user:${id} request_list.changed`,
      ),
    ].sort(),
  );
  const { data } = requireOk(await employee.get(`/leave/leave-request/${id}`)).body;
  expect(data.steps[0]).toMatchObject({
    route: "escalated",
    approver: { id: boss.id },
    instead_of: { id: people.manager.id },
  });
  const late = await manager.put(`/leave/leave-request/${id}/approve`, { version });
  expect([403, 404, 409]).toContain(late.status);
  const after = server.published.length;
  requireOk(await world.api(boss).put(`/leave/leave-request/${id}/approve`));
  // The manager is the employee's superior, so the team list still shows the request.
  const later = world.events(after).filter(({ stream }) => stream === `user:${people.manager.id}`);
  expect(later.map(({ event }) => event.type)).toEqual(["request_list.changed"]);
});

test("escalation restarts the time limit, and administrators get only reminders", async () => {
  const { ask, run, waits, boss, world, kinds } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await run(11);
  await run(12);
  expect(await waits(boss)).toEqual([id]);
  await run(22);
  expect(await waits(boss)).toEqual([]);
  expect(await waits(world.admin)).toEqual([id]);
  await run(40);
  await run(60);
  expect(await waits(world.admin)).toEqual([id]);
  expect(await kinds(world.admin)).toEqual(["request.reminder × 2"]);
});

test("approvers on leave are skipped when a request escalates", async () => {
  const { ask, run, waits, people, boss, world, type, manager, employee } = await setup();
  await putOnLeave(world, boss, type);
  const [first, second, third] = [
    requireOk(await ask(workingWeek(1))),
    requireOk(await ask(workingWeek(2))),
    requireOk(await ask(workingWeek(3))),
  ].map(({ body }) => body.data.id);
  requireOk(await manager.put(`/leave/leave-request/${first}/approve`));
  requireOk(await employee.put(`/leave/leave-request/${second}/cancel`));
  await run(11);
  expect(await waits(boss)).toEqual([]);
  expect(await waits(people.manager)).toEqual([]);
  expect(await waits(world.admin)).toEqual([third]);
});

test("a decision and an escalation at the same time: exactly one takes effect", async () => {
  const { ask, run, world, manager } = await setup();
  for (let turn = 0; turn < 5; turn++) {
    const { id } = requireOk(await ask(workingWeek(turn, 1))).body.data;
    const [answer] = await Promise.all([manager.put(`/leave/leave-request/${id}/approve`), run(11)]);
    const { data } = requireOk(await world.api(world.admin).get(`/leave/leave-request/${id}`)).body;
    const [step] = data.steps;
    expect([step.state, step.route]).toEqual(answer.status === 200 ? ["approved", "rule"] : ["now", "escalated"]);
  }
});

test("deactivated approvers are skipped, with administrators as the last resort", async () => {
  const { ask, run, waits, people, boss, world } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const off = (person: Person) => world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { active: false }));
  await off(people.manager);
  await run(0);
  expect(await waits(boss)).toEqual([id]);
  await off(boss);
  await run(0);
  expect(await waits(world.admin)).toEqual([id]);
  await run(0);
  requireOk(await world.api(world.admin).put(`/leave/leave-request/${id}/approve`));
});

test("closing an account immediately moves its waiting requests to another inbox", async () => {
  const { ask, waits, people, boss, world } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const other = requireOk(await ask(workingWeek(2))).body.data.id;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { active: false }));
  const mark = server.published.length;
  await world.tx(async (tx) => {
    for (const { consume } of waitingConsumers) {
      await consume(tx, { type: "user.access_changed" } as DomainEvent, `user:${people.manager.id}`);
    }
  });
  expect(await waits(boss)).toEqual([id, other]);
  expect(world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`)).toContain(
    `user:${boss.id} request.rerouted`,
  );
});

test("a batch of role changes queries requests without an approver once", async () => {
  const { ask, people, boss, waits, world } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { active: false }));
  const looks = await world.tx(async (tx) => {
    const rows = jest.spyOn(tx, "rows");
    for (const { consume } of waitingConsumers) {
      for (const holder of [people.manager, world.hr, world.finance])
        await consume(tx, { type: "user.access_changed" } as DomainEvent, `user:${holder.id}`);
    }
    return rows.mock.calls.filter(([statement]) => statement.name === "waiting.deserted").length;
  });
  expect([looks, await waits(boss)]).toEqual([1, [id]]);
});

test("no reminders or escalations are sent when both are turned off", async () => {
  const { ask, run, world, kinds, people } = await setup();
  const setting = { remind_after: null, remind_unit: "hours", escalate_after: "", escalate_unit: "hours" };
  requireOk(await world.api(world.admin).put("/approvals/setting", setting));
  requireOk(await ask(workingWeek(1)));
  await run(5_000);
  expect(await kinds(people.manager)).toEqual([]);
});

test("once the requested day has begun, a request shows no earlier escalation", async () => {
  const { world, ask, employee } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await world.tx((tx) =>
    tx.manager.query(
      `WITH begun AS (UPDATE leave_request SET start_date = tenant_today() WHERE id = $1)
       UPDATE request_step SET since = now() - interval '1 day' WHERE request_id = $1`,
      [id],
    ),
  );
  const { steps } = requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data;
  expect(Date.parse(steps[0].moves_on)).toBeGreaterThan(Date.now());
});

test("a request shows its escalation time unless it waits for administrators", async () => {
  const { world, ask, employee } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const now = async () =>
    requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.steps.find(
      (step: { state: string }) => step.state === "now",
    );
  // Adds a later step, which doesn't wait for a decision yet.
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state)
       SELECT tenant_id, request_id, round, 9, 'user', 'rule', $2, 'next' FROM request_step WHERE request_id = $1`,
      [id, world.hr.id],
    ),
  );
  const { steps } = requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data;
  expect(steps.map((step: { moves_on: string | null }) => step.moves_on !== null)).toEqual([true, false]);
  const { moves_on, approver } = await now();
  const at = Date.parse(moves_on);
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, new Date(at - 60_000));
  expect((await now()).approver).toEqual(approver);
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, new Date(at + 60_000));
  expect(await now()).toMatchObject({ approver: null, role: { code: "administrator" }, moves_on: null });
});
