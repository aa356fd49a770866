import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { startWork } from "../workers/work";
import { type AppOptions, createApp } from "./app";
import { createCore, createLog, createPlatform, openSocketDatabase, prepareDatabase } from "./boot";
import { type Config, ConfigError, readConfig } from "./config";
import { demoPasswordsStand } from "./demo/demo.passwords";
import { demoAccounts, seedDemoIfEmpty } from "./demo/demo.seed";
import { closePrototype } from "./platform/closed-prototype";
import { connectDatabase, DatabaseNewerError } from "./platform/database/database";
import { DatabaseLoginError } from "./platform/database/database-logins";
import { endCalls } from "./platform/http/serve/end-calls";
import { newOutboxKey } from "./platform/mail/dev-outbox";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/embedded-postgres";
import { createLive } from "./platform/live/live";
import type { FileStore } from "./platform/files/file-store";
import { createFileStore } from "./platform/files/files";
import { measure } from "./platform/http/metrics";
import { openQueue } from "./platform/queue/queue";
import { endOnSignals, type Step } from "./platform/shutdown";
import { sourceStack } from "./platform/source-stack";
import { goOnAfterUncaught } from "./platform/uncaught";
import { mayFollow } from "./streams.policy";

/** Said to the person who starts it, without a trace. */
class StartError extends Error {}

/** Without a DATABASE_URL the product brings its own PostgreSQL. */
async function database(config: Config, log: Logger): Promise<{ url: string; stop?: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (sentence) => log.info(sentence),
      onFailure: (error) => {
        log.fatal({ err: error }, "the database is gone");
        process.kill(process.pid, "SIGTERM");
      },
    });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/**
 * One server process. It also does the workers' part when there is nobody else to do it: without Redis, or when asked
 * to with `--with-workers` (`npm start`).
 */
async function main(): Promise<void> {
  closePrototype();
  const config = readConfig();
  const log = createLog(config);
  const postgres = await database(config, log);
  await prepareDatabase(config, postgres.url);
  if (config.seedDemo) await seedDemoIfEmpty(postgres.url, new Date(), createFileStore(config), config.stripe === null);

  const core = await createCore(config, postgres.url, log, "portal-server");
  const socketDatabase = await openSocketDatabase(postgres.url);
  const platform = createPlatform(config, core, socketDatabase);
  const demo = await demoPasswordsStand(platform.tenants, core.unitOfWork);
  const outboxKey = newOutboxKey(config, demo);
  const readiness: AppOptions["readiness"] = config.redisUrl ? { redis: () => core.events.waiting() } : {};
  const app = await createApp(platform, { readiness, outboxKey });
  const live = createLive(app, mayFollow);
  const stopWork = await workHere(config, postgres.url, core, live, platform.files);
  measure("portal_sockets", "Open connections of screens", () => live.sockets());
  measure("portal_events_waiting", "Jobs of committed events in the queue", () => core.events.waiting());

  await listen(app, config, demo);
  announce(app.server.address() as AddressInfo, config, demo, outboxKey);
  measure("portal_uncaught_errors", "Errors that nobody caught", goOnAfterUncaught(log));

  const steps: Step[] = [
    // At once: the sockets' end waits for every connection, and calls over one that is never idle end only once all do.
    { name: "sockets and calls", run: () => Promise.all([live.close(), endCalls(app)]) },
    { name: "child processes", run: () => platform.childProcesses.close() },
    { name: "mail", run: () => platform.mailer.close() },
    { name: "outbox", run: () => core.outbox.drain(), patienceMs: 2_000 },
    { name: "work", run: stopWork, patienceMs: 5_000 },
    { name: "queue", run: () => core.events.close(), patienceMs: 2_000 },
    { name: "connections", run: () => Promise.all([core.database.destroy(), socketDatabase.destroy()]) },
    { name: "database", run: () => postgres.stop?.() },
  ];
  endOnSignals(steps, log);
}

async function workHere(
  config: Config,
  databaseUrl: string,
  core: Awaited<ReturnType<typeof createCore>>,
  broadcast: ReturnType<typeof createLive>,
  files: FileStore,
): Promise<() => Promise<void>> {
  if (config.redisUrl && !process.argv.includes("--with-workers")) return async () => {};
  const { redisUrl, databaseLogins: logins } = config;
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", logins, poolSize: 4 });
  const events = openQueue<never>("domain-events", { redisUrl, databaseUrl, logins, log: core.log });
  const schedules = openQueue("schedules", { redisUrl, databaseUrl, logins, log: core.log });
  const { log, unitOfWork } = core;
  // Commands (`npm run tenant`) and processes of an older version still send theirs by the queue.
  const outbox = redisUrl ? undefined : core.outbox;
  const stop = await startWork({
    unitOfWork,
    workerDatabase,
    events,
    outbox,
    schedules,
    broadcast,
    files,
    config,
    log,
  });
  return async () => {
    await stop();
    await workerDatabase.destroy();
  };
}

/** Nobody but this computer reaches accounts whose password the README tells everybody, unless HOST says so. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config, demo: boolean): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host ?? (demo ? "127.0.0.1" : "0.0.0.0") });
  } catch (error) {
    if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    throw new StartError(`Port ${config.port} is taken. Stop what listens there, or set PORT.`);
  }
}

function announce({ port, address }: AddressInfo, config: Config, demo: boolean, outboxKey: string | null): void {
  const here = `http://localhost:${port}`;
  const lines = [`Task Management is ready: ${config.publicUrl ?? here}`];
  const { accounts, password } = demoAccounts();
  if (demo) lines.push(`Demo accounts, password ${password}:`, ...accounts.map((account) => `  ${account}`));
  if (demo && !config.host)
    lines.push(`While that password stands only this computer is let in (${address}); see HOST.`);
  if (outboxKey) lines.push(`Outgoing mail, on this computer: ${here}/dev/outbox?key=${outboxKey}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

main().catch((error) => {
  // What the person who starts it can mend is said in a sentence; everything else with its trace.
  const known = [ConfigError, DatabaseLoginError, DatabaseNewerError, StartError].some((kind) => error instanceof kind);
  process.stderr.write(`${known ? error.message : sourceStack(error)}\n`);
  process.exit(1);
});
