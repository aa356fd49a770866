import path from "node:path";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, type ProgramProcess, startProgram } from "../support/programs";
import { describeWithRedis, freePort } from "../support/redis";
import { waitUntil } from "../support/wait-until";

/** Uncaught errors and rejections of any library or handler must end neither the server nor the worker. */
describeWithRedis("what nobody catches", (redis) => {
  let programs: ProgramProcess[] = [];
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

  test("uncaught errors are logged, and server and worker continue", async () => {
    for (const { pid } of programs) process.kill(pid, "SIGUSR2");
    for (const program of programs) await waitUntil(program.said, () => program.said().includes("PLANTED throw"));
    expect(programs.map((program) => program.running())).toEqual([true, true]);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(200);
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await metrics.text()).toMatch(/^portal_uncaught_errors 2$/m);
  });
});
