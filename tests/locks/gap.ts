import { type Tx, unnamed } from "../../server/platform/database/unit-of-work";
import { whileLocked } from "../support/one-at-a-time";
import type { TestServer } from "../support/server";
import { until } from "../support/until";
import type { World } from "../support/world";

/** Rows that somebody changes, as a statement with its values. */
export const change =
  (text: string, ...values: unknown[]) =>
  (tx: Tx): Promise<unknown[]> =>
    tx.rows(unnamed(text), values);

/**
 * The gap that a lock closes: `changes` are made and not yet committed when the call comes. It must wait, and then do
 * its work with what stands by then. Without the lock it has looked before it waits, or doesn't wait at all.
 */
export async function inTheGap<Result>(
  server: TestServer,
  world: World,
  changes: readonly ((tx: Tx) => Promise<unknown>)[],
  call: () => Promise<Result>,
): Promise<Result> {
  const makeThem = async (tx: Tx) => {
    for (const make of changes) await make(tx);
  };
  const [result] = await whileLocked(server, world, makeThem, [call]);
  return result as Result;
}

/** What somebody else holds is left alone: `work` ends while `hold` goes on. @throws when it waits instead. */
export async function passesBy<Result>(
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
      await until("it is over, though somebody holds the row", async () => {
        if (!over && (await someoneWaits(server))) throw new Error("It waits for what it should pass by");
        return over;
      });
    });
  } finally {
    await Promise.allSettled([working]);
  }
  return working as Promise<Result>;
}

/** Whether anything of this database waits for a lock: a row's, or an advisory one. */
export async function someoneWaits(server: Pick<TestServer, "owner">): Promise<boolean> {
  const rows = await server.owner.query<unknown[]>(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
