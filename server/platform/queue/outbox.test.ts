import { pino } from "pino";
import { createOutbox } from "./outbox";
import type { CommittedEvent } from "../database/unit-of-work";

const log = pino({ level: "silent" });
const events = (from: number, count: number): CommittedEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    tenantId: 1,
    stream: "tenant:1",
    event: { id: from + at, revision: from + at, type: "tenant.updated", at: "", actor: null, data: { id: 1 } },
  }));
const idsOf = (batch: readonly CommittedEvent[]) => batch.map(({ event }) => event.id);

test("splits more events than fit one job into several jobs", async () => {
  const batches: number[][] = [];
  const outbox = createOutbox(async (batch) => void batches.push(idsOf(batch)), log);
  outbox.publish(events(1, 450));
  await outbox.drain();
  expect(batches.map((batch) => batch.length)).toEqual([200, 200, 50]);
  expect(batches.flat()).toEqual(idsOf(events(1, 450)));
});

test("events committed while a job is being added are sent with the next job", async () => {
  const batches: number[][] = [];
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const outbox = createOutbox(async (batch) => {
    batches.push(idsOf(batch));
    if (batches.length === 1) await first;
  }, log);
  for (const id of [1, 2, 3]) outbox.publish(events(id, 1));
  release();
  await outbox.drain();
  expect(batches).toEqual([[1], [2, 3]]);
});

test("after a failed batch the next batch is sent", async () => {
  const batches: number[][] = [];
  const outbox = createOutbox(async (batch) => {
    batches.push(idsOf(batch));
    if (batches.length === 1) throw new Error("away");
  }, log);
  outbox.publish(events(1, 201));
  await outbox.drain();
  outbox.publish(events(500, 1));
  await outbox.drain();
  expect(batches.map((batch) => batch.at(-1))).toEqual([200, 201, 500]);
});

test("drops events while the queue is blocked and resumes afterwards", async () => {
  const batches: number[][] = [];
  let now = 0;
  let take = () => {};
  const first = new Promise<void>((resolve) => {
    take = resolve;
  });
  const add = async (batch: CommittedEvent[]) => {
    batches.push(idsOf(batch));
    if (batches.length === 1) await first;
  };
  const outbox = createOutbox(add, log, () => now);
  outbox.publish(events(1, 1));
  now = 5_000;
  outbox.publish(events(2, 3)); // a short delay of the queue
  now = 5_001;
  outbox.publish(events(5, 1));
  outbox.publish(events(6, 1));
  take();
  await outbox.drain();
  expect(batches).toEqual([[1]]);
  outbox.publish(events(7, 1));
  await outbox.drain();
  expect(batches).toEqual([[1], [7]]);
});

test("after handTo, new events bypass the queue", async () => {
  const [queued, handed]: [number[][], number[][]] = [[], []];
  const outbox = createOutbox(async (batch) => void queued.push(idsOf(batch)), log);
  outbox.publish(events(1, 1));
  await outbox.drain();
  outbox.deliverTo(async (batch) => void handed.push(idsOf(batch)));
  outbox.publish(events(2, 2));
  await outbox.drain();
  expect([queued, handed]).toEqual([[[1]], [[2, 3]]]);
});

test("alternates between tenants and yields to the event loop", async () => {
  const of = (tenantId: number, all: CommittedEvent[]) => all.map((event) => ({ ...event, tenantId }));
  const batches: CommittedEvent[][] = [];
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const outbox = createOutbox(async (batch) => void batches.push(batch), log);
  outbox.publish(events(1, 1));
  outbox.publish(of(2, events(2, 150_000))); // the maximum of one transaction
  outbox.publish(of(3, events(200_000, 1)));
  await outbox.drain();
  over = true;
  expect(batches[1]?.map(({ tenantId }) => tenantId)).toContain(3);
  expect(batches.flat()).toHaveLength(150_002);
  expect(idsOf(batches.flat().filter(({ tenantId }) => tenantId === 2))).toEqual(idsOf(events(2, 150_000)));
  expect(turns).toBeGreaterThan(batches.length - 5);
});
