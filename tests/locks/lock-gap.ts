import { type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../support/serialized";
import type { TestServer } from "../support/server";
import { waitUntil } from "../support/wait-until";
import type { World } from "../support/world";

export const changeStatement =
  (text: string, ...values: unknown[]) =>
  (tx: Tx): Promise<unknown[]> =>
    tx.rows(unnamedSql(text), values);

/**
 * Checks a lock: the transaction with `changes` is still open when `call` starts. `call` must wait and then read the committed state.
 * Without the lock it would read before waiting, or not wait at all.
 */
export async function runInsideLockGap<Result>(
  server: TestServer,
  world: World,
  changes: readonly ((tx: Tx) => Promise<unknown>)[],
  call: () => Promise<Result>,
): Promise<Result> {
  const makeThem = async (tx: Tx) => {
    for (const make of changes) await make(tx);
  };
  const [result] = await runWhileLocked(server, world, makeThem, [call]);
  return result as Result;
}

/**
 * Checks that `work` skips locked rows: it must end while the transaction of `hold` is still open.
 * @throws if `work` waits instead
 */
export async function expectNotBlocked<Result>(
  server: TestServer,
  world: World,
  hold: (tx: Tx) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let working: Promise<Result> | undefined;
  let over = false;
  try {
    await world.tx(async (tx) => {
      await hold(tx);
      working = work().finally(() => {
        over = true;
      });
      working.catch(() => {});
      await waitUntil("it is over, though somebody holds the row", async () => {
        if (!over && (await hasLockWaiters(server))) throw new Error("It waits for what it should pass by");
        return over;
      });
    });
  } finally {
    await Promise.allSettled([working]);
  }
  return working as Promise<Result>;
}

export async function hasLockWaiters(server: Pick<TestServer, "owner">): Promise<boolean> {
  const rows = await server.owner.query<unknown[]>(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
