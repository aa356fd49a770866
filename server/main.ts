import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { startWorkerProcess } from "../workers/work";
import { type AppOptions, createApp } from "./app";
import { createCoreServices, createLog, createPlatform, openSocketDatabase, prepareDatabase } from "./boot";
import { type Config, ConfigError, readConfig } from "./config";
import { areDemoPasswordsActive } from "./demo/demo.passwords";
import { demoAccounts, seedDemoIfEmpty } from "./demo/demo.seed";
import { freezeObjectPrototype } from "./platform/freeze-object-prototype";
import { connectDatabase, DatabaseVersionError, pendingMigrations } from "./platform/database/database";
import { DatabaseLoginError } from "./platform/database/database-logins";
import { endCalls } from "./platform/http/serve/end-calls";
import { type StartedPostgres, startUpgraded, UpgradeError } from "./operations/upgrade/upgrade";
import { logRestore } from "./operations/operator/log-restore";
import { carryOutRequest } from "./operations/restore/carry-out-request";
import { readRequest } from "./operations/restore/restore-request";
import { startAgain, startPreviousRelease } from "./operations/upgrade/previous-release";
import { newOutboxKey } from "./platform/mail/dev-outbox";
import { listBackups } from "./operations/backup/backup-catalogue";
import { registerBackupMetrics } from "./operations/backup/backup-metrics";
import { openBackupStore } from "./operations/backup/open-backup-store";
import { startArchiving } from "./operations/backup/archiver";
import { preparePostgresHome } from "./platform/embedded-postgres/files";
import { createLive } from "./platform/live/live";
import type { FileStore } from "./platform/files/file-store";
import { createFileStore } from "./platform/files/files";
import { registerGauge } from "./platform/http/metrics";
import { openQueue } from "./platform/queue/queue";
import { endOnSignals, type ShutdownStep } from "./platform/shutdown";
import { sourceStack } from "./platform/source-stack";
import { mayFollowStreams } from "./platform/live/stream-definitions";
import { surviveUncaughtErrors } from "./platform/log-error";

/** An error shown to the operator without a stack trace. */
class StartError extends Error {}

async function database(config: Config, log: Logger): Promise<Pick<StartedPostgres, "url"> & Partial<StartedPostgres>> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  try {
    await refuseUnusedBackups(config);
    return await startUpgraded({
      dataDir: config.dataDir,
      pending: (client) => pendingMigrations(client),
      migrate: (url) => prepareDatabase(config, url),
      log: (sentence) => log.info(sentence),
      onFailure: (error) => {
        log.fatal({ err: error }, "database connection lost");
        process.kill(process.pid, "SIGTERM");
      },
    });
  } catch (error) {
    if (error instanceof UpgradeError) throw error;
    throw new StartError((error as Error).message);
  }
}

/** Refuses to create an empty database while backups exist, because a lost database should be restored first. */
async function refuseUnusedBackups(config: Config): Promise<void> {
  if (existsSync(preparePostgresHome(config.dataDir).cluster) || process.argv.includes("--fresh")) return;
  const backups = (await listBackups(await openBackupStore(config))).filter(({ kind }) => kind === "cluster");
  const [newest] = backups;
  if (!newest) return;
  throw new StartError(
    `There is no database in ${config.dataDir}, but there are ${backups.length} backups in ${config.backup.dir}, ` +
      `the newest from ${newest.taken_at ?? newest.id}. Restore one of them:\n\n` +
      "  npm run restore -- --list\n  npm run restore -- --to latest\n\n" +
      "To begin with an empty database instead: npm start -- --fresh",
  );
}

/** Starts a server process. Without Redis, or with `--with-workers` (`npm start`), this process runs the workers' jobs as well. */
async function main(): Promise<void> {
  freezeObjectPrototype();
  const config = readConfig();
  const log = createLog(config);
  if (!config.databaseUrl) await carryOutRequest(config, log);
  const postgres = await database(config, log);
  try {
    await start(config, log, postgres);
  } catch (error) {
    // `postgres.upgrade` is null once the upgrade is confirmed.
    throw postgres.upgrade ? await postgres.upgrade.undo(error) : error;
  }
}

async function start(config: Config, log: Logger, postgres: Awaited<ReturnType<typeof database>>): Promise<void> {
  await prepareDatabase(config, postgres.url);
  if (!config.databaseUrl) await logRestore(config.dataDir, postgres.url);
  if (config.seedDemo) await seedDemoIfEmpty(postgres.url, new Date(), createFileStore(config), config.stripe === null);

  const core = await createCoreServices(config, postgres.url, log, "portal-server");
  const socketDatabase = await openSocketDatabase(postgres.url);
  const platform = createPlatform(config, core, socketDatabase);
  const demo = await areDemoPasswordsActive(platform.tenants, core.unitOfWork);
  const outboxKey = newOutboxKey(config, demo);
  const readiness: AppOptions["readiness"] = config.redisUrl ? { redis: () => core.events.waiting() } : {};
  const app = await createApp(platform, { readiness, outboxKey });
  await postgres.upgrade?.confirm(() => problemOf(app));
  postgres.upgrade = null;
  const live = createLive(app, mayFollowStreams);
  if (config.backup.nightly) registerBackupMetrics(config);
  const stopArchiving = config.databaseUrl ? async () => {} : startArchiving(config, postgres.url, log);
  const stopWork = await startEmbeddedWorker(config, postgres.url, core, live, platform.files);
  registerGauge("portal_sockets", "Open connections of screens", () => live.sockets());
  registerGauge("portal_events_waiting", "Jobs of committed events in the queue", () => core.events.waiting());

  await listen(app, config, demo);
  printAddresses(app.server.address() as AddressInfo, config, demo, outboxKey);
  registerGauge("portal_uncaught_errors", "Uncaught exceptions and unhandled rejections", surviveUncaughtErrors(log));

  const steps: ShutdownStep[] = [
    // Sockets and calls are closed concurrently: closing sockets waits for their connections, and HTTP connections that are never idle end
    // only when sockets and calls are closed.
    { name: "sockets and calls", run: () => Promise.all([live.close(), endCalls(app)]) },
    { name: "child processes", run: () => platform.childProcesses.close() },
    { name: "mail", run: () => platform.mailer.close() },
    { name: "outbox", run: () => core.outbox.drain(), patienceMs: 2_000 },
    { name: "work", run: stopWork, patienceMs: 5_000 },
    { name: "archive", run: stopArchiving, patienceMs: 5_000 },
    { name: "queue", run: () => core.events.close(), patienceMs: 2_000 },
    {
      name: "connections",
      run: () => Promise.all([core.database.destroy(), core.owner.close(), socketDatabase.destroy()]),
    },
    { name: "database", run: () => postgres.stop?.() },
    { name: "traces", run: core.stopTracing, patienceMs: 2_000 },
  ];
  endOnSignals(steps, log, async () => (readRequest(config.dataDir) ? startAgain() : null));
}

async function problemOf(app: Awaited<ReturnType<typeof createApp>>): Promise<string | null> {
  const { statusCode, body } = await app.inject("/readyz");
  return statusCode === 200 ? null : body;
}

async function startEmbeddedWorker(
  config: Config,
  databaseUrl: string,
  core: Awaited<ReturnType<typeof createCoreServices>>,
  broadcast: ReturnType<typeof createLive>,
  files: FileStore,
): Promise<() => Promise<void>> {
  if (config.redisUrl && !process.argv.includes("--with-workers")) return async () => {};
  const { redisUrl, databaseLogins: logins } = config;
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", logins, poolSize: 4 });
  const events = openQueue<never>("domain-events", { redisUrl, databaseUrl, logins, log: core.log });
  const schedules = openQueue("schedules", { redisUrl, databaseUrl, logins, log: core.log });
  const { log, unitOfWork } = core;
  // Commands (`npm run tenant`) and processes of an older version still use the queue.
  const outbox = redisUrl ? undefined : core.outbox;
  const stop = await startWorkerProcess({
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

/** Listens only on localhost while the public demo passwords are valid, unless HOST is set. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config, demo: boolean): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host ?? (demo ? "127.0.0.1" : "0.0.0.0") });
  } catch (error) {
    if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    throw new StartError(`Port ${config.port} is already in use. Stop the other process, or set PORT.`);
  }
}

function printAddresses({ port, address }: AddressInfo, config: Config, demo: boolean, outboxKey: string | null): void {
  const localAddress = `http://localhost:${port}`;
  const lines = [`Task Management is ready: ${config.publicUrl ?? localAddress}`];
  const { accounts, password } = demoAccounts();
  if (demo) lines.push(`Demo accounts, password ${password}:`, ...accounts.map((account) => `  ${account}`));
  if (demo && !config.host)
    lines.push(`Only this computer can connect (${address}) while the demo password is in use; see HOST.`);
  if (outboxKey)
    lines.push(`Outgoing mail, visible on this computer only: ${localAddress}/dev/outbox?key=${outboxKey}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

main().catch(async (error) => {
  // Errors that an operator can fix are printed as a sentence, all others with their stack.
  const isExpected = [ConfigError, DatabaseLoginError, DatabaseVersionError, StartError, UpgradeError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${isExpected ? error.message : sourceStack(error)}\n`);
  const previous = error instanceof UpgradeError ? readConfig().previousRelease : null;
  process.exit(previous === null ? 1 : await startPreviousRelease(previous, process.argv.slice(2)));
});
