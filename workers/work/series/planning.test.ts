import type { Logger } from "pino";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { createSeriesPlanner } from "./planning";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Transactions end when the test answers them: the first of a run lists the requested series, the others plan one each. */
function planner() {
  const transactions: { tenantId: number; answer: (outcome: unknown) => Promise<void> }[] = [];
  const unitOfWork = (({ tenantId }) =>
    new Promise((resolve, reject) => {
      const answer = (outcome: unknown) => {
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome as never);
        return turn();
      };
      transactions.push({ tenantId, answer });
    })) as UnitOfWork;
  const warn = jest.fn();
  const service = createSeriesPlanner({ unitOfWork, log: { warn } as unknown as Logger });
  const runs: Promise<void>[] = [];
  const start = (...tenantIds: number[]) => {
    runs.push(...tenantIds.map((id) => service.run(id)));
    return turn();
  };
  return { ...service, start, runs, transactions, warn };
}

test("a run plans each series in its own transaction", async () => {
  const { start, runs, transactions } = planner();
  await start(1);
  for (const outcome of [[{ id: 5 }, { id: 6 }], null, null]) await transactions.at(-1)?.answer(outcome);
  await Promise.all(runs);
  expect(transactions).toHaveLength(3);
});

test("a run waits for the previous one of its tenant, but not of others", async () => {
  const { start, transactions } = planner();
  await start(1, 1, 2);
  expect(transactions.map(({ tenantId }) => tenantId)).toEqual([1, 2]);
  await transactions[0]?.answer([]);
  expect(transactions.map(({ tenantId }) => tenantId)).toEqual([1, 2, 1]);
});

test("a failure is logged, and the next run plans again", async () => {
  const { start, runs, transactions, warn } = planner();
  await start(1);
  await transactions[0]?.answer(new Error("away"));
  await Promise.all(runs);
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ tenant: 1 }), "series planning"]]);
  await start(1);
  expect(transactions).toHaveLength(2);
});

test("only holidays and the weekend request planning, which begins after the commit", async () => {
  const { consumer, transactions } = planner();
  const callbacks: (() => void)[] = [];
  const rows = jest.fn(async () => []);
  const tx = { tenantId: 1, rows, afterCommit: (callback: () => void) => callbacks.push(callback) } as unknown as Tx;
  for (const what of ["types", "calendar"]) await consumer.consume(tx, { data: { what } } as never, "tenant:1");
  expect(rows).toHaveBeenCalledTimes(1);
  await turn();
  expect(transactions).toEqual([]);
  for (const callback of callbacks) callback();
  await turn();
  expect(transactions).toHaveLength(1);
});

test("stop waits for the current series and plans no further one", async () => {
  const { start, stop, transactions } = planner();
  await start(1, 1);
  await transactions[0]?.answer([{ id: 5 }, { id: 6 }]);
  const stopping = stop();
  await transactions[1]?.answer(null);
  await stopping;
  expect(transactions).toHaveLength(2);
});
