import pg from "pg";
import { prepareDatabase } from "../../server/boot";
import type { Config } from "../../server/config";
import { seedDemoIfEmpty } from "../../server/demo/demo.seed";
import { runMigrations } from "../../server/platform/database/database";
import { prepareQueueStorage } from "../../server/platform/queue/queue";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { DatabaseSeeder } from "../support/seed";
import { waitUntil } from "../support/wait-until";

async function waitsBehind(url: string, lock: number, work: () => Promise<unknown>): Promise<void> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  let over = false;
  let working: Promise<unknown> | undefined;
  try {
    await other.query("SELECT pg_advisory_lock($1)", [lock]);
    working = work().finally(() => {
      over = true;
    });
    working.catch(() => {});
    await waitUntil("it waits", async () => {
      if (over) throw new Error("Nothing kept it from going on: the lock is missing");
      const { rowCount } = await other.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return rowCount === 1;
    });
  } finally {
    await other.end();
    await Promise.allSettled([working]);
  }
  await working;
}

test("a second concurrent migration waits for the first", async () => {
  const url = await freshDatabaseUrl("locks");
  await waitsBehind(url, 7310177, () => runMigrations(url));
});

test("a second concurrent queue preparation waits for the first", async () => {
  const url = await freshDatabaseUrl("locks");
  await waitsBehind(url, 7310179, () => prepareQueueStorage(url));
});

test("a second concurrent demo seed waits for the first", async () => {
  const url = await freshDatabaseUrl("locks");
  const seed = DatabaseSeeder.at(url);
  await seed.tenant();
  await seed.close();
  await waitsBehind(url, 7310178, async () => expect(await seedDemoIfEmpty(url)).toBeNull());
});

test.each([
  [null, "bullmq"],
  ["redis://localhost:6379", null],
])("with the queue URL %s, the database gets the queue schema %s", async (redisUrl, schema) => {
  const url = await freshDatabaseUrl("locks");
  await prepareDatabase({ redisUrl } as Config, url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT to_regnamespace('bullmq')::text AS schema").finally(() => client.end());
  expect(rows).toEqual([{ schema }]);
});
