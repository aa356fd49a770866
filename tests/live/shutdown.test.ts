import { once } from "node:events";
import { connect } from "node:net";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { Caller } from "../support/http";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, startProgram } from "../support/programs";
import { describeWithRedis, freePort, startRedis } from "../support/redis";
import { DatabaseSeeder } from "../support/seed";
import { waitUntil } from "../support/wait-until";

describeWithRedis("without a Redis", () =>
  test("server and worker shut down cleanly while Redis is down", async () => {
    await buildPrograms();
    const redis = await startRedis();
    const databaseUrl = await freshDatabaseUrl("shutdown");
    const seed = DatabaseSeeder.at(databaseUrl);
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

test("a server shuts down although a client keeps calling on one connection", async () => {
  await buildPrograms();
  const databaseUrl = await freshDatabaseUrl("shutdown_calls");
  const seed = DatabaseSeeder.at(databaseUrl);
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
      if (status === 0) break;
      answered[at] = (answered[at] ?? 0) + 1;
    }
    caller.close();
  };
  const calls = Promise.all(answered.map((_, at) => callOver(at)));
  await waitUntil("all three are answered", () => Math.min(...answered) > 1);
  const code = await server.stop();
  calling = false;
  await calls;
  expect(code).toBe(0); // 1 would mean that the 20 s timeout was reached
  await socket.disconnected();
  world.close();
  await seed.close();
}, 60_000);

test("a server shuts down although a client doesn't answer", async () => {
  await buildPrograms();
  const databaseUrl = await freshDatabaseUrl("shutdown_silent");
  const port = String(await freePort());
  const server = await startProgram("server", { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent", PORT: port });
  const silent = connect(Number(port), "127.0.0.1").on("error", () => {});
  silent.write(
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(silent, "data");
  expect(await server.stop()).toBe(0); // 1 would mean that the 20 s timeout was reached
  silent.destroy();
}, 60_000);
