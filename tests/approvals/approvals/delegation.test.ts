import { currentDeciders } from "../../../server/approvals/approvals/approvals.policy";
import {
  createDelegation,
  applyDueDelegations,
  maxDelegations,
} from "../../../server/approvals/approvals/delegation.service";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Actor } from "../../../server/platform/session";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";
import { putOnLeave } from "./absences";
import { userStream } from "../../../shared/kernel/events";
import { delegationConsumers } from "../../../workers/approvals/approvals/delegations";
import { runConsumers } from "../../../workers/platform/process-events";
import { recordStatementNames } from "../../support/statements/sent";

const server = testServer();

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("refused delegations", () => {
  test("delegating to oneself, external, foreign or unknown users returns 422", async () => {
    const world = await server.world();
    const elsewhere = await server.world();
    const manager = world.api(world.manager);
    expect((await world.api().post("/delegation", { delegatee_id: world.hr.id })).status).toBe(401);
    for (const id of [world.manager.id, world.external.id, elsewhere.hr.id, 999_999_999]) {
      const answer = await manager.post("/delegation", { delegatee_id: id });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["delegatee_id"]]);
    }
  });

  test("delegating for past or reversed dates returns 422", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    const over = { delegatee_id: world.hr.id, start_date: day(-9), end_date: day(-2) };
    for (const dates of [over, { ...over, start_date: null }, { ...over, start_date: day(5), end_date: day(4) }]) {
      const answer = await manager.post("/delegation", dates);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
    }
    expect(requireOk(await manager.get("/delegation")).body.data).toEqual([]);
  });

  test("a user can create only a limited number of delegations", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    await server.owner.query(
      `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date)
       SELECT $1, $2, $3, current_date + 10 + n, current_date + 10 + n FROM generate_series(1, $4) AS n`,
      [world.tenantId, world.manager.id, world.hr.id, maxDelegations - 1],
    );
    const next = (days: number) =>
      manager.post("/delegation", { delegatee_id: world.hr.id, start_date: day(days), end_date: day(days) });
    const last = requireOk(await next(2)).body.data;
    const refusal = await next(4);
    expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ["start_date"]]);
    requireOk(await manager.delete(`/delegation/${last.id}`));
    requireOk(await next(4));
  });

  test("overlapping and chained delegations are refused, even if created concurrently", async () => {
    const world = await server.world();
    const [manager, hr] = [world.api(world.manager), world.api(world.hr)];
    requireOk(await manager.post("/delegation", { delegatee_id: world.hr.id, start_date: day(1), end_date: day(5) }));
    const twice = await manager.post("/delegation", {
      delegatee_id: world.finance.id,
      start_date: day(5),
      end_date: day(9),
    });
    expect(Object.keys(twice.body.errors)).toEqual(["start_date"]);
    requireOk(
      await manager.post("/delegation", { delegatee_id: world.finance.id, start_date: day(6), end_date: day(9) }),
    );
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

  test("neither the delegate nor other users can end a delegation", async () => {
    const world = await server.world();
    const { data } = requireOk(await world.api(world.manager).post("/delegation", { delegatee_id: world.hr.id })).body;
    expect((await world.api(world.hr).delete(`/delegation/${data.id}`)).status).toBe(403);
    expect((await world.api(world.admin).delete(`/delegation/${data.id}`)).status).toBe(404);
  });
});

test("a delegate can decide requests only while the delegation lasts", async () => {
  const { ask, manager, people, world, employee } = await leaveFixture(await server.world());
  const deputy = await world.person("employee", { fullname: "Dina Deputy" });
  const as = world.api(deputy);
  const first = requireOk(await ask(workingWeek(1))).body.data;
  expect(requireOk(await as.get("/approvals/inbox")).body.data).toEqual([]);
  const mark = server.published.length;
  const { data } = requireOk(await manager.post("/delegation", { delegatee_id: deputy.id })).body;
  expect(
    world
      .events(mark)
      .map(({ stream }) => stream)
      .sort(),
  ).toEqual([`user:${deputy.id}`, `user:${people.manager.id}`].sort());

  const inbox = requireOk(await as.get("/approvals/inbox")).body;
  expect(inbox.meta.counts).toEqual({ leave: 1, finance: 0, expense: 0, form: 0, booking: 0 });
  expect(inbox.data[0]).toMatchObject({
    on_behalf_of: { id: people.manager.id },
    request: { id: first.id, requester: { id: people.employee.id } },
    facts: { days: 5, balance_after: 15, also_away: 0 },
  });
  const detail = requireOk(await as.get(`/leave/leave-request/${first.id}`)).body.data;
  expect(detail).toMatchObject({ can: { approve: true }, on_behalf_of: { id: people.manager.id } });
  const done = requireOk(await as.put(`/leave/leave-request/${first.id}/approve`)).body.data;
  expect(done.steps[0]).toMatchObject({ decided_by: { id: deputy.id }, on_behalf_of: { id: people.manager.id } });
  expect(requireOk(await as.get("/approvals/decided")).body.data[0].on_behalf_of.id).toBe(people.manager.id);

  const second = requireOk(await ask(workingWeek(2))).body.data;
  requireOk(await manager.delete(`/delegation/${data.id}`));
  requireOk(await manager.delete(`/delegation/${data.id}`));
  expect((await as.put(`/leave/leave-request/${second.id}/approve`)).status).toBe(404);
  expect(requireOk(await employee.get("/delegation")).body.data).toEqual([]);
});

test("a delegate can't decide their own request", async () => {
  const { ask, manager, employee, people } = await leaveFixture(await server.world());
  requireOk(await manager.post("/delegation", { delegatee_id: people.employee.id }));
  const { data } = requireOk(await ask(workingWeek(1))).body;
  expect((await employee.put(`/leave/leave-request/${data.id}/approve`)).body.code).toBe("request.own");
  expect(requireOk(await employee.get("/approvals/inbox")).body.data).toEqual([]);
});

test("a delegation has no effect before its start date", async () => {
  const { ask, manager, world } = await leaveFixture(await server.world());
  const deputy = await world.person("employee");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id, start_date: day(2), end_date: day(4) }));
  requireOk(await ask(workingWeek(1)));
  expect(requireOk(await world.api(deputy).get("/approvals/inbox")).body.data).toEqual([]);
  expect(requireOk(await world.api(deputy).get("/delegation")).body.data).toHaveLength(1);
});

const updateDelegationDates = sql(
  "test.agedDelegation",
  `UPDATE delegation SET start_date = start_date - $2::int, end_date = end_date - $2::int
   WHERE tenant_id = current_tenant() AND id = $1`,
);

describe("delegation dates", () => {
  const recipientsOf = (world: Awaited<ReturnType<typeof server.world>>, mark: number, type: string) =>
    world.events(mark).filter(({ event }) => event.type === type).length;

  test("concurrent runs start and end each delegation once, on its dates", async () => {
    const world = await server.world();
    const manager = world.api(world.manager);
    const dates = { start_date: day(3), end_date: day(5) };
    const { data } = requireOk(
      await manager.post("/delegation", { delegatee_id: world.hr.id, reason: "Away", ...dates }),
    ).body;
    expect(data).toMatchObject({ state: "planned", reason: "Away" });
    const look = () => Promise.all([1, 2, 3].map(() => world.tx((tx) => applyDueDelegations(tx))));
    let mark = server.published.length;
    expect((await look()).reduce((sum, one) => sum + one)).toBe(0);
    await world.tx((tx) => tx.rows(updateDelegationDates, [data.id, 3]));
    expect((await look()).reduce((sum, one) => sum + one)).toBe(1);
    expect(recipientsOf(world, mark, "delegation.became_effective")).toBe(2);
    expect(requireOk(await manager.get("/auth/user")).body.data).toMatchObject({
      delegatee: { fullname: world.hr.fullname },
    });
    expect(requireOk(await world.api(world.hr).get("/auth/user")).body.data.delegator).toEqual({
      fullname: world.manager.fullname,
    });

    mark = server.published.length;
    await world.tx((tx) => tx.rows(updateDelegationDates, [data.id, 3]));
    expect(requireOk(await manager.get("/auth/user")).body.data.delegatee).toBeNull();
    expect((await look()).reduce((sum, one) => sum + one)).toBe(1);
    expect(recipientsOf(world, mark, "delegation.ended")).toBe(2);
    expect(requireOk(await manager.get("/delegation")).body.data).toEqual([]);
    expect(requireOk(await manager.get("/delegation/history")).body.data).toMatchObject([
      { id: data.id, state: "ended", end_reason: "over", reason: "Away", can: { end: false } },
    ]);
  });

  test.each(["manager", "hr"] as const)("a delegation ends when the account of the %s is closed", async (who) => {
    const world = await server.world();
    requireOk(await world.api(world.manager).post("/delegation", { delegatee_id: world.hr.id }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world[who].id }, { active: false }));
    expect(await world.tx((tx) => applyDueDelegations(tx))).toBe(1);
    const other = who === "hr" ? world.manager : world.hr;
    const history = requireOk(await world.api(other).get("/delegation/history")).body.data;
    expect(history).toMatchObject([{ end_reason: "account_closed" }]);
  });
});

test("a delegate can't decide after the delegation is revoked", async () => {
  const { ask, manager, hr, world } = await leaveFixture(await server.world());
  const { data } = requireOk(await manager.post("/delegation", { delegatee_id: world.hr.id })).body;
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const waits = async () => requireOk(await hr.get("/approvals/inbox")).body.data.length;
  expect([await waits(), requireOk(await hr.get("/approvals/count")).body.data.waiting]).toEqual([1, 1]);
  requireOk(await manager.delete(`/delegation/${data.id}`));
  expect([await waits(), requireOk(await hr.get("/approvals/count")).body.data.waiting]).toEqual([0, 0]);
  expect((await hr.put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  expect(requireOk(await hr.get(`/leave/leave-request/${id}`)).body.data.can.approve).toBe(false);
});

test("a delegate with a closed account can't decide while the delegation lasts", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  const deputy = await world.person("employee");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const deciders = () => world.tx((tx) => currentDeciders(tx, id));
  expect(await deciders()).toEqual([people.manager.id, deputy.id]);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: deputy.id }, { active: false }));
  expect(await deciders()).toEqual([people.manager.id]);
});

test("a request goes to the superior when the approver and the delegate are away", async () => {
  const { ask, manager, people, world, type } = await leaveFixture(await server.world());
  const [boss, deputy] = [await world.person("manager"), await world.person("employee")];
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  await putOnLeave(world, people.manager, type);
  expect(requireOk(await ask(workingWeek(1))).body.data.next_status.approver.id).toBe(people.manager.id);
  await putOnLeave(world, deputy, type);
  expect(requireOk(await ask(workingWeek(2))).body.data.next_status.approver.id).toBe(boss.id);
});

test("mutual delegations at the same time: the second is refused", async () => {
  const world = await server.world();
  const { hr, employee } = world;
  const handing = (from: { id: number }, to: { id: number }) => (tx: Tx) =>
    createDelegation(tx, { id: from.id, external: false } as Actor, { delegatee_id: to.id } as never);
  const ends = await runSerialized<unknown>(server, world, handing(hr, employee), handing(employee, hr));
  expect(ends).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { detail: { errors: { delegatee_id: ["delegation.chain"] } } } },
  ]);
});

test("a batch of access changes checks delegations once and ends the invalid ones", async () => {
  const world = await server.world();
  const deputy = await world.person("employee");
  requireOk(await world.api(world.manager).post("/delegation", { delegatee_id: deputy.id }));
  const mark = server.published.length;
  await world.tx(async (tx) => {
    await tx.repo(UserEntity).update({ id: deputy.id }, { active: false });
    for (const { id } of [deputy, world.hr, world.finance]) tx.emit("user.access_changed", userStream(id), { id });
  });
  const events = world.events(mark);
  const sent = await recordStatementNames(() => world.tx((tx) => runConsumers(tx, delegationConsumers, events)));
  expect(sent.filter((name) => name === "delegation.endDue")).toHaveLength(1);
  expect(requireOk(await world.api(world.manager).get("/delegation")).body.data).toEqual([]);
});
