import { type LiveServer, startServer, startWorker, type Worker } from "../support/live-server";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { describeWithRedis } from "../support/redis";
import { Seed } from "../support/seed";

/** The running product that a group of live tests plays on. */
export interface Stage {
  readonly server: LiveServer;
  readonly seed: Seed;
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  /** A tenant of its own. Each test makes one. */
  world(): Promise<LiveWorld>;
}

/**
 * The same tests on both ways that the product runs: everything in one process with the queue on PostgreSQL, and a
 * server and a worker that know each other through Redis alone.
 */
export function describeOnBothBackends(title: string, tests: (stage: Stage) => void): void {
  describe(title, () => {
    describe("with the queue on PostgreSQL", () => tests(setStage(() => null)));
    describeWithRedis("over Redis", (redis) => {
      // A group of its own: its end comes before that of the Redis around it.
      describe("from server to server", () => tests(setStage(() => redis.url)));
    });
  });
}

export function setStage(redisUrl: () => string | null): Stage {
  const stage = {} as { -readonly [Key in keyof Stage]: Stage[Key] };
  let worlds: LiveWorld[] = [];
  let worker: Worker | null = null;
  beforeAll(async () => {
    stage.redisUrl = redisUrl();
    stage.databaseUrl = await freshDatabaseUrl("live");
    stage.seed = Seed.at(stage.databaseUrl);
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
