import { createCoreServices, createLog, prepareDatabase } from "../server/boot";
import { ConfigError, readConfig } from "../server/config";
import { broadcastOverRedis } from "../server/platform/live/broadcast";
import { freezeObjectPrototype } from "../server/platform/freeze-object-prototype";
import { connectDatabase, DatabaseVersionError } from "../server/platform/database/database";
import { DatabaseLoginError } from "../server/platform/database/database-logins";
import { createFileStore } from "../server/platform/files/files";
import { openQueue } from "../server/platform/queue/queue";
import { endOnSignals } from "../server/platform/shutdown";
import { sourceStack } from "../server/platform/source-stack";
import type { CommittedEvent } from "../server/platform/database/unit-of-work";
import { startWorkerProcess } from "./work";
import { surviveUncaughtErrors } from "../server/platform/log-error";

async function main(): Promise<void> {
  freezeObjectPrototype();
  const config = readConfig();
  const { databaseUrl, redisUrl, databaseLogins: logins } = config;
  if (!databaseUrl || !redisUrl) {
    throw new ConfigError(
      "A separate worker needs DATABASE_URL and REDIS_URL. Without them the server runs the jobs itself.",
    );
  }
  const log = createLog(config);
  await prepareDatabase(config, databaseUrl);
  const core = await createCoreServices(config, databaseUrl, log, "portal-worker");
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", logins, poolSize: 4 });
  const broadcast = broadcastOverRedis(redisUrl, log);
  const events = openQueue<CommittedEvent[]>("domain-events", { redisUrl, databaseUrl, logins, log });
  const schedules = openQueue("schedules", { redisUrl, databaseUrl, logins, log });
  const { unitOfWork } = core;
  const files = createFileStore(config);
  const stop = await startWorkerProcess({
    unitOfWork,
    workerDatabase,
    events,
    schedules,
    broadcast,
    files,
    config,
    log,
  });
  process.stdout.write("Worker is ready\n");
  surviveUncaughtErrors(log);

  endOnSignals(
    [
      { name: "work", run: stop, patienceMs: 5_000 },
      { name: "outbox", run: () => core.outbox.drain(), patienceMs: 2_000 },
      { name: "queue", run: () => core.events.close(), patienceMs: 2_000 },
      { name: "broadcast", run: () => broadcast.close() },
      { name: "connections", run: () => Promise.all([core.database.destroy(), workerDatabase.destroy()]) },
      { name: "traces", run: core.stopTracing, patienceMs: 2_000 },
    ],
    log,
  );
}

main().catch((error) => {
  const isExpected = [ConfigError, DatabaseLoginError, DatabaseVersionError].some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected ? error.message : sourceStack(error)}\n`);
  process.exit(1);
});
