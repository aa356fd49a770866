import { createCore, createLog, prepareDatabase } from "../server/boot";
import { ConfigError, readConfig } from "../server/config";
import { broadcastOverRedis } from "../server/platform/live/broadcast";
import { closePrototype } from "../server/platform/closed-prototype";
import { connectDatabase, DatabaseNewerError } from "../server/platform/database/database";
import { DatabaseLoginError } from "../server/platform/database/database-logins";
import { createFileStore } from "../server/platform/files/files";
import { openQueue } from "../server/platform/queue/queue";
import { endOnSignals } from "../server/platform/shutdown";
import { sourceStack } from "../server/platform/source-stack";
import { goOnAfterUncaught } from "../server/platform/uncaught";
import type { CommittedEvent } from "../server/platform/database/unit-of-work";
import { startWork } from "./work";

/** One worker process. Any number of them may run beside any number of servers. */
async function main(): Promise<void> {
  closePrototype();
  const config = readConfig();
  const { databaseUrl, redisUrl, databaseLogins: logins } = config;
  if (!databaseUrl || !redisUrl) {
    throw new ConfigError(
      "A worker of its own needs DATABASE_URL and REDIS_URL. Without them the server does its work.",
    );
  }
  const log = createLog(config);
  await prepareDatabase(config, databaseUrl);
  const core = await createCore(config, databaseUrl, log, "portal-worker");
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", logins, poolSize: 4 });
  const broadcast = broadcastOverRedis(redisUrl, log);
  const events = openQueue<CommittedEvent[]>("domain-events", { redisUrl, databaseUrl, logins, log });
  const schedules = openQueue("schedules", { redisUrl, databaseUrl, logins, log });
  const { unitOfWork } = core;
  const files = createFileStore(config);
  const stop = await startWork({ unitOfWork, workerDatabase, events, schedules, broadcast, files, config, log });
  process.stdout.write("Worker is ready\n");
  goOnAfterUncaught(log);

  endOnSignals(
    [
      { name: "work", run: stop, patienceMs: 5_000 },
      { name: "outbox", run: () => core.outbox.drain(), patienceMs: 2_000 },
      { name: "queue", run: () => core.events.close(), patienceMs: 2_000 },
      { name: "broadcast", run: () => broadcast.close() },
      { name: "connections", run: () => Promise.all([core.database.destroy(), workerDatabase.destroy()]) },
    ],
    log,
  );
}

main().catch((error) => {
  const known = [ConfigError, DatabaseLoginError, DatabaseNewerError].some((kind) => error instanceof kind);
  process.stderr.write(`${known ? error.message : sourceStack(error)}\n`);
  process.exit(1);
});
