import { type Logger, pino } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "./config";
import "./features";
import { emitRequestLists } from "./approvals/approvals/request-lists.service";
import { connectDatabase, runMigrations } from "./platform/database/database";
import { createOwnerDatabase, type OwnerDatabase } from "./platform/database/owner-database";
import { limitTenantConnections } from "./platform/database/tenant-connections";
import { createFileStore } from "./platform/files/files";
import { loggedError } from "./platform/log-error";
import { createMailer } from "./platform/mail/mail";
import { createOutbox, type Outbox } from "./platform/queue/outbox";
import { createChildProcesses } from "./platform/child-processes";
import type { Platform } from "./platform/platform";
import { type JobQueue, openQueue, prepareQueueStorage } from "./platform/queue/queue";
import { createNoticeBoard } from "./platform/notices";
import { createTenantDirectory } from "./platform/tenant";
import { type CommittedEvent, createUnitOfWork, type UnitOfWork } from "./platform/database/unit-of-work";
import { createSessionUseRecorder } from "./identity/session/session-use";

export interface CoreServices {
  log: Logger;
  database: DataSource;
  unitOfWork: UnitOfWork;
  owner: OwnerDatabase;
  events: JobQueue<CommittedEvent[]>;
  outbox: Outbox;
  stopTracing: () => Promise<void>;
}

export function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // An additional safeguard: request bodies and headers are never passed to the logger.
    serializers: { err: loggedError },
    redact: ["*.authorization", "*.cookie", "*.password", "*.token", "headers.authorization", "headers.cookie"],
  });
}

export async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  await runMigrations(databaseUrl, { logins: config.databaseLogins });
  if (!config.redisUrl) await prepareQueueStorage(databaseUrl);
}

export async function createCoreServices(
  config: Config,
  databaseUrl: string,
  log: Logger,
  name: string,
): Promise<CoreServices> {
  // Imported only when needed, so that the packages use no memory otherwise.
  const stopTracing = config.isTraced
    ? (await import("./platform/tracing/open-telemetry")).startTracing()
    : () => Promise.resolve();
  const { redisUrl, databaseLogins: logins } = config;
  const database = await connectDatabase({ url: databaseUrl, role: "portal_app", logins, applicationName: name });
  const events = openQueue<CommittedEvent[]>("domain-events", { redisUrl, databaseUrl, logins, log });
  const outbox = createOutbox((batch) => events.add("batch", batch), log);
  const owner = createOwnerDatabase(databaseUrl, outbox.publish);
  return {
    log,
    database,
    owner,
    events,
    outbox,
    stopTracing,
    unitOfWork: createUnitOfWork(database, outbox.publish, emitRequestLists),
  };
}

export function openSocketDatabase(databaseUrl: string): Promise<DataSource> {
  return connectDatabase({ url: databaseUrl, role: "portal_app", poolSize: 4, applicationName: "portal-sockets" });
}

export function createPlatform(config: Config, core: CoreServices, socketDatabase: DataSource): Platform {
  return {
    config,
    log: core.log,
    database: core.database,
    unitOfWork: limitTenantConnections(core.unitOfWork),
    owner: core.owner,
    socketWork: createUnitOfWork(socketDatabase, () => {}), // sockets only read
    tenants: createTenantDirectory(core.database),
    notices: createNoticeBoard(core.database),
    files: createFileStore(config),
    mailer: createMailer(config, core.log),
    sessionUsed: createSessionUseRecorder(core.unitOfWork, core.log),
    stopToRestore: () => process.kill(process.pid, "SIGTERM"),
    served: new Set(),
    childProcesses: createChildProcesses(),
  };
}
