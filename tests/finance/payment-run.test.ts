import { sql } from "../../server/platform/database/unit-of-work";
import { whileLocked } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office, today, url } from "./office";

const server = testServer();
const run = "/finance/payment-run";

const versionsOf = async (ids: number[], all: Awaited<ReturnType<typeof office>>) =>
  Promise.all(ids.map(async (id) => ({ id, version: (await all.read(id, all.admin)).version as number })));

test("refused to who pays nothing, and without reference, requests or versions", async () => {
  const all = await office(await server.world());
  const id = await all.approved();
  const requests = await versionsOf([id], all);
  for (const api of [all.employee, all.manager]) {
    expect((await api.post(run, { requests, reference: "R1" })).body.code).toBe("permission.denied");
  }
  const fields = async (body: object) => Object.keys((await all.payer.post(run, body)).body.errors);
  expect(await fields({ requests })).toEqual(["reference"]);
  expect(await fields({ reference: "R1" })).toEqual(["requests"]);
  expect(await fields({ requests: [], reference: "R1" })).toEqual(["requests"]);
  expect(await fields({ requests: [{ id }], reference: "R1" })).toEqual(["requests.0.version"]);
  expect(await all.read(id)).toMatchObject({ status: "approved" });
});

test("each by itself: what can't be paid is said by name and takes none of the others with it", async () => {
  const all = await office(await server.world());
  const { payer, manager, ask, world, read } = all;
  const [first, second, stale] = [await all.approved(), await all.approved(), await all.approved()];
  const waiting = ok(await ask()).body.data.id as number;
  const own = ok(await ask({}, payer)).body.data.id as number;
  ok(await all.finance.put(url(own, "approve")));
  const decidedBefore = ok(await ask()).body.data.id as number;
  ok(await manager.put(url(decidedBefore, "approve")));
  ok(await payer.put(url(decidedBefore, "approve")));
  const elsewhere = await office(await server.world());
  const theirs = await elsewhere.approved();
  const requests = await versionsOf([first, second, stale, waiting, own, decidedBefore], all);
  const sent = [
    ...requests.map((one) => (one.id === stale ? { ...one, version: one.version - 1 } : one)),
    { id: theirs, version: 1 },
    requests[0], // twice is as good as once
  ];
  const { message, data } = ok(await payer.post(run, { requests: sent, reference: "SEPA-1" })).body;
  expect(message).toBe("2 requests paid");
  expect(data.map(({ id, done, code }: { id: number; done: boolean; code: string }) => [id, done, code])).toEqual([
    [first, true, null],
    [second, true, null],
    [stale, false, "request.stale"],
    [waiting, false, "request.wrongState"],
    [own, false, "request.own"],
    [decidedBefore, false, "request.fourEyesPay"],
    [theirs, false, "notFound"],
  ]);
  for (const id of [first, second]) {
    expect(await read(id)).toMatchObject({ status: "paid", paid: { date: today, reference: "SEPA-1" } });
  }
  for (const id of [stale, decidedBefore]) expect(await read(id)).toMatchObject({ status: "approved", paid: null });
  expect(await elsewhere.read(theirs)).toMatchObject({ status: "approved" });
  expect(world.tenantId).not.toBe(elsewhere.world.tenantId);
});

test("a day that can't be is said for each; what was paid together comes as one file", async () => {
  const all = await office(await server.world());
  const ids = [await all.approved(), await all.approved()];
  const other = await all.approved();
  const requests = await versionsOf(ids, all);
  const refused = ok(await all.payer.post(run, { requests, reference: "R", date: "2999-01-01" })).body.data;
  expect(refused).toMatchObject([
    { done: false, status: 422, message: "This day is still to come" },
    { done: false, status: 422 },
  ]);
  ok(await all.payer.post(run, { requests, reference: "R" }));
  const numbers = await Promise.all([...ids, other].map(async (id) => (await all.read(id)).number as string));
  const file = await all.payer.get(`/finance/export?format=csv&scope=all&ids=${ids.join(",")}`);
  expect(numbers.map((number) => file.text.includes(number))).toEqual([true, true, false]);
});

test("of two runs at once each request is paid once", async () => {
  const all = await office(await server.world());
  const id = await all.approved();
  const requests = await versionsOf([id], all);
  const hold = sql("test.holdPaid", "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE");
  const answers = await whileLocked(server, all.world, (tx) => tx.rows(hold, [id]), [
    () => all.payer.post(run, { requests, reference: "A" }),
    () => all.admin.post(run, { requests, reference: "B" }),
  ]);
  const results = answers.map((answer) => ok(answer).body.data[0]);
  expect(results.filter(({ done }) => done)).toHaveLength(1);
  expect(results.filter(({ status }) => status === 409)).toHaveLength(1);
});
