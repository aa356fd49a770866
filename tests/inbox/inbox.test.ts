import type { InboxEntry } from "../../shared/approvals/approvals.contract";
import { testServer } from "../support/server";
import { office, week } from "../leave/office";
import { ok } from "../tasks/board";
import { statementsOf } from "../support/statements/sent";
import { waitingMany } from "./waiting";

const server = testServer();

const idsOf = (data: InboxEntry[]) => data.map(({ request }) => request.id);

test("nobody signed in has no inbox; a place that is none is refused", async () => {
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

test("pages go on behind a place, whatever is decided meanwhile", async () => {
  const { world, manager, people, type } = await office(await server.world());
  await waitingMany(world, { from: people.employee, on: people.manager, type, count: 7 });
  const first = ok(await manager.get("/approvals/inbox?per_page=3")).body;
  expect(first.meta).toMatchObject({ total: 7, counts: { leave: 7 }, last_page: 3 });
  ok(await manager.put(`/leave/leave-request/${first.data[0].request.id}/reject`, { reason: "No" }));
  const second = ok(await manager.get(`/approvals/inbox?per_page=3&after=${first.meta.next}`)).body;
  const third = ok(await manager.get(`/approvals/inbox?per_page=3&after=${second.meta.next}`)).body;
  expect(third.meta).toMatchObject({ total: 6, next: null });
  const all = [first, second, third].flatMap(({ data }) => idsOf(data));
  expect(new Set(all).size).toBe(7);
  const newest = ok(await manager.get("/approvals/inbox?sort=newest")).body;
  expect(idsOf(newest.data)).toEqual(all.slice(1).reverse());
  const rest = ok(await manager.get("/approvals/inbox?sort=newest&per_page=4")).body;
  const tail = ok(await manager.get(`/approvals/inbox?sort=newest&per_page=4&after=${rest.meta.next}`)).body;
  expect([...idsOf(rest.data), ...idsOf(tail.data)]).toEqual(idsOf(newest.data));
});

test("filters by family and kind; the counts stay those of everything", async () => {
  const { world, ask, manager, people, newType } = await office(await server.world());
  ok(await ask(week(1)));
  const other = await newType({ name: "Study leave" });
  await waitingMany(world, { from: people.employee, on: people.manager, type: other, count: 2 });
  const study = ok(await manager.get(`/approvals/inbox?family=leave&type=${other}`)).body;
  expect([study.meta.total, study.data.length, study.meta.counts.leave]).toEqual([2, 2, 3]);
  expect(study.meta.kinds).toContainEqual({
    family: "leave",
    type: String(other),
    name: "Study leave",
    translations: {},
    count: 2,
  });
  const none = ok(await manager.get("/approvals/inbox?family=finance")).body;
  expect([none.meta.total, none.data, none.meta.counts.leave]).toEqual([0, [], 3]);
  expect(ok(await manager.get("/approvals/count")).body.data).toEqual({ waiting: 3, sent: 0 });
  expect(ok(await world.api(people.employee).get("/approvals/count")).body.data).toEqual({ waiting: 0, sent: 3 });
});

test("five thousand that wait cost as many statements as one", async () => {
  const { world, ask, manager, people, type } = await office(await server.world());
  ok(await ask(week(1)));
  // By name: what the session itself writes now and then, in a transaction of its own, doesn't count.
  const named = (statements: string[]) => statements.filter((each) => /^(?!session\.slide)\w+\.\w+$/.test(each));
  const read = async (): Promise<number> => {
    const names = named(await statementsOf(async () => ok(await manager.get("/approvals/inbox?per_page=50"))));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]); // each once for the whole page
    return names.length;
  };
  await read();
  const one = await read();
  await waitingMany(world, { from: people.employee, on: people.manager, type, count: 5_000 });
  // As autovacuum does by itself where rows come one by one: else they are read by a plan for an empty table.
  await server.owner.query("ANALYZE");
  expect(ok(await manager.get("/approvals/inbox?per_page=50")).body.meta.total).toBe(5_001);
  expect(await read()).toBe(one);
  // For the whole page: what is left of each balance on its day, who else is away, and when each moves on.
  expect(one).toBeLessThanOrEqual(15);
});
