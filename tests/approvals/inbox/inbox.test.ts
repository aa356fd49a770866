import type { InboxEntry } from "../../../shared/approvals/approvals/approvals.contract";
import { testServer } from "../../support/server";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { createWaitingRequests } from "./waiting-requests";

const server = testServer();

const idsOf = (data: InboxEntry[]) => data.map(({ request }) => request.id);

test("inbox endpoints return 401 without sign-in and 422 for invalid positions", async () => {
  const world = await server.world();
  for (const path of [
    "/approvals/inbox",
    "/approvals/count",
    "/approvals/decided",
    "/approvals/sent",
    "/approvals/request/1/route",
  ])
    expect((await world.api().get(path)).status).toBe(401);
  const answer = await world.api(world.manager).get("/approvals/inbox?after=yesterday");
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["after"]]);
  expect((await world.api(world.manager).get("/approvals/inbox?sort=best")).status).toBe(422);
});

test("inbox pages continue after the last row while requests are decided", async () => {
  const { world, manager, people, type } = await leaveFixture(await server.world());
  await createWaitingRequests(world, { from: people.employee, on: people.manager, type, count: 7 });
  const first = requireOk(await manager.get("/approvals/inbox?per_page=3")).body;
  expect(first.meta).toMatchObject({ total: 7, counts: { leave: 7 }, last_page: 3 });
  requireOk(await manager.put(`/leave/leave-request/${first.data[0].request.id}/reject`, { reason: "No" }));
  const second = requireOk(await manager.get(`/approvals/inbox?per_page=3&after=${first.meta.next}`)).body;
  const third = requireOk(await manager.get(`/approvals/inbox?per_page=3&after=${second.meta.next}`)).body;
  expect(third.meta).toMatchObject({ total: 6, next: null });
  const all = [first, second, third].flatMap(({ data }) => idsOf(data));
  expect(new Set(all).size).toBe(7);
  const newest = requireOk(await manager.get("/approvals/inbox?sort=newest")).body;
  expect(idsOf(newest.data)).toEqual(all.slice(1).reverse());
  const rest = requireOk(await manager.get("/approvals/inbox?sort=newest&per_page=4")).body;
  const tail = requireOk(await manager.get(`/approvals/inbox?sort=newest&per_page=4&after=${rest.meta.next}`)).body;
  expect([...idsOf(rest.data), ...idsOf(tail.data)]).toEqual(idsOf(newest.data));
});

test("the inbox filters by request family and type, and counts include all requests", async () => {
  const { world, ask, manager, people, newType } = await leaveFixture(await server.world());
  requireOk(await ask(workingWeek(1)));
  const other = await newType({ name: "Study leave" });
  await createWaitingRequests(world, { from: people.employee, on: people.manager, type: other, count: 2 });
  const study = requireOk(await manager.get(`/approvals/inbox?family=leave&type=${other}`)).body;
  expect([study.meta.total, study.data.length, study.meta.counts.leave]).toEqual([2, 2, 3]);
  expect(study.meta.kinds).toContainEqual({
    family: "leave",
    type: String(other),
    name: "Study leave",
    translations: {},
    count: 2,
  });
  const none = requireOk(await manager.get("/approvals/inbox?family=finance")).body;
  expect([none.meta.total, none.data, none.meta.counts.leave]).toEqual([0, [], 3]);
  expect(requireOk(await manager.get("/approvals/count")).body.data).toEqual({ waiting: 3, sent: 0 });
  expect(requireOk(await world.api(people.employee).get("/approvals/count")).body.data).toEqual({
    waiting: 0,
    sent: 3,
  });
});

test("the inbox runs as many SQL statements for five thousand requests as for one", async () => {
  const { world, ask, manager, people, type } = await leaveFixture(await server.world());
  requireOk(await ask(workingWeek(1)));
  // Filters statements by name, because the session code occasionally writes in its own transaction.
  const featureStatements = (statements: string[]) =>
    statements.filter((each) => /^(?!session\.slide)\w+\.\w+$/.test(each));
  const read = async (): Promise<number> => {
    const names = featureStatements(
      await recordStatementNames(async () => requireOk(await manager.get("/approvals/inbox?per_page=50"))),
    );
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    return names.length;
  };
  await read();
  const one = await read();
  await createWaitingRequests(world, { from: people.employee, on: people.manager, type, count: 5_000 });
  // Updates the planner's statistics, as autovacuum would; otherwise queries are planned for an empty table.
  await server.owner.query("ANALYZE");
  expect(requireOk(await manager.get("/approvals/inbox?per_page=50")).body.meta.total).toBe(5_001);
  expect(await read()).toBe(one);
  expect(one).toBeLessThanOrEqual(16);
});
