import "../../server/features";
import { pino } from "pino";
import type { CommittedEvent, Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import { createConsumerRunner } from "./consumer-runner";
import type { Consumer } from "./consumer";

const event = (tenantId: number, id: number): CommittedEvent => ({
  tenantId,
  stream: `tenant:${tenantId}`,
  event: { id, revision: id, type: "tenant.updated", at: "", actor: null, data: { id: tenantId } },
});
const several = (tenantId: number, from: number, amount: number) =>
  Array.from({ length: amount }, (_, at) => event(tenantId, from + at));

function newScene(fails: (ids: readonly number[]) => boolean = () => false) {
  const begun: { tenantId: number; ids: number[]; end: () => void }[] = [];
  const consumed: number[] = [];
  const consumer: Consumer = {
    name: "test",
    events: ["tenant.updated"],
    consume: async (_, one) => void consumed.push(one.id),
  };
  const unitOfWork = (async ({ tenantId }, work) => {
    const rows = async (_: unknown, [ids]: [number[] | number]) => {
      const list = [ids].flat();
      await new Promise<void>((resolve) => begun.push({ tenantId, ids: list, end: resolve }));
      if (fails(list)) throw new Error("on purpose");
      return list.map((id) => ({ id }));
    };
    return work({ rows } as unknown as Tx);
  }) as UnitOfWork;
  const broadcast = { events() {}, accessChanged() {}, flushed: async () => {}, close: async () => {} };
  const log = pino({ level: "silent" });
  const runner = createConsumerRunner({ unitOfWork, broadcast, consumers: [consumer], log });
  return { runner, begun, consumed };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const isDone = async (promise: Promise<unknown>) => Promise.race([promise.then(() => true), turn().then(() => false)]);

test("events received during a transaction form the next batch, in order", async () => {
  const { runner, begun, consumed } = newScene();
  for (const id of [1, 2, 3]) runner.enqueue([event(1, id)]);
  expect(begun.map(({ ids }) => ids)).toEqual([[1]]);
  begun[0]?.end();
  await turn();
  expect(begun.map(({ ids }) => ids)).toEqual([[1], [2, 3]]);
  runner.enqueue([event(1, 4)]);
  begun[1]?.end();
  await turn();
  begun[2]?.end();
  await runner.drained();
  expect(consumed).toEqual([1, 2, 3, 4]);
});

test("tenants run concurrently, and a repeated event is queued once", async () => {
  const { runner, begun } = newScene();
  runner.enqueue([event(1, 1), event(2, 2), event(1, 3)]);
  runner.enqueue([event(1, 1), event(2, 2)]);
  expect(begun.map(({ tenantId, ids }) => [tenantId, ids])).toEqual([
    [1, [1, 3]],
    [2, [2]],
  ]);
  expect([1, 2, 3, 4].map(runner.isQueued)).toEqual([true, true, true, false]);
  for (const { end } of begun) end();
  await runner.drained();
  expect(runner.isQueued(1)).toBe(false);
});

test("a tenant's events beyond the limit are left to redrive", async () => {
  const { runner, begun, consumed } = newScene();
  runner.enqueue(several(1, 1, 2_000)); // the first 200 of these events have been started
  runner.enqueue(several(1, 2_001, 1_000));
  expect([2_200, 2_201, 3_000].map(runner.isQueued)).toEqual([true, false, false]);
  runner.enqueue(several(2, 10_001, 3));
  const others = begun.find(({ tenantId }) => tenantId === 2);
  others?.end();
  await runner.processed([10_001, 10_002, 10_003]);
  expect(consumed).toEqual([10_001, 10_002, 10_003]);
  begun[0]?.end();
  await runner.processed([1, 200]);
  runner.enqueue(several(1, 2_201, 1_000)); // a processed batch frees capacity
  expect([2_201, 2_400, 2_401].map(runner.isQueued)).toEqual([true, true, false]);
});

test("the number of queued events is limited across tenants", () => {
  const { runner } = newScene();
  for (let tenantId = 1; tenantId <= 20; tenantId++) runner.enqueue(several(tenantId, tenantId * 10_000, 2_000));
  expect([10_000, 10 * 10_000 + 1_999, 11 * 10_000, 20 * 10_000].map(runner.isQueued)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("events of a failing batch are processed one by one, and none stays queued", async () => {
  const { runner, begun, consumed } = newScene((ids) => ids.length > 1);
  runner.enqueue(several(1, 1, 3));
  const drained = runner.drained();
  for (let at = 0; !(await isDone(drained)); at++) begun[at]?.end();
  expect(consumed).toEqual([1, 2, 3]);
  expect([1, 2, 3].some(runner.isQueued)).toBe(false);
});

test("without a database no event stays queued", async () => {
  const unitOfWork = (() => Promise.reject(new Error("away"))) as UnitOfWork;
  const broadcast = { events() {}, accessChanged() {}, flushed: async () => {}, close: async () => {} };
  const runner = createConsumerRunner({ unitOfWork, broadcast, consumers: [], log: pino({ level: "silent" }) });
  runner.enqueue([event(1, 1), event(2, 2)]);
  await runner.drained();
  expect([1, 2].some(runner.isQueued)).toBe(false);
});
