import { setTimeout as delay } from "node:timers/promises";
import { startArchiveRun } from "../../../shared/requests/finance/finance-settings.contract";
import { LiveWorld } from "../../support/live-world";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { buildPrograms, type ProgramProcess, startProgram } from "../../support/programs";
import { describeWithRedis, freePort } from "../../support/redis";
import { DatabaseSeeder } from "../../support/seed";
import { waitUntil } from "../../support/wait-until";

const requestCount = 2_000;

/** Kills the two archiving workers with `kill -9` in the middle, one after the other: each request is moved once, with one event. */
describeWithRedis("two workers that are killed while they archive", (redis) =>
  describe("archive workers as separate processes", () => {
    let seed: DatabaseSeeder;
    let server: ProgramProcess;
    let workers: ProgramProcess[] = [];
    let world: LiveWorld;
    let shared: Record<string, string>;

    beforeAll(async () => {
      await buildPrograms();
      const databaseUrl = await freshDatabaseUrl("archive_killed");
      seed = DatabaseSeeder.at(databaseUrl);
      shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
      const port = await freePort();
      server = await startProgram("server", { ...shared, PORT: String(port) });
      world = await LiveWorld.create(`http://127.0.0.1:${port}`, seed);
    }, 60_000);
    afterAll(async () => {
      world?.close();
      await Promise.all([...workers.map((worker) => worker.stop()), server?.stop()]);
      await seed?.close();
    }, 60_000);

    const count = async (from: string) =>
      Number((await seed.rows<{ n: string }>(`SELECT count(*) AS n FROM ${from}`, [world.tenant.id]))[0]?.n);
    const archived = () => count("finance_request WHERE tenant_id = $1 AND status = 'archived'");
    /** Abandoned runs continue by a schedule once a minute (workers/requests/finance/archive.ts); the test makes them due immediately. */
    const untilArchived = (what: string, enough: (moved: number) => boolean) =>
      waitUntil(
        what,
        async () => {
          if (enough(await archived())) return true;
          await seed.rows(
            "UPDATE domain_event SET processed_at = NULL WHERE tenant_id = $1 AND type = 'archive_run.updated' AND (data->>'moved')::int = 0",
            [world.tenant.id],
          );
          await delay(500);
          return false;
        },
        90_000,
      );

    test("every paid request is archived once, with one event each", async () => {
      const ada = await world.person("Ada", "administrator");
      await seed.rows(
        `WITH r AS (
           INSERT INTO request (tenant_id, family, requester_id, type, status)
           SELECT $1, 'finance', $2, 'payment', 'paid' FROM generate_series(1, $3::int) RETURNING id)
         INSERT INTO finance_request (id, tenant_id, requester_id, type, status, number, number_year, dated, title, currency,
           rate, home_currency, home_amount, cost, paid_on, paid_reference, archive_from)
         SELECT id, $1, $2, 'payment', 'paid', row_number() OVER (ORDER BY id), 2026, '2026-01-05', 'Packaging', 'USD',
           1, 'USD', 0, 0, '2026-01-07', 'TRX', '2026-01-07' FROM r`,
        [world.tenant.id, ada.id, requestCount],
      );
      await ada.http.call(startArchiveRun, {});
      workers = await Promise.all([startProgram("worker", shared), startProgram("worker", shared)]);
      for (let turn = 0; turn < 4; turn++) {
        const before = await archived();
        await untilArchived("some are moved", (moved) => moved > before || before === requestCount);
        await workers[turn % 2]?.kill();
        workers[turn % 2] = await startProgram("worker", shared);
      }
      await untilArchived("all are moved", (moved) => moved === requestCount);
      const [eventCounts] = await seed.rows<{ events: string; requests: string }>(
        `SELECT count(*) AS events, count(DISTINCT data->>'id') AS requests FROM domain_event
         WHERE tenant_id = $1 AND type = 'request.archived'`,
        [world.tenant.id],
      );
      expect([Number(eventCounts?.events), Number(eventCounts?.requests)]).toEqual([requestCount, requestCount]);
      const runs = "SELECT moved, state FROM finance_archive_run WHERE tenant_id = $1";
      await waitUntil(
        "the run has ended",
        async () => (await seed.rows<{ state: string }>(runs, [world.tenant.id]))[0]?.state === "done",
      );
      expect(await seed.rows(runs, [world.tenant.id])).toMatchObject([{ moved: requestCount }]);
    }, 300_000);
  }),
);
