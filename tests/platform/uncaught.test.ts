import path from "node:path";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, type Program, startProgram } from "../support/programs";
import { describeWithRedis, freePort } from "../support/redis";
import { until } from "../support/until";

/** Whatever a library or a handler throws where nobody catches: it ends neither a server nor a worker. */
describeWithRedis("what nobody catches", (redis) => {
  let programs: Program[] = [];
  let port: number;
  beforeAll(async () => {
    await buildPrograms();
    port = await freePort();
    const env = {
      DATABASE_URL: await freshDatabaseUrl("uncaught"),
      REDIS_URL: redis.url,
      NODE_OPTIONS: `--require ${path.join(__dirname, "../support/throw-on-signal.cjs")}`,
    };
    programs = await Promise.all([startProgram("server", { ...env, PORT: String(port) }), startProgram("worker", env)]);
  }, 60_000);
  afterAll(async () => {
    expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0]);
  }, 60_000);

  test("is logged, and server and worker go on", async () => {
    for (const { pid } of programs) process.kill(pid, "SIGUSR2");
    for (const program of programs) await until(program.said, () => program.said().includes("PLANTED throw"));
    expect(programs.map((program) => program.running())).toEqual([true, true]);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(200);
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await metrics.text()).toMatch(/^portal_uncaught_errors 2$/m);
  });
});
