import { type LiveServer, startServer, startWorker, type Worker } from "../support/live-server";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { describeWithRedis } from "../support/redis";
import { DatabaseSeeder } from "../support/seed";

export interface LiveFixture {
  readonly server: LiveServer;
  readonly seed: DatabaseSeeder;
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  world(): Promise<LiveWorld>;
}

/**
 * Runs the same tests in both deployments: a single process with the queue on PostgreSQL, and a server and a worker connected only through
 * Redis.
 */
export function describeOnBothBackends(title: string, tests: (stage: LiveFixture) => void): void {
  describe(title, () => {
    describe("with the queue on PostgreSQL", () => tests(liveFixture(() => null)));
    describeWithRedis("over Redis", (redis) => {
      // A nested describe, so that its teardown runs before Redis is stopped.
      describe("from server to server", () => tests(liveFixture(() => redis.url)));
    });
  });
}

export function liveFixture(redisUrl: () => string | null): LiveFixture {
  const stage = {} as { -readonly [Key in keyof LiveFixture]: LiveFixture[Key] };
  let worlds: LiveWorld[] = [];
  let worker: Worker | null = null;
  beforeAll(async () => {
    stage.redisUrl = redisUrl();
    stage.databaseUrl = await freshDatabaseUrl("live");
    stage.seed = DatabaseSeeder.at(stage.databaseUrl);
    stage.server = await startServer(stage);
    if (stage.redisUrl) worker = await startWorker(stage);
  });
  afterEach(() => {
    for (const world of worlds) world.close();
    worlds = [];
  });
  afterAll(async () => {
    await worker?.stop();
    await stage.server?.stop();
    await stage.seed?.close();
  });
  stage.world = async () => {
    const world = await LiveWorld.create(stage.server.base, stage.seed);
    worlds.push(world);
    return world;
  };
  return stage;
}
