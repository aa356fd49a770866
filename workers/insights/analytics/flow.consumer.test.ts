import type { DomainEvent } from "../../../shared/kernel/events";
import { pino } from "pino";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { createFlowConsumer } from "./flow.consumer";

const restMs = 2_000;

function scene() {
  const running = new Map<number, () => void>();
  const unitOfWork = (async (_: unknown, work: (tx: Tx) => Promise<unknown>) => {
    let project = 0;
    const rows = async (_statement: unknown, [id]: number[]) => {
      project = id as number;
      return [];
    };
    await work({ rows } as unknown as Tx);
    await new Promise<void>((end) => running.set(project, end));
    running.delete(project);
  }) as unknown as UnitOfWork;
  const { consumer, stop } = createFlowConsumer({ unitOfWork, log: pino({ level: "silent" }), restMs });
  /** Publishes an event in each of these projects; the first read happens immediately, in the transaction of the batch. */
  const happens = (tenantId: number, ...projects: number[]) => {
    const tx = { tenantId, rows: async () => [], afterCommit: (run: () => void) => run() } as unknown as Tx;
    const batch = projects.map((project_id) => ({ type: "column.updated", data: { project_id } }) as DomainEvent);
    return consumer.prepare?.(tx, batch);
  };
  const reads = () => [...running.keys()];
  const end = async (project: number) => {
    running.get(project)?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { happens, reads, end, stop, rest: () => jest.advanceTimersByTimeAsync(restMs) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("at most one project per tenant and two in total are read concurrently", async () => {
  const { happens, reads, end, rest } = scene();
  for (const _ of ["read at once", "while they rest"]) {
    await happens(1, 11, 12, 13);
    await happens(2, 21, 22);
    await happens(3, 31);
  }
  await rest();
  expect(reads()).toEqual([11, 21]);
  await end(11);
  expect(reads()).toEqual([21, 31]);
  await end(31);
  expect(reads()).toEqual([21, 12]);
  await end(12);
  expect(reads()).toEqual([21, 13]);
  await end(13);
  expect(reads()).toEqual([21]);
  await end(21);
  expect(reads()).toEqual([22]);
});

test("a read includes earlier events; events during it are read after a pause", async () => {
  const { happens, reads, end, rest } = scene();
  for (const _ of ["read at once", "while they rest", "once more"]) await happens(1, 11, 12);
  await rest();
  expect(reads()).toEqual([11]);
  await happens(1, 12);
  await end(11);
  await end(12);
  await rest();
  expect(reads()).toEqual([]);

  for (const _ of ["read at once", "while they rest"]) await happens(1, 11, 12);
  await rest();
  await happens(1, 11);
  await end(11);
  await end(12);
  await rest();
  expect(reads()).toEqual([11]);
});

test("stop waits for running reads and leaves queued reads to the schedule", async () => {
  const { happens, reads, end, stop, rest } = scene();
  for (const _ of ["read at once", "while they rest"]) await happens(1, 11, 12);
  await rest();
  const over = jest.fn();
  const stopping = stop().then(over);
  await jest.advanceTimersByTimeAsync(0);
  expect(over).not.toHaveBeenCalled();
  await end(11);
  await stopping;
  expect(reads()).toEqual([]);
});
