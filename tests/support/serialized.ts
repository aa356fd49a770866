import type { Tx } from "../../server/platform/database/unit-of-work";
import type { TestServer } from "./server";
import { waitUntil } from "./wait-until";
import type { World } from "./world";

/**
 * Timeout in ms, long enough for a query on a busy machine. A missing lock fails the test immediately, since the second transaction then
 * finishes.
 */
const patienceMs = 20_000;

type Work<Result> = (tx: Tx) => Promise<Result>;

/**
 * Runs two transactions: the second starts when the first has done its work but not committed, and must wait in the database until the
 * first ends. Fails if the second doesn't wait, since then the lock under test is missing.
 * @returns the outcomes, the first transaction's first
 */
export async function runSerialized<Result>(
  server: TestServer,
  world: World,
  work: Work<Result>,
  second: Work<Result> = work,
): Promise<PromiseSettledResult<Result>[]> {
  const first = gate();
  const inside = gate();
  const one = world.tx(async (tx) => {
    try {
      return await work(tx);
    } finally {
      inside.open();
      await first.opened;
    }
  });
  one.catch(() => {}); // reported by the awaits below
  await inside.opened;
  let over = false;
  const two = world.tx(second).finally(() => {
    over = true;
  });
  two.catch(() => {});
  try {
    await waitUntil("the second waits for the first", () => waiting(server, 1, over), patienceMs);
  } finally {
    first.open();
    await Promise.allSettled([one, two]);
  }
  return Promise.allSettled([one, two]);
}

/**
 * Runs calls concurrently: `lock` holds the rows they need until all calls wait. A call that reads without locking has then read too early,
 * which its result shows.
 */
export async function runWhileLocked<Result>(
  server: TestServer,
  world: World,
  lock: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  let answers: Promise<Result>[] = [];
  let over = false;
  await world.tx(async (tx) => {
    await lock(tx);
    answers = calls.map((call) =>
      call().finally(() => {
        over = true;
      }),
    );
    for (const answer of answers) answer.catch(() => {});
    await waitUntil("every call waits for the lock", () => waiting(server, calls.length, over), patienceMs);
  });
  return Promise.all(answers);
}

/** @throws when a call that should wait has finished */
async function waiting(server: TestServer, expectedCount: number, over: boolean): Promise<boolean> {
  if (over) throw new Error("Nothing kept it from going on: the lock is missing");
  const [row] = await server.owner.query<{ waiting: number }[]>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
  );
  return (row?.waiting ?? 0) >= expectedCount;
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
