import type { Tx } from "../../server/platform/database/unit-of-work";
import type { TestServer } from "./server";
import { until } from "./until";
import type { World } from "./world";

/** Long enough for a query on a busy computer; a lock that is missing shows at once, by the second being through. */
const patienceMs = 20_000;

type Work<Result> = (tx: Tx) => Promise<Result>;

/**
 * Two units of work, the second begun while the first has done its part and not yet committed: the second must wait in
 * the database until the first is over. Without the lock that is being tested nobody waits, and this fails.
 * @returns how each of them ended, the first one first: what the second makes of what it finds is for the test to say.
 */
export async function oneAtATime<Result>(
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
  one.catch(() => {}); // reported below
  await inside.opened;
  let over = false;
  const two = world.tx(second).finally(() => {
    over = true;
  });
  two.catch(() => {});
  try {
    await until("the second waits for the first", () => waiting(server, 1, over), patienceMs);
  } finally {
    first.open();
    await Promise.allSettled([one, two]);
  }
  return Promise.allSettled([one, two]);
}

/**
 * Calls that are all on their way before the first of them gets through: `lock` holds the rows that they come for until
 * each of them waits. A call that looks without locking has then looked too early, and shows it by what it does.
 */
export async function whileLocked<Result>(
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
    await until("every call waits for the lock", () => waiting(server, calls.length, over), patienceMs);
  });
  return Promise.all(answers);
}

/** @throws when somebody is through who should wait: there is nothing to wait for any more. */
async function waiting(server: TestServer, many: number, over: boolean): Promise<boolean> {
  if (over) throw new Error("Nothing kept it from going on: the lock is missing");
  const [row] = await server.owner.query<{ waiting: number }[]>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
  );
  return (row?.waiting ?? 0) >= many;
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
