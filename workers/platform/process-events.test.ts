import "../../server/features";
import { pino } from "pino";
import type { CommittedEvent, Statement, Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Consumer } from "./consumer";
import { consumeAll } from "./process-events";

const event = (id: number): CommittedEvent => ({
  tenantId: 1,
  stream: "tenant:1",
  event: { id, revision: id, type: "tenant.updated", at: "", actor: null, data: { id: 1 } },
});

function newLog(eventCount: number, each: number) {
  const open = new Set(Array.from({ length: eventCount }, (_, at) => at + 1));
  const transactions: number[] = [];
  const consumed: number[] = [];
  const unitOfWork = (async (_, work) => {
    let notified = 0;
    const rows = async ({ name }: Statement, [ids]: [number[]]) => {
      if (name === "events.leave") for (const id of ids) open.add(id);
      return name === "events.claim" ? ids.filter((id) => open.delete(id)).map((id) => ({ id })) : [];
    };
    const tx = {
      rows,
      get eventCount() {
        return notified;
      },
      notify: () => {
        notified += each;
      },
    };
    const result = await work(tx as unknown as Tx);
    transactions.push(notified);
    return result;
  }) as UnitOfWork;
  const consumer: Consumer = {
    name: "test",
    events: ["tenant.updated"],
    consume: async (tx, { id }) => {
      consumed.push(id);
      (tx as unknown as { notify(): void }).notify();
    },
  };
  const broadcast = { events() {}, accessChanged() {}, flushed: async () => {}, close: async () => {} };
  const log = pino({ level: "silent" });
  const run = () =>
    consumeAll(
      { unitOfWork, broadcast, consumers: [consumer], log },
      1,
      [...open].map((id) => event(id)),
    );
  return { run, open, transactions, consumed };
}

test("events with many recipients are split into several transactions, in order", async () => {
  const { run, open, transactions, consumed } = newLog(200, 500);
  await run();
  expect(consumed).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(open.size).toBe(0);
  expect(Math.max(...transactions)).toBe(2_000);
  expect(transactions.reduce((sum, count) => sum + count, 0)).toBe(100_000);
});

test("events with few recipients share a transaction, large events have their own", async () => {
  const smallEvents = newLog(200, 3);
  await smallEvents.run();
  expect(smallEvents.transactions).toEqual([600]);
  const largeEvents = newLog(3, 10_000);
  await largeEvents.run();
  expect(largeEvents.transactions).toEqual([10_000, 10_000, 10_000]);
});
