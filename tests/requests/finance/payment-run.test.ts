import { sql } from "../../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, today, requestUrl } from "./fixtures";

const server = testServer();
const run = "/finance/payment-run";

const versionsOf = async (ids: number[], all: Awaited<ReturnType<typeof financeFixture>>) =>
  Promise.all(ids.map(async (id) => ({ id, version: (await all.read(id, all.admin)).version as number })));

test("a payment run requires the permission, a reference, requests and versions", async () => {
  const all = await financeFixture(await server.world());
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

test("a payment run lists due payments first, then those without a due day", async () => {
  const all = await financeFixture(await server.world());
  expect(requireOk(await all.payer.get(run)).body).toMatchObject({ data: [], meta: { total: 0 } });
  expect((await all.employee.get(run)).body.code).toBe("permission.denied");
  const open = await all.approved();
  const late = await all.approved({ needed_by: "2026-03-02" });
  const early = await all.approved({ needed_by: "2026-03-01" });
  const also = await all.approved({ needed_by: "2026-03-01" });
  const own = requireOk(await all.ask({ needed_by: "2026-02-01" }, all.payer)).body.data.id as number;
  requireOk(await all.finance.put(requestUrl(own, "approve")));
  requireOk(await all.ask({ needed_by: "2026-01-01" })); // undecided
  await all.paid({ needed_by: "2026-01-01" });
  const elsewhere = await financeFixture(await server.world());
  await elsewhere.approved({ needed_by: "2026-01-01" });
  const { data, meta } = requireOk(await all.payer.get(run)).body;
  expect(meta.total).toBe(5);
  expect(data.map(({ id, refusal }: { id: number; refusal: string | null }) => [id, refusal])).toEqual([
    [own, "request.own"],
    [early, null],
    [also, null],
    [late, null],
    [open, null],
  ]);
  expect(data[1]).toMatchObject({ needed_by: "2026-03-01", status: "approved" });
});

test("a failing request in a payment run doesn't block the other requests", async () => {
  const all = await financeFixture(await server.world());
  const { payer, manager, ask, world, read } = all;
  const [first, second, stale] = [await all.approved(), await all.approved(), await all.approved()];
  const waiting = requireOk(await ask()).body.data.id as number;
  const own = requireOk(await ask({}, payer)).body.data.id as number;
  requireOk(await all.finance.put(requestUrl(own, "approve")));
  const decidedBefore = requireOk(await ask()).body.data.id as number;
  requireOk(await manager.put(requestUrl(decidedBefore, "approve")));
  requireOk(await payer.put(requestUrl(decidedBefore, "approve")));
  const elsewhere = await financeFixture(await server.world());
  const theirs = await elsewhere.approved();
  const requests = await versionsOf([first, second, stale, waiting, own, decidedBefore], all);
  const sent = [
    ...requests.map((one) => (one.id === stale ? { ...one, version: one.version - 1 } : one)),
    { id: theirs, version: 1 },
    requests[0], // a duplicate is ignored
  ];
  const { message, data } = requireOk(await payer.post(run, { requests: sent, reference: "SEPA-1" })).body;
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

test("an invalid date is reported per request, and a paid run can be exported", async () => {
  const all = await financeFixture(await server.world());
  const ids = [await all.approved(), await all.approved()];
  const other = await all.approved();
  const requests = await versionsOf(ids, all);
  const refused = requireOk(await all.payer.post(run, { requests, reference: "R", date: "2999-01-01" })).body.data;
  expect(refused).toMatchObject([
    { done: false, status: 422, message: "This date is in the future" },
    { done: false, status: 422 },
  ]);
  requireOk(await all.payer.post(run, { requests, reference: "R" }));
  const numbers = await Promise.all([...ids, other].map(async (id) => (await all.read(id)).number as string));
  const file = await all.payer.get(`/finance/export?format=csv&scope=all&ids=${ids.join(",")}`);
  expect(numbers.map((number) => file.text.includes(number))).toEqual([true, true, false]);
});

test("two concurrent payment runs pay each request once", async () => {
  const all = await financeFixture(await server.world());
  const id = await all.approved();
  const requests = await versionsOf([id], all);
  const lockRequest = sql(
    "test.holdPaid",
    "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
  );
  const answers = await runWhileLocked(server, all.world, (tx) => tx.rows(lockRequest, [id]), [
    () => all.payer.post(run, { requests, reference: "A" }),
    () => all.admin.post(run, { requests, reference: "B" }),
  ]);
  const results = answers.map((answer) => requireOk(answer).body.data[0]);
  expect(results.filter(({ done }) => done)).toHaveLength(1);
  expect(results.filter(({ status }) => status === 409)).toHaveLength(1);
});
