import { whoDecides } from "../../server/approvals/approvals.policy";
import { delegate, keepDelegations, mostDelegations } from "../../server/approvals/delegation.service";
import { UserEntity } from "../../server/people/user.entity";
import type { Actor } from "../../server/platform/session";
import { sql, type Tx } from "../../server/platform/database/unit-of-work";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { office, week } from "../leave/office";
import { ok } from "../tasks/board";
import { onLeave } from "./company";
import { userStream } from "../../shared/kernel/events";
import { delegationConsumers } from "../../workers/approvals/delegations";
import { runConsumers } from "../../workers/platform/process-events";
import { statementsOf } from "../support/statements/sent";

const server = testServer();

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("handing over is refused", () => {
  test("to nobody signed in, to oneself, to who isn't there, is from outside or of another tenant", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    const manager = world.api(world.manager);
    expect((await world.api().post("/delegation", { delegatee_id: world.hr.id })).status).toBe(401);
    for (const id of [world.manager.id, world.external.id, elsewhere.hr.id, 999_999_999]) {
      const answer = await manager.post("/delegation", { delegatee_id: id });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["delegatee_id"]]);
    }
  });

  test("for days that are over, or that end before they begin", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    const over = { delegatee_id: world.hr.id, start_date: day(-9), end_date: day(-2) };
    for (const dates of [over, { ...over, start_date: null }, { ...over, start_date: day(5), end_date: day(4) }]) {
      const answer = await manager.post("/delegation", dates);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
    }
    expect(ok(await manager.get("/delegation")).body.data).toEqual([]);
  });

  test("for ever more days to come: all of them are shown, and end with the account", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    await server.owner.query(
      `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date)
       SELECT $1, $2, $3, current_date + 10 + n, current_date + 10 + n FROM generate_series(1, $4) AS n`,
      [world.tenantId, world.manager.id, world.hr.id, mostDelegations - 1],
    );
    const next = (days: number) =>
      manager.post("/delegation", { delegatee_id: world.hr.id, start_date: day(days), end_date: day(days) });
    const last = ok(await next(2)).body.data;
    const more = await next(4);
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ["start_date"]]);
    ok(await manager.delete(`/delegation/${last.id}`));
    ok(await next(4));
  });

  test("twice for one time, and on from one to the next, also when both do it at once", async () => {
    const world = await server.world();
    const [manager, hr] = [world.api(world.manager), world.api(world.hr)];
    ok(await manager.post("/delegation", { delegatee_id: world.hr.id, start_date: day(1), end_date: day(5) }));
    const twice = await manager.post("/delegation", {
      delegatee_id: world.finance.id,
      start_date: day(5),
      end_date: day(9),
    });
    expect(Object.keys(twice.body.errors)).toEqual(["start_date"]);
    ok(await manager.post("/delegation", { delegatee_id: world.finance.id, start_date: day(6), end_date: day(9) }));
    for (const [who, to] of [
      [hr, world.finance.id],
      [world.api(world.finance), world.manager.id],
      [world.api(world.admin), world.manager.id],
    ] as const) {
      const chain = await who.post("/delegation", { delegatee_id: to, start_date: day(2), end_date: day(7) });
      expect(Object.keys(chain.body.errors)).toEqual(["delegatee_id"]);
    }
    const answers = await Promise.all([
      hr.post("/delegation", { delegatee_id: world.employee.id, start_date: day(20) }),
      world.api(world.employee).post("/delegation", { delegatee_id: world.hr.id, start_date: day(20) }),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
  });

  test("ending by who it was handed to, or by anybody else", async () => {
    const world = await server.world();
    const { data } = ok(await world.api(world.manager).post("/delegation", { delegatee_id: world.hr.id })).body;
    expect((await world.api(world.hr).delete(`/delegation/${data.id}`)).status).toBe(403);
    expect((await world.api(world.admin).delete(`/delegation/${data.id}`)).status).toBe(404);
  });
});

test("the delegatee sees and decides on behalf, as long as it lasts; both screens hear of it", async () => {
  const { ask, manager, people, world, employee } = await office(await server.world());
  const deputy = await world.person("employee", { fullname: "Dina Deputy" });
  const as = world.api(deputy);
  const first = ok(await ask(week(1))).body.data;
  expect(ok(await as.get("/approvals/inbox")).body.data).toEqual([]);
  const mark = server.published.length;
  const { data } = ok(await manager.post("/delegation", { delegatee_id: deputy.id })).body;
  expect(
    world
      .events(mark)
      .map(({ stream }) => stream)
      .sort(),
  ).toEqual([`user:${deputy.id}`, `user:${people.manager.id}`].sort());

  const inbox = ok(await as.get("/approvals/inbox")).body;
  expect(inbox.meta.counts).toEqual({ leave: 1, finance: 0, form: 0, booking: 0 });
  expect(inbox.data[0]).toMatchObject({
    on_behalf_of: { id: people.manager.id },
    request: { id: first.id, requester: { id: people.employee.id } },
    facts: { days: 5, balance_after: 15, also_away: 0 },
  });
  const detail = ok(await as.get(`/leave/leave-request/${first.id}`)).body.data;
  expect(detail).toMatchObject({ can: { approve: true }, on_behalf_of: { id: people.manager.id } });
  const done = ok(await as.put(`/leave/leave-request/${first.id}/approve`)).body.data;
  expect(done.steps[0]).toMatchObject({ decided_by: { id: deputy.id }, on_behalf_of: { id: people.manager.id } });
  expect(ok(await as.get("/approvals/decided")).body.data[0].on_behalf_of.id).toBe(people.manager.id);

  const second = ok(await ask(week(2))).body.data;
  ok(await manager.delete(`/delegation/${data.id}`));
  ok(await manager.delete(`/delegation/${data.id}`)); // twice is as good as once
  expect((await as.put(`/leave/leave-request/${second.id}/approve`)).status).toBe(404);
  expect(ok(await employee.get("/delegation")).body.data).toEqual([]);
});

test("nobody decides their own by way of somebody else's hand-over", async () => {
  const { ask, manager, employee, people } = await office(await server.world());
  ok(await manager.post("/delegation", { delegatee_id: people.employee.id }));
  const { data } = ok(await ask(week(1))).body;
  expect((await employee.put(`/leave/leave-request/${data.id}/approve`)).body.code).toBe("request.own");
  expect(ok(await employee.get("/approvals/inbox")).body.data).toEqual([]);
});

test("one that is to come doesn't count yet", async () => {
  const { ask, manager, world } = await office(await server.world());
  const deputy = await world.person("employee");
  ok(await manager.post("/delegation", { delegatee_id: deputy.id, start_date: day(2), end_date: day(4) }));
  ok(await ask(week(1)));
  expect(ok(await world.api(deputy).get("/approvals/inbox")).body.data).toEqual([]);
  expect(ok(await world.api(deputy).get("/delegation")).body.data).toHaveLength(1);
});

const aged = sql(
  "test.agedDelegation",
  `UPDATE delegation SET start_date = start_date - $2::int, end_date = end_date - $2::int
   WHERE tenant_id = current_tenant() AND id = $1`,
);

describe("by the calendar", () => {
  const told = (world: Awaited<ReturnType<typeof server.world>>, mark: number, type: string) =>
    world.events(mark).filter(({ event }) => event.type === type).length;

  test("one begins on its first day and ends after its last, once, however often and at once it is looked at", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    const dates = { start_date: day(3), end_date: day(5) };
    const { data } = ok(
      await manager.post("/delegation", { delegatee_id: world.hr.id, reason: "Away", ...dates }),
    ).body;
    expect(data).toMatchObject({ state: "planned", reason: "Away" });
    const look = () => Promise.all([1, 2, 3].map(() => world.tx((tx) => keepDelegations(tx))));
    let mark = server.published.length;
    expect((await look()).reduce((sum, one) => sum + one)).toBe(0);
    await world.tx((tx) => tx.rows(aged, [data.id, 3]));
    expect((await look()).reduce((sum, one) => sum + one)).toBe(1);
    expect(told(world, mark, "delegation.begun")).toBe(2);
    expect(ok(await manager.get("/auth/user")).body.data).toMatchObject({ delegatee: { fullname: world.hr.fullname } });
    expect(ok(await world.api(world.hr).get("/auth/user")).body.data.delegator).toEqual({
      fullname: world.manager.fullname,
    });

    mark = server.published.length;
    await world.tx((tx) => tx.rows(aged, [data.id, 3]));
    expect(ok(await manager.get("/auth/user")).body.data.delegatee).toBeNull(); // also before the schedule has run
    expect((await look()).reduce((sum, one) => sum + one)).toBe(1);
    expect(told(world, mark, "delegation.ended")).toBe(2);
    expect(ok(await manager.get("/delegation")).body.data).toEqual([]);
    expect(ok(await manager.get("/delegation/history")).body.data).toMatchObject([
      { id: data.id, state: "ended", end_reason: "over", reason: "Away", can: { end: false } },
    ]);
  });

  test.each(["manager", "hr"] as const)("it ends when the account of the %s closes", async (who) => {
    const world = await server.world();
    ok(await world.api(world.manager).post("/delegation", { delegatee_id: world.hr.id }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world[who].id }, { active: false }));
    expect(await world.tx((tx) => keepDelegations(tx))).toBe(1);
    const other = who === "hr" ? world.manager : world.hr;
    const history = ok(await world.api(other).get("/delegation/history")).body.data;
    expect(history).toMatchObject([{ end_reason: "account_closed" }]);
  });
});

test("what was taken back isn't decided any more, also by who goes on seeing the request", async () => {
  const { ask, manager, hr, world } = await office(await server.world());
  const { data } = ok(await manager.post("/delegation", { delegatee_id: world.hr.id })).body;
  const { id } = ok(await ask(week(1))).body.data;
  const waits = async () => ok(await hr.get("/approvals/inbox")).body.data.length;
  expect([await waits(), ok(await hr.get("/approvals/count")).body.data.waiting]).toEqual([1, 1]);
  ok(await manager.delete(`/delegation/${data.id}`));
  expect([await waits(), ok(await hr.get("/approvals/count")).body.data.waiting]).toEqual([0, 0]);
  expect((await hr.put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  expect(ok(await hr.get(`/leave/leave-request/${id}`)).body.data.can.approve).toBe(false);
});

test("whose account is closed decides for nobody, also before the delegation has ended with it", async () => {
  const { ask, manager, people, world } = await office(await server.world());
  const deputy = await world.person("employee");
  ok(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = ok(await ask(week(1))).body.data;
  const deciders = () => world.tx((tx) => whoDecides(tx, id));
  expect(await deciders()).toEqual([people.manager.id, deputy.id]);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: deputy.id }, { active: false }));
  expect(await deciders()).toEqual([people.manager.id]);
});

test("a deputy who is away as well is no cover: the request goes upward", async () => {
  const { ask, manager, people, world, type } = await office(await server.world());
  const [boss, deputy] = [await world.person("manager"), await world.person("employee")];
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: boss.id }));
  ok(await manager.post("/delegation", { delegatee_id: deputy.id }));
  await onLeave(world, people.manager, type);
  expect(ok(await ask(week(1))).body.data.next_status.approver.id).toBe(people.manager.id);
  await onLeave(world, deputy, type);
  expect(ok(await ask(week(2))).body.data.next_status.approver.id).toBe(boss.id);
});

test("of two who hand theirs to one another at the same moment the second is refused", async () => {
  const world = await server.world();
  const { hr, employee } = world;
  const handing = (from: { id: number }, to: { id: number }) => (tx: Tx) =>
    delegate(tx, { id: from.id, external: false } as Actor, { delegatee_id: to.id } as never);
  const ends = await oneAtATime<unknown>(server, world, handing(hr, employee), handing(employee, hr));
  expect(ends).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { detail: { errors: { delegatee_id: ["delegation.chain"] } } } },
  ]);
});

test("they are looked through once for a batch of people whose access changed, and ended all the same", async () => {
  const world = await server.world();
  const deputy = await world.person("employee");
  ok(await world.api(world.manager).post("/delegation", { delegatee_id: deputy.id }));
  const mark = server.published.length;
  await world.tx(async (tx) => {
    await tx.repo(UserEntity).update({ id: deputy.id }, { active: false });
    for (const { id } of [deputy, world.hr, world.finance]) tx.emit("user.access_changed", userStream(id), { id });
  });
  const events = world.events(mark);
  const sent = await statementsOf(() => world.tx((tx) => runConsumers(tx, delegationConsumers, events)));
  expect(sent.filter((name) => name === "delegation.endDue")).toHaveLength(1);
  expect(ok(await world.api(world.manager).get("/delegation")).body.data).toEqual([]);
});
