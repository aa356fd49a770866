import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { DataSource } from "typeorm";
import { type AppOptions, createApp } from "../../server/app";
import { type Config, readConfig } from "../../server/config";
import { tellRequestLists } from "../../server/requests/request-lists.service";
import { callLimits } from "../../server/platform/http/callers";
import { connectDatabase } from "../../server/platform/database/database";
import { createFileStore } from "../../server/platform/files/files";
import { createMailer } from "../../server/platform/mail/mail";
import { createChildProcesses } from "../../server/platform/child-processes";
import type { Platform } from "../../server/platform/platform";
import { createTenantDirectory } from "../../server/platform/tenant";
import { type CommittedEvent, createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { createSessionUsed } from "../../server/session/session-use";
import { databaseUrl } from "./postgres/databases";
import { type WorkerDatabase, workerDatabases } from "./postgres/worker-database";
import { newWorld, type World, type WorldOptions } from "./world";

export interface TestServer {
  app: FastifyInstance;
  platform: Platform;
  /** Works as the owner: for setting up, and for looking again at what a tenant mustn't see. */
  owner: DataSource;
  workerDatabase: WorkerDatabase;
  /** Everything that was committed so far, in order of commit. */
  published: CommittedEvent[];
  /** A tenant of its own with people of every role. */
  world(options?: WorldOptions): Promise<World>;
}

export interface TestServerOptions extends AppOptions {
  config?: Partial<Config>;
  databaseUrl?: () => Promise<string>;
}

/** Tests make more calls in ten seconds than any person does; those that are about the limits bring their own. */
const manyCalls: AppOptions["callLimits"] = {
  person: { ...callLimits.person, calls: 1_000_000 },
  address: { ...callLimits.address, calls: 1_000_000 },
};

/** Nothing outside is asked. */
const environment = (url: string, dataDir: string) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  LOG_LEVEL: "silent",
  DEMO_TODOS_URL: "http://127.0.0.1:9/todos",
});

/** The real HTTP side on the real database, for the tests of one file. Events stop at `published`: no workers here. */
export function testServer(options: TestServerOptions = {}): TestServer {
  const server = { published: [] as CommittedEvent[] } as unknown as TestServer;
  const dataDir = mkdtempSync(join(tmpdir(), "portal-data-"));
  server.world = (wanted) => newWorld(server, wanted);
  let url: string;
  const workers = workerDatabases(() => url);
  server.workerDatabase = workers.workerDatabase;

  beforeAll(async () => {
    // Asked once: a fresh database is made anew each time that its address is asked for.
    url = await (options.databaseUrl ?? databaseUrl)();
    const config = { ...readConfig(environment(url, dataDir)), ...options.config };
    const log = pino({ level: config.logLevel });
    server.owner = await connectDatabase({ url, role: "owner", poolSize: 4, applicationName: "test-owner" });
    const database = await connectDatabase({ url, role: "portal_app", poolSize: 16, applicationName: "test" });
    const unitOfWork = createUnitOfWork(database, (events) => server.published.push(...events), tellRequestLists);
    server.platform = {
      config,
      log,
      database,
      unitOfWork,
      socketWork: unitOfWork,
      tenants: createTenantDirectory(database),
      files: createFileStore(config),
      mailer: createMailer(config, log),
      sessionUsed: createSessionUsed(unitOfWork, log),
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
