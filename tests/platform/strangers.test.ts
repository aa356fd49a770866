import { testServer } from "../support/server";

const share = { concurrent: 2, queued: 20, calls: 500 };
const server = testServer();
const behindProxy = testServer({
  config: { trustedProxies: 1 },
  callLimits: { user: share, address: { ...share, calls: 5 } },
});

test("addresses of the same IPv6 network share one limit", async () => {
  const { api } = await behindProxy.world();
  const from = async (address: string) => (await api().with({ "x-forwarded-for": address }).get("/auth/user")).status;
  const statuses = [];
  for (let n = 1; n <= 6; n++) statuses.push(await from(`2001:db8:7:${n}::${n}`));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await from("2001:db8:8:7::1")).toBe(401);
});

test("login attempts from the same IPv6 network share one limit", async () => {
  const { owner } = behindProxy;
  const world = await behindProxy.world();
  const guess = (address: string) =>
    world
      .api()
      .with({ "x-forwarded-for": address })
      .post("/auth/login", { email: "nobody@elsewhere.test", password: "Wrong1234" });
  expect((await guess("2001:db8:9:9::1")).status).toBe(422);
  await guess("2001:db8:9:8::2");
  const noted = await owner.query("SELECT DISTINCT address FROM login_attempt WHERE tenant_id = $1", [world.tenantId]);
  expect(noted).toEqual([{ address: "2001:db8:9::/48" }]);
});

test("long rich text is sanitized only for signed-in users", async () => {
  const { api, employee } = await server.world();
  const { childProcesses } = server.platform;
  const { run } = childProcesses;
  const requested: string[] = [];
  childProcesses.run = ((name: string, ...more: unknown[]) => {
    requested.push(name);
    return (run as (...all: unknown[]) => unknown)(name, ...more);
  }) as typeof run;
  try {
    const text = { task_id: 1, comment: `<p>${"word ".repeat(300)}</p>` };
    expect((await api().post("/comments", text)).status).toBe(401);
    const forged = api().with({ authorization: `Bearer ${"x".repeat(40)}` });
    expect((await forged.post("/comments", text)).status).toBe(401);
    expect(requested).toEqual([]);
    expect((await api(employee).post("/comments", text)).status).toBe(404);
    expect(requested).toEqual(["richText"]);
  } finally {
    childProcesses.run = run;
  }
});
