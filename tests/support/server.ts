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
import { createTenantDirectory } from "../../server/platform/tenant";
import { type CommittedEvent, createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { createSessionUseRecorder } from "../../server/identity/session/session-use";
import { databaseUrl } from "./postgres/databases";
import { type WorkerDatabase, workerDatabases } from "./postgres/worker-database";
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

/** The real HTTP server on the real database, for the tests of one file. Events are collected in `published`; no worker runs. */
export function testServer(options: TestServerOptions = {}): TestServer {
  const server = { published: [] as CommittedEvent[] } as unknown as TestServer;
  const dataDir = mkdtempSync(join(tmpdir(), "portal-data-"));
  server.world = (wanted) => newWorld(server, wanted);
  let url: string;
  const workers = workerDatabases(() => url);
  server.workerDatabase = workers.workerDatabase;

  beforeAll(async () => {
    // Called once, since each call recreates a fresh database.
    url = await (options.databaseUrl ?? databaseUrl)();
    const config = { ...readConfig(environment(url, dataDir)), ...options.config };
    const log = pino({ level: config.logLevel });
    server.owner = await connectDatabase({ url, role: "owner", poolSize: 4, applicationName: "test-owner" });
    const database = await connectDatabase({ url, role: "portal_app", poolSize: 16, applicationName: "test" });
    const unitOfWork = createUnitOfWork(database, (events) => server.published.push(...events), emitRequestLists);
    server.platform = {
      config,
      log,
      database,
      unitOfWork,
      owner: {
        open: async () => server.owner,
        published: (events) => server.published.push(...events),
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
    server.app = await createApp(server.platform, { callLimits: manyCalls, ...options });
  });

  afterAll(async () => {
    await server.app?.close();
    await server.platform?.childProcesses.close();
    await server.platform?.mailer.close();
    await server.platform?.database.destroy();
    await workers.close();
    await server.owner?.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return server;
}
