import { UserEntity } from "../../server/people/user.entity";
import type { DomainEvent } from "../../shared/domain-events";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { attend, waitingConsumers } from "../../workers/approvals/waiting";
import { office, week } from "../leave/office";
import { testServer } from "../support/server";
import type { Person } from "../support/world";
import { ok } from "../tasks/board";
import { onLeave } from "./company";

const server = testServer();
const hourMs = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * hourMs);

/** Reminded after three hours, passed on after ten, on every day of the week. */
async function scene() {
  const all = await office(await server.world());
  const { world, people } = all;
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: boss.id }));
  await server.owner.query("UPDATE tenant SET weekend = '{}' WHERE id = $1", [world.tenantId]);
  const setting = { remind_after: 3, remind_unit: "hours", escalate_after: 10, escalate_unit: "hours" };
  ok(await world.api(world.admin).put("/approvals/setting", setting));
  const run = (hours: number) => attend(server.platform.unitOfWork, world.tenantId, later(hours));
  const kinds = async (person: Person) =>
    (ok(await world.api(person).get("/notification?about=requests")).body.data as Notification[]).map(
      ({ data: { kind, count } }) => (count > 1 ? `${kind} × ${count}` : kind),
    );
  const waits = async (person: Person) =>
    ok(await world.api(person).get("/approvals/inbox")).body.data.map(
      ({ request }: never) => (request as { id: number }).id,
    );
  return { ...all, boss, run, kinds, waits };
}

test("who lets it wait is reminded, once, however often it runs, also by two workers at once", async () => {
  const { ask, run, kinds, people } = await scene();
  ok(await ask(week(1)));
  await run(2);
  expect(await kinds(people.manager)).toEqual([]);
  await Promise.all([run(4), run(4), run(4)]);
  await run(4.5);
  expect(await kinds(people.manager)).toEqual(["request.reminder"]);
  await run(8);
  expect(await kinds(people.manager)).toEqual(["request.reminder × 2"]); // unread, it is one line in the bell
});

test("then it goes upward: the manager above decides, who let it wait loses sight of it, the requester is told", async () => {
  const { ask, run, waits, people, boss, world, manager, employee } = await scene();
  const { id, version } = ok(await ask(week(1))).body.data;
  const mark = server.published.length;
  await Promise.all([run(11), run(11)]);
  expect(await waits(people.manager)).toEqual([]);
  expect(await waits(boss)).toEqual([id]);
  const told = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  expect(told.sort()).toEqual(
    [
      `user:${people.employee.id} request.escalated`,
      `user:${people.manager.id} request.escalated`,
      `user:${boss.id} request.escalated`,
      `user:${people.manager.id} inbox.removed`,
      `user:${boss.id} inbox.added`,
      // The manager stands above and sees it still; so do HR and administrators.
      ...[people.employee, people.manager, boss, people.hr, world.admin].map(
        ({ id }) => `user:${id} request_list.changed`,
      ),
    ].sort(),
  );
  const { data } = ok(await employee.get(`/leave/leave-request/${id}`)).body;
  expect(data.steps[0]).toMatchObject({
    route: "escalated",
    approver: { id: boss.id },
    instead_of: { id: people.manager.id },
  });
  const late = await manager.put(`/leave/leave-request/${id}/approve`, { version });
  expect([403, 404, 409]).toContain(late.status);
  const after = server.published.length;
  ok(await world.api(boss).put(`/leave/leave-request/${id}/approve`));
  // The manager stands above, and so the list of their people shows it still.
  const later = world.events(after).filter(({ stream }) => stream === `user:${people.manager.id}`);
  expect(later.map(({ event }) => event.type)).toEqual(["request_list.changed"]);
});

test("who has been passed on has time anew; above everybody are the administrators, who are only reminded", async () => {
  const { ask, run, waits, boss, world, kinds } = await scene();
  const { id } = ok(await ask(week(1))).body.data;
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

test("who is on leave is passed over, and what is decided or taken back meanwhile is left alone", async () => {
  const { ask, run, waits, people, boss, world, type, manager, employee } = await scene();
  await onLeave(world, boss, type);
  const [first, second, third] = [ok(await ask(week(1))), ok(await ask(week(2))), ok(await ask(week(3)))].map(
    ({ body }) => body.data.id,
  );
  ok(await manager.put(`/leave/leave-request/${first}/approve`));
  ok(await employee.put(`/leave/leave-request/${second}/cancel`));
  await run(11);
  expect(await waits(boss)).toEqual([]);
  expect(await waits(people.manager)).toEqual([]);
  expect(await waits(world.admin)).toEqual([third]);
});

test("a decision and an escalation at once: one of them, never both", async () => {
  const { ask, run, world, manager } = await scene();
  for (let turn = 0; turn < 5; turn++) {
    const { id } = ok(await ask(week(turn, 1))).body.data;
    const [answer] = await Promise.all([manager.put(`/leave/leave-request/${id}/approve`), run(11)]);
    const { data } = ok(await world.api(world.admin).get(`/leave/leave-request/${id}`)).body;
    const [step] = data.steps;
    expect([step.state, step.route]).toEqual(answer.status === 200 ? ["approved", "rule"] : ["now", "escalated"]);
  }
});

test("never stuck: who is switched off is passed over, and without anybody the administrators see it", async () => {
  const { ask, run, waits, people, boss, world } = await scene();
  const { id } = ok(await ask(week(1))).body.data;
  const off = (person: Person) => world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { active: false }));
  await off(people.manager);
  await run(0);
  expect(await waits(boss)).toEqual([id]);
  await off(boss);
  await run(0);
  expect(await waits(world.admin)).toEqual([id]);
  await run(0);
  ok(await world.api(world.admin).put(`/leave/leave-request/${id}/approve`));
});

test("an account that closes is noticed at once: what waited for it leaves its inbox for somebody else's", async () => {
  const { ask, waits, people, boss, world } = await scene();
  const { id } = ok(await ask(week(1))).body.data;
  const other = ok(await ask(week(2))).body.data.id;
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

test("a role of many that becomes another one is many events: what is deserted is looked for once for all of a batch", async () => {
  const { ask, people, boss, waits, world } = await scene();
  const { id } = ok(await ask(week(1))).body.data;
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

test("switched off, nothing happens by itself", async () => {
  const { ask, run, world, kinds, people } = await scene();
  const setting = { remind_after: null, remind_unit: "hours", escalate_after: "", escalate_unit: "hours" };
  ok(await world.api(world.admin).put("/approvals/setting", setting));
  ok(await ask(week(1)));
  await run(5_000);
  expect(await kinds(people.manager)).toEqual([]);
});

test("the request says when it moves on: a minute before it doesn't, then it does; what waits for administrators stays", async () => {
  const { world, ask, employee } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  const now = async () =>
    ok(await employee.get(`/leave/leave-request/${id}`)).body.data.steps.find(
      (step: { state: string }) => step.state === "now",
    );
  // What somebody decides after that hasn't begun to wait.
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state)
       SELECT tenant_id, request_id, round, 9, 'user', 'rule', $2, 'next' FROM request_step WHERE request_id = $1`,
      [id, world.hr.id],
    ),
  );
  const { steps } = ok(await employee.get(`/leave/leave-request/${id}`)).body.data;
  expect(steps.map((step: { moves_on: string | null }) => step.moves_on !== null)).toEqual([true, false]);
  const { moves_on, approver } = await now();
  const at = Date.parse(moves_on);
  await attend(server.platform.unitOfWork, world.tenantId, new Date(at - 60_000));
  expect((await now()).approver).toEqual(approver);
  await attend(server.platform.unitOfWork, world.tenantId, new Date(at + 60_000));
  expect(await now()).toMatchObject({ approver: null, role: { code: "administrator" }, moves_on: null });
});
