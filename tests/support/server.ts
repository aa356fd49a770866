import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { DataSource } from "typeorm";
import { type AppOptions, createApp } from "../../server/app";
import { type Config, readConfig } from "../../server/config";
import { emitRequestLists } from "../../server/approvals/approvals/request-lists.service";
import { limits } from "../../server/platform/limits/limits";
import { connectDatabase } from "../../server/platform/database/database";
import { createFileStore } from "../../server/platform/files/files";
import { createMailer } from "../../server/platform/mail/mail";
import { createChildProcesses } from "../../server/platform/child-processes";
import type { Platform } from "../../server/platform/platform";
import { createNoticeBoard } from "../../server/platform/notices";
import { limitTenantConnections } from "../../server/platform/database/tenant-connections";
import { createTenantDirectory } from "../../server/platform/tenant";
import { type CommittedEvent, createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { createSessionUseRecorder } from "../../server/identity/session/session-use";
import { databaseUrl } from "./postgres/databases";
import { temporaryPrefix } from "./postgres/start-postgres";
import { exitDespiteIdleConnections, type WorkerDatabase, workerDatabases } from "./postgres/worker-database";
import { newWorld, type World, type WorldOptions } from "./world";

export interface TestServer {
  app: FastifyInstance;
  platform: Platform;
  owner: DataSource;
  workerDatabase: WorkerDatabase;
  /** All committed events, in order of commit. */
  published: CommittedEvent[];
  world(options?: WorldOptions): Promise<World>;
}

export interface TestServerOptions extends AppOptions {
  /** For files that listen on a port, or expect empty caches. */
  isShared?: false;
  config?: Partial<Config>;
  databaseUrl?: () => Promise<string>;
}

/** Tests exceed the call limits; tests of the limits set their own. */
const manyCalls: AppOptions["callLimits"] = {
  user: { ...limits.calls.user, calls: 1_000_000 },
  address: { ...limits.calls.address, calls: 1_000_000 },
};

const environment = (url: string, dataDir: string) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  LOG_LEVEL: "silent",
  DEMO_TODOS_URL: "http://127.0.0.1:9/todos",
});

/**
 * The real HTTP server on the real database. Events are collected in `published`; no worker runs. Test files that pass no options share one
 * server per Jest process, since its creation and the first, unplanned statements of new connections take half a second.
 */
export function testServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  server.world = (worldOptions) => newWorld(server, worldOptions);
  let own: RunningServer | null = null;

  beforeAll(async () => {
    const running = options ? (own = await startTestServer(options)) : await sharedServer();
    running.published.length = 0;
    const { close, ...rest } = running;
    Object.assign(server, rest);
  });

  afterAll(() => own?.close());

  return server;
}

type RunningServer = Omit<TestServer, "world"> & { close: () => Promise<void> };

declare global {
  /** Outlives the test file (tests/support/jest/environment.cjs). */
  var sharedTestServer: { createApp: typeof createApp; running: Promise<RunningServer> } | undefined;
}

/** A file that mocks modules has its own copy of the product, and thus its own server. */
async function sharedServer(): Promise<RunningServer> {
  const { sharedTestServer } = globalThis;
  if (sharedTestServer?.createApp === createApp) return sharedTestServer.running;
  await sharedTestServer?.running.then(({ close }) => close());
  globalThis.sharedTestServer = { createApp, running: startTestServer({}) };
  return globalThis.sharedTestServer.running;
}

async function startTestServer(options: TestServerOptions): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), `${temporaryPrefix}${process.pid}-data-`));
  const published: CommittedEvent[] = [];
  // Called once, since each call recreates a fresh database.
  const url = await (options.databaseUrl ?? databaseUrl)();
  const workers = workerDatabases(() => url);
  const config = { ...readConfig(environment(url, dataDir)), ...options.config };
  const log = pino({ level: config.logLevel });
  const owner = await connectDatabase({ url, role: "owner", poolSize: 4, applicationName: "test-owner" });
  const database = await connectDatabase({ url, role: "portal_app", applicationName: "test" });
  for (const source of [owner, database]) exitDespiteIdleConnections(source);
  const unitOfWork = limitTenantConnections(
    createUnitOfWork(database, (events) => published.push(...events), emitRequestLists),
  );
  const platform: Platform = {
    config,
    log,
    database,
    unitOfWork,
    owner: {
      open: async () => owner,
      published: (events) => published.push(...events),
      close: async () => {},
    },
    socketWork: unitOfWork,
    tenants: createTenantDirectory(database),
    notices: createNoticeBoard(database),
    files: createFileStore(config),
    mailer: createMailer(config, log),
    sessionUsed: createSessionUseRecorder(unitOfWork, log),
    stopToRestore: () => {},
    served: new Set(),
    childProcesses: createChildProcesses(),
  };
  const app = await createApp(platform, { callLimits: manyCalls, ...options });

  async function close() {
    await app.close();
    await platform.childProcesses.close();
    await platform.mailer.close();
    await database.destroy();
    await workers.close();
    await owner.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { app, platform, owner, published, workerDatabase: workers.workerDatabase, close };
}
