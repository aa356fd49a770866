import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { createApp } from "../../server/app";
import {
  type CoreServices,
  createCoreServices,
  createLog,
  createPlatform,
  openSocketDatabase,
} from "../../server/boot";
import { type Config, readConfig } from "../../server/config";
import { type Broadcast, broadcastOverRedis } from "../../server/platform/live/broadcast";
import { connectDatabase } from "../../server/platform/database/database";
import { createFileStore } from "../../server/platform/files/files";
import { createLive, type LiveService } from "../../server/platform/live/live";
import { openQueue, prepareQueueStorage } from "../../server/platform/queue/queue";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { mayFollowStreams } from "../../server/platform/live/stream-definitions";
import { startWorkerProcess } from "../../workers/work";

export interface LiveServerOptions {
  databaseUrl: string;
  /** Null runs the queue in PostgreSQL and the sockets in a single process. */
  redisUrl: string | null;
  /** Whether the server runs the worker's tasks; required without Redis. */
  work?: boolean;
}

export interface LiveServer {
  base: string;
  app: FastifyInstance;
  live: LiveService;
  core: CoreServices;
  stop(): Promise<void>;
}

export interface Worker {
  core: CoreServices;
  workerDatabase: DataSource;
  broadcast: Broadcast;
  stop(): Promise<void>;
}

export async function startServer(options: LiveServerOptions): Promise<LiveServer> {
  const { config, folder } = configFor(options);
  if (!config.redisUrl) await prepareQueueStorage(options.databaseUrl);
  const core = await createCoreServices(config, options.databaseUrl, createLog(config), "portal-test");
  const socketDatabase = await openSocketDatabase(options.databaseUrl);
  const platform = createPlatform(config, core, socketDatabase);
  const app = await createApp(platform);
  const live = createLive(app, mayFollowStreams);
  const stopWork =
    (options.work ?? !config.redisUrl) ? (await workWith(config, options, core, live)).stop : async () => {};
  await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    app,
    live,
    core,
    async stop() {
      await live.close();
      await app.close();
      await platform.childProcesses.close();
      await core.outbox.drain();
      await stopWork();
      await core.events.close();
      await core.database.destroy();
      await core.owner.close();
      await socketDatabase.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startWorker(options: LiveServerOptions): Promise<Worker> {
  const { config, folder } = configFor(options);
  const core = await createCoreServices(config, options.databaseUrl, createLog(config), "portal-test-worker");
  const broadcast = broadcastOverRedis(options.redisUrl as string, core.log);
  const worker = await workWith(config, options, core, broadcast);
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await core.outbox.drain();
      await core.events.close();
      await broadcast.close();
      await core.database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function workWith(
  config: Config,
  options: LiveServerOptions,
  core: CoreServices,
  broadcast: Broadcast,
): Promise<Worker> {
  const { databaseUrl } = options;
  const { log, unitOfWork } = core;
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", poolSize: 4 });
  const settings = { redisUrl: config.redisUrl, databaseUrl, log };
  const events = openQueue<CommittedEvent[]>("domain-events", settings);
  const schedules = openQueue("schedules", settings);
  const stop = await startWorkerProcess({
    unitOfWork,
    workerDatabase,
    events,
    outbox: config.redisUrl ? undefined : core.outbox,
    schedules,
    broadcast,
    files: createFileStore(config),
    config,
    log,
  });
  return { core, workerDatabase, broadcast, stop: () => stop().then(() => workerDatabase.destroy()) };
}

function configFor(options: LiveServerOptions): { config: Config; folder: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-live-"));
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl ?? undefined,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "fatal",
  });
  return { config, folder };
}
