import { type Logger, pino } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "./config";
import { tellRequestLists } from "./requests/request-lists.service";
import { sharedByTenants } from "./platform/database/by-tenant";
import { connectDatabase, migrate } from "./platform/database/database";
import { createFileStore } from "./platform/files/files";
import { loggedError } from "./platform/log-error";
import { createMailer } from "./platform/mail/mail";
import { createOutbox, type Outbox } from "./platform/queue/outbox";
import { createChildProcesses } from "./platform/child-processes";
import type { Platform } from "./platform/platform";
import { type JobQueue, openQueue, prepareQueueStorage } from "./platform/queue/queue";
import { createTenantDirectory } from "./platform/tenant";
import { type CommittedEvent, createUnitOfWork, type UnitOfWork } from "./platform/database/unit-of-work";
import { createSessionUsed } from "./session/session-use";

/** What every process of the product has, server or worker. */
export interface Core {
  log: Logger;
  database: DataSource;
  unitOfWork: UnitOfWork;
  events: JobQueue<CommittedEvent[]>;
  outbox: Outbox;
}

export function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Belt and braces: bodies and headers aren't logged in the first place.
    serializers: { err: loggedError },
    redact: ["*.authorization", "*.cookie", "*.password", "*.token", "headers.authorization", "headers.cookie"],
  });
}

/** Brings the database up to this code. `databaseUrl` is the owner's. */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, { logins: config.databaseLogins });
  if (!config.redisUrl) await prepareQueueStorage(databaseUrl);
}

export async function createCore(config: Config, databaseUrl: string, log: Logger, name: string): Promise<Core> {
  const { redisUrl, databaseLogins: logins } = config;
  const database = await connectDatabase({ url: databaseUrl, role: "portal_app", logins, applicationName: name });
  const events = openQueue<CommittedEvent[]>("domain-events", { redisUrl, databaseUrl, logins, log });
  const outbox = createOutbox((batch) => events.add("batch", batch), log);
  return { log, database, events, outbox, unitOfWork: createUnitOfWork(database, outbox.publish, tellRequestLists) };
}

/** Connections for sockets alone. */
export function openSocketDatabase(databaseUrl: string): Promise<DataSource> {
  return connectDatabase({ url: databaseUrl, role: "portal_app", poolSize: 4, applicationName: "portal-sockets" });
}

export function createPlatform(config: Config, core: Core, socketDatabase: DataSource): Platform {
  return {
    config,
    log: core.log,
    database: core.database,
    unitOfWork: sharedByTenants(core.unitOfWork),
    socketWork: createUnitOfWork(socketDatabase, () => {}), // sockets only read
    tenants: createTenantDirectory(core.database),
    files: createFileStore(config),
    mailer: createMailer(config, core.log),
    sessionUsed: createSessionUsed(core.unitOfWork, core.log),
    served: new Set(),
    childProcesses: createChildProcesses(),
  };
}
