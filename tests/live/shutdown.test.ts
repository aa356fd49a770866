import * as contract from "../../shared/tasks/tasks.contract";
import { Caller } from "../support/http";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, startProgram } from "../support/programs";
import { describeWithRedis, freePort, startRedis } from "../support/redis";
import { Seed } from "../support/seed";
import { until } from "../support/until";

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

test("a server ends although somebody goes on calling over one connection", async () => {
  await buildPrograms();
  const databaseUrl = await freshDatabaseUrl("shutdown_calls");
  const seed = Seed.at(databaseUrl);
  const port = String(await freePort());
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent", PORT: port };
  const server = await startProgram("server", env, ["--with-workers"]);
  const world = await LiveWorld.create(`http://127.0.0.1:${port}`, seed);
  const ada = await world.person("Ada");
  const project = await world.project([ada], [1, 0, 0]);
  const socket = await ada.watch(project);
  let calling = true;
  const answered = [0, 0, 0];
  const callOver = async (at: number) => {
    const caller = new Caller(`http://127.0.0.1:${port}`, world.tenant.host, ada.seeded.token, 1);
    while (calling) {
      const { status } = await caller.send("GET", "/auth/user").catch(() => ({ status: 0 }));
      if (status === 0) break; // nobody is there any more
      answered[at] = (answered[at] ?? 0) + 1;
    }
    caller.close();
  };
  const calls = Promise.all(answered.map((_, at) => callOver(at)));
  await until("all three are answered", () => Math.min(...answered) > 1);
  const code = await server.stop();
  calling = false;
  await calls;
  expect(code).toBe(0); // 1 when it took too long, which it finds after 20 s
  await socket.disconnected();
  world.close();
  await seed.close();
}, 60_000);
