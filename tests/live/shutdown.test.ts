import * as contract from "../../shared/tasks/tasks.contract";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres";
import { buildPrograms, startProgram } from "../support/programs";
import { describeWithRedis, freePort, startRedis } from "../support/redis";
import { Seed } from "../support/seed";

/** Asked to stop while Redis is away: soon enough for whoever asks, cleanly, and with everything in the log. */
describeWithRedis("without a Redis", () =>
  test("a server and a worker end by themselves while Redis is away", async () => {
    await buildPrograms();
    const redis = await startRedis();
    const databaseUrl = await freshDatabaseUrl("shutdown");
    const seed = Seed.at(databaseUrl);
    const port = String(await freePort());
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, LOG_LEVEL: "silent" };
    const [server, worker] = [await startProgram("server", { ...env, PORT: port }), await startProgram("worker", env)];
    const world = await LiveWorld.create(`http://127.0.0.1:${port}`, seed);
    const ada = await world.person("Ada");
    const project = await world.project([ada], [1, 0, 0]);
    const socket = await ada.watch(project);
    await redis.stop();
    const params = { id: project.taskIds[0]?.[0] };
    const { status } = await ada.http.call(contract.moveTask, {
      params,
      body: { task_status_id: project.columnIds[1] },
    });
    expect(status).toBe(200);
    expect(await Promise.all([server.stop(), worker.stop()])).toEqual([0, 0]);
    await socket.disconnected();
    expect(await world.log(`project:${project.id}`)).toMatchObject([{ revision: 1, type: "task.moved" }]);
    world.close();
    await seed.close();
  }),
);
