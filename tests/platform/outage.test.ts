import { freshDatabaseUrl } from "../support/postgres/databases";
import { ADMIN_URL, runStatement } from "../support/postgres/start-postgres";
import { testServer } from "../support/server";

/** A separate database, so that other tests' connections aren't terminated. */
const server = testServer({ databaseUrl: () => freshDatabaseUrl("outage") });

let redisIsThere = false;
const scaled = testServer({
  readiness: {
    redis: async () => {
      if (!redisIsThere) throw new Error("There is no Redis");
    },
  },
});

const cut = () =>
  server.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test' AND datname = current_database()",
  );

test("requests during a database outage get 503, and succeed afterwards", async () => {
  const { api, employee } = await server.world();
  const statuses = new Set<number>();
  for (let round = 0; round < 10; round++) {
    const requests = Array.from({ length: 20 }, () => api(employee).get("/auth/user"));
    await cut();
    for (const answer of await Promise.all(requests)) {
      statuses.add(answer.status);
      if (answer.status === 503) expect(answer.headers["retry-after"]).toBe("2");
    }
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.has(503)).toBe(true); // otherwise the test has interrupted no request
  expect((await api(employee).get("/auth/user")).status).toBe(200);
  expect((await api().get("/readyz")).status).toBe(200);
});

test("during a database outage the server is alive but not ready", async () => {
  const { api, employee } = await server.world();
  const [database] = await server.owner.query<{ name: string }[]>("SELECT current_database() AS name");
  const allow = (connections: boolean) =>
    runStatement(process.env[ADMIN_URL] as string, `ALTER DATABASE ${database?.name} ALLOW_CONNECTIONS ${connections}`);
  await allow(false);
  try {
    await cut();
    expect((await api().get("/healthz")).status).toBe(200);
    expect((await api().get("/readyz")).status).toBe(503);
    const answer = await api(employee).get("/auth/user");
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ code: "unavailable", message: expect.any(String) });
  } finally {
    await allow(true);
  }
  expect((await api().get("/readyz")).status).toBe(200);
  expect((await api(employee).get("/auth/user")).status).toBe(200);
});

test("readiness requires Redis only at startup; a later outage is tolerated", async () => {
  const { api, employee } = await scaled.world();
  const state = async () => {
    const { status, body } = await api().get("/readyz");
    return [status, body];
  };
  const first = [503, { status: "unavailable", checks: { database: "up", redis: "down" } }];
  expect([await state(), await state()]).toEqual([first, first]);
  redisIsThere = true;
  expect(await state()).toEqual([200, { status: "ok", checks: { database: "up", redis: "up" } }]);
  redisIsThere = false;
  expect(await state()).toEqual([200, { status: "degraded", checks: { database: "up", redis: "down" } }]);
  expect((await api(employee).get("/auth/user")).status).toBe(200);
});
