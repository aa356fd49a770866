import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { DataSource } from "typeorm";
import { createApp } from "../../server/app";
import { type Core, createCore, createLog, createPlatform, openSocketDatabase } from "../../server/boot";
import { type Config, readConfig } from "../../server/config";
import { type Broadcast, broadcastOverRedis } from "../../server/platform/live/broadcast";
import { connectDatabase } from "../../server/platform/database/database";
import { createFileStore } from "../../server/platform/files/files";
import { createLive, type Live } from "../../server/platform/live/live";
import { openQueue, prepareQueueStorage } from "../../server/platform/queue/queue";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { mayFollow } from "../../server/streams.policy";
import { startWork } from "../../workers/work";

export interface LiveServerOptions {
  databaseUrl: string;
  /** Null: queue on PostgreSQL, sockets in one process. */
  redisUrl: string | null;
  /** Do the workers' part as well. Without Redis there is nobody else to do it. */
  work?: boolean;
}

export interface LiveServer {
  base: string;
  app: FastifyInstance;
  live: Live;
  core: Core;
  stop(): Promise<void>;
}

export interface Worker {
  core: Core;
  workerDatabase: DataSource;
  broadcast: Broadcast;
  stop(): Promise<void>;
}

/** The product as `server/main.ts` puts it together, inside the test. */
export async function startServer(options: LiveServerOptions): Promise<LiveServer> {
  const { config, folder } = configFor(options);
  if (!config.redisUrl) await prepareQueueStorage(options.databaseUrl);
  const core = await createCore(config, options.databaseUrl, createLog(config), "portal-test");
  const socketDatabase = await openSocketDatabase(options.databaseUrl);
  const platform = createPlatform(config, core, socketDatabase);
  const app = await createApp(platform);
  const live = createLive(app, mayFollow);
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
      await socketDatabase.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A worker as `workers/main.ts` puts it together. Needs Redis. */
export async function startWorker(options: LiveServerOptions): Promise<Worker> {
  const { config, folder } = configFor(options);
  const core = await createCore(config, options.databaseUrl, createLog(config), "portal-test-worker");
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

async function workWith(config: Config, options: LiveServerOptions, core: Core, broadcast: Broadcast): Promise<Worker> {
  const { databaseUrl } = options;
  const { log, unitOfWork } = core;
  const workerDatabase = await connectDatabase({ url: databaseUrl, role: "portal_worker", poolSize: 4 });
  const settings = { redisUrl: config.redisUrl, databaseUrl, log };
  const events = openQueue<CommittedEvent[]>("domain-events", settings);
  const schedules = openQueue("schedules", settings);
  const stop = await startWork({
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
