import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { securityKinds, securityLogDays } from "../../../shared/kernel/security";
import { logSecurity } from "../../../server/platform/security-log";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import { password, type Person, type World } from "../../support/world";

const server = testServer();
const path = "/audit/security-log";
const fresh = "Fresh1234";

const statement = (text: string) => ({ name: createHash("sha1").update(text).digest("hex"), text });
const run = <R>(world: World, text: string, values: unknown[] = []) =>
  world.tx((tx) => tx.rows<R>(statement(text), values));

interface Event {
  id: number;
  kind: string;
  outcome: string;
  user: { id: number } | null;
  subject: { id: number } | null;
  address: string | null;
  device: string | null;
  call: string | null;
  request_id: string | null;
  facts: Record<string, unknown>;
}

const logOf = async (world: World, query: Record<string, string | number> = {}): Promise<Event[]> =>
  (await world.api(world.admin).get(path, { query })).body.data;
const kindsOf = async (world: World, query: Record<string, string | number> = {}) =>
  (await logOf(world, query)).map(({ kind, outcome }) => `${kind} ${outcome}`);
/** Refused calls are logged only after the response has been sent. */
const refusalsOf = async (world: World, atLeast: number) => {
  await waitUntil(`${atLeast} refusals`, async () => (await logOf(world, { kind: "refused" })).length >= atLeast);
  return logOf(world, { kind: "refused" });
};
const login = (world: World, who: Person, secret: string, headers: Record<string, string> = {}) =>
  world.api().post("/auth/login", { email: who.email, password: secret }, { headers });

describe("access to the security log", () => {
  test("reading and exporting the security log requires the permission", async () => {
    const world = await server.world();
    for (const who of [world.hr, world.manager, world.finance, world.employee, world.external]) {
      expect((await world.api(who).get(path)).body.code).toBe("permission.denied");
      expect((await world.api(who).get(`${path}/export`)).body.code).toBe("permission.denied");
    }
    expect((await world.api().get(`${path}/export`)).body.code).toBe("session.required");
  });

  test("the security log of another tenant is hidden", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    await login(otherWorld, otherWorld.employee, password);
    expect(await logOf(world)).toEqual([]);
    expect((await world.api(otherWorld.admin).get(path)).body.code).toBe("session.required");
    expect(await run(world, "SELECT id FROM security_event WHERE tenant_id = $1", [otherWorld.tenantId])).toEqual([]);
  });

  test.each([
    ["change", "UPDATE security_event SET address = 'x'"],
    ["delete", "DELETE FROM security_event"],
    ["clear", "TRUNCATE security_event"],
    [
      "date",
      "INSERT INTO security_event (tenant_id, kind, outcome, at) VALUES (current_tenant(), 'sign_in', 'done', '2020-01-01')",
    ],
    [
      "number",
      "INSERT INTO security_event (tenant_id, kind, outcome, id) VALUES (current_tenant(), 'sign_in', 'done', 1)",
    ],
    ["forget", "SELECT forget_security_events()"],
  ])("the application role can't %s security log rows", async (_, text) => {
    const world = await server.world();
    await login(world, world.employee, password);
    await expect(run(world, text)).rejects.toMatchObject({ code: text.includes(", id)") ? "428C9" : "42501" });
    expect(await kindsOf(world)).toEqual(["sign_in done"]);
  });

  test("the worker role can delete only expired security log rows", async () => {
    const world = await server.world();
    await login(world, world.employee, password);
    await login(world, world.manager, password);
    const worker = await server.workerDatabase(world);
    for (const text of [
      "UPDATE security_event SET address = 'x'",
      "DELETE FROM security_event",
      "SELECT FROM security_event",
    ])
      await expect(worker.query(text)).rejects.toMatchObject({ driverError: { code: "42501" } });
    const old =
      "UPDATE security_event SET at = now() - make_interval(days => $2) WHERE tenant_id = $1 AND user_id = $3";
    await server.owner.query(old, [world.tenantId, securityLogDays + 1, world.employee.id]);
    await server.owner.query(old, [world.tenantId, securityLogDays - 1, world.manager.id]);
    await housekeepingSchedule(worker, server.platform.log).run();
    const left = await logOf(world);
    expect(left.map(({ user }) => user?.id)).toEqual([world.manager.id]);
  });
});

test("security event kinds in the code equal those of the database", async () => {
  const world = await server.world();
  for (const kind of securityKinds) await world.tx(async (tx) => logSecurity(tx, { kind }));
  expect(await kindsOf(world)).toEqual(securityKinds.toReversed().map((kind) => `${kind} done`));
  await expect(world.tx(async (tx) => logSecurity(tx, { kind: "other" as never }))).rejects.toThrow();
});

test("a rolled-back transaction writes no security event", async () => {
  const world = await server.world();
  await expect(
    world.tx(async (tx) => {
      logSecurity(tx, { kind: "sign_out" });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  expect(await logOf(world)).toEqual([]);
});

describe("security events", () => {
  test("successful and failed sign-ins are logged with user, address and device", async () => {
    const world = await server.world();
    const { employee } = world;
    const agent = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";
    const answer = await login(world, employee, password, { "user-agent": agent });
    await login(world, employee, "Wrong1234", { "x-forwarded-for": "203.0.113.9" });
    await world.api().post("/auth/login", { email: "nobody@example.test", password: "Wrong1234" });
    const [unknownUser, wrong, right] = await logOf(world);
    expect(right).toMatchObject({
      kind: "sign_in",
      outcome: "done",
      user: { id: employee.id, fullname: employee.fullname },
      subject: null,
      address: "127.0.0.1",
      device: "Firefox, Windows",
      call: "POST /auth/login",
      request_id: answer.headers["x-request-id"],
    });
    // Without a configured proxy, the `X-Forwarded-For` header is ignored.
    const failed = { kind: "sign_in", outcome: "failed", user: null, address: "127.0.0.1" };
    expect(wrong).toMatchObject({
      ...failed,
      subject: { id: employee.id },
      facts: { code: "session.wrongCredentials" },
    });
    expect(unknownUser).toMatchObject({ ...failed, subject: null });
  });

  test("password, session, feed and push changes are logged without secrets", async () => {
    const world = await server.world();
    const { employee } = world;
    const other = { ...employee, ...(await world.signIn(employee)) };
    const api = world.api(employee);
    const feed = (await api.post("/leave/calendar-feed", { scope: "own" })).body.data.path as string;
    const push = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${world.host}`,
      keys: {
        p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        auth: "tBHItJI5svbpez7KI4CCXg",
      },
    };
    expect((await api.post("/notification/push-subscription", push)).status).toBe(201);
    await world.api().post("/auth/reset/password/sendtoken", { email: employee.email });
    const wrong = { current_password: "Wrong1234", password: fresh, password_confirmation: fresh };
    expect((await api.put("/user/password", wrong)).status).toBe(422);
    expect((await api.put("/user/password", { ...wrong, current_password: password })).status).toBe(200);
    expect((await api.post("/auth/logout")).status).toBe(200);
    expect(await kindsOf(world)).toEqual([
      "sign_out done",
      "password_changed done",
      "feed_ended done",
      "push_ended done",
      "session_ended done",
      "password_changed failed",
      "password_reset_asked done",
      "push_created done",
      "feed_created done",
    ]);
    const storedEvents = JSON.stringify(await run(world, "SELECT * FROM security_event"));
    for (const secret of [
      password,
      fresh,
      "Wrong1234",
      employee.token,
      other.token,
      feed.split("/").at(-1) as string,
      push.endpoint,
      push.keys.auth,
    ])
      expect(storedEvents).not.toContain(secret.replace(".ics", ""));
  });

  test("correct and wrong password confirmations are logged without the password", async () => {
    const world = await server.world();
    const { employee } = world;
    const confirm = (secret: string) => world.api(employee).post("/auth/second-factor/confirm", { password: secret });
    expect((await confirm("Wrong1234")).status).toBe(422);
    expect((await confirm(password)).status).toBe(200);
    const log = await logOf(world);
    expect(log.map(({ kind, outcome, user, facts }) => [kind, outcome, user?.id, facts])).toEqual([
      ["password_confirmed", "done", employee.id, {}],
      ["password_confirmed", "failed", employee.id, { code: "session.wrongPassword" }],
    ]);
  });

  test("delegations, project membership and exports are logged", async () => {
    const world = await server.world();
    const { manager, employee, admin } = world;
    const delegation = await world.api(manager).post("/delegation", { delegatee_id: employee.id });
    expect(delegation.status).toBe(201);
    await world.api(manager).delete(`/delegation/${delegation.body.data.id}`);
    expect((await world.api(admin).get("/finance/export?format=csv")).status).toBe(200);
    expect((await world.api(admin).get("/leave/export/balances?format=csv&year=2026")).status).toBe(200);
    expect((await world.api(admin).get(`${path}/export`)).status).toBe(200);
    const log = await logOf(world);
    expect(log.map(({ kind, facts, subject }) => [kind, facts["scope"] ?? subject?.id])).toEqual([
      ["exported", "security-log"],
      ["exported", "leave-balances"],
      ["exported", "finance"],
      ["delegation_ended", employee.id],
      ["delegation_created", employee.id],
    ]);
  });

  test("access changes of a user are logged; unchanged values are not", async () => {
    const world = await server.world();
    const { id } = await world.person("employee");
    const change = async (body: object) => {
      const { data } = (await world.api(world.admin).get(`/user/${id}`)).body;
      const { status } = await world.api(world.admin).post(`/user/${id}`, { version: data.version, ...body });
      expect(status).toBe(200);
    };
    await change({ active: false });
    await change({ active: false, role_id: world.roles.manager });
    await change({ active: true });
    await change({ active: true, email: "elsewhere@acme.test" });
    const facts = (await logOf(world, { kind: "access_changed" })).filter(({ subject }) => subject?.id === id);
    expect(facts.map((each) => each.facts).toReversed()).toEqual([
      { change: "inactive" },
      { role: world.roles.manager },
      { change: "active" },
      {},
    ]);
  });

  test("refused calls are logged once per user, endpoint and minute", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    const ask = (who: Person) => world.api(who).get("/audit/parked-events");
    expect(
      new Set((await Promise.all(Array.from({ length: 30 }, () => ask(employee)))).map(({ status }) => status)),
    ).toEqual(new Set([403]));
    await ask(manager);
    for (let id = 1; id <= 12; id++) expect((await world.api(employee).get(`/task/${id}00000001`)).status).toBe(404);
    const refused = await refusalsOf(world, 3);
    const lines = refused.map(({ user, call, facts }) => `${user?.id} ${call} ${String(facts["code"])}`);
    // The calls may span two minutes, so each entry may occur twice, but not three times.
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(new Set(lines)).toEqual(
      new Set([
        `${employee.id} GET /audit/parked-events permission.denied`,
        `${manager.id} GET /audit/parked-events permission.denied`,
        `${employee.id} GET /task/:id notFound`,
      ]),
    );
  });

  test("concurrent servers write one row for the same refusal", async () => {
    const world = await server.world();
    const entry = { kind: "refused", outcome: "refused", once: "1 #2 GET /x" } as const;
    await Promise.all([1, 2, 3].map(() => world.tx(async (tx) => logSecurity(tx, entry))));
    expect(await logOf(world)).toHaveLength(1);
  });

  test("rate-limited sign-ins are logged by address", async () => {
    const world = await server.world();
    for (let n = 0; n < 12; n++) await login(world, world.employee, "Wrong1234");
    const [refused] = await refusalsOf(world, 1);
    expect(refused).toMatchObject({ user: null, call: "POST /auth/login", facts: { code: "rate.limited" } });
  });
});

describe("reading the security log", () => {
  test("the security log can be filtered by user, kind, outcome and day", async () => {
    const world = await server.world();
    const { admin, employee, manager } = world;
    for (const who of [employee, manager, employee]) await login(world, who, password);
    await login(world, employee, "Wrong1234");
    const of = async (query: Record<string, string | number>) => kindsOf(world, query);
    expect(await of({ user_id: employee.id })).toEqual(["sign_in failed", "sign_in done", "sign_in done"]);
    expect(await of({ user_id: manager.id, kind: "sign_in", outcome: "done" })).toEqual(["sign_in done"]);
    expect(await of({ outcome: "refused" })).toEqual([]);
    expect(await of({ kind: "sign_out" })).toEqual([]);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    expect(await of({ from: day(-1), to: day(1) })).toHaveLength(4);
    expect(await of({ from: day(2) })).toEqual([]);
    expect(await of({ to: day(-2) })).toEqual([]);
    const page = await world.api(admin).get(path, { query: { page: 2, per_page: 3 } });
    expect(page.body.data).toHaveLength(1);
    expect(page.body.meta).toEqual({ total: 4, page: 2, per_page: 3, last_page: 2 });
    expect(page.body.kept_days).toBe(securityLogDays);
    const turned = await world.api(admin).get(path, { query: { from: day(1), to: day(0) } });
    expect(turned.body.errors).toEqual({ to: ["The end is before the start"] });
    for (const wrong of [{ kind: "other" }, { outcome: "x" }, { user_id: "x" }, { from: "x" }])
      expect((await world.api(admin).get(path, { query: wrong as never })).status).toBe(422);
  });

  test("the security log export uses the reader's language and escapes formulas", async () => {
    const world = await server.world();
    const odd = await world.person("employee", { fullname: "=1+1" });
    await login(world, odd, password);
    const answer = await world
      .api(world.admin)
      .get(`${path}/export`, { query: { user_id: odd.id }, headers: { "accept-language": "de" } });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, line] = answer.text.split("\r\n");
    expect(head).toContain("Zeitpunkt;Was;Ergebnis");
    expect(line).toMatch(/;Anmeldung;Erfolgt;'=1\+1;;127\.0\.0\.1;/);
  });
});

test("each request log entry has user and address, but no secrets", async () => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(
        ...chunk
          .toString()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      );
      done();
    },
  });
  const { createApp } = await import("../../../server/app");
  const app = await createApp({ ...server.platform, log: pino({ level: "info" }, sink), served: new Set() });
  try {
    const world = await server.world();
    const { employee } = world;
    const headers = { host: world.host, authorization: `Bearer ${employee.token}` };
    await app.inject({ url: "/auth/user?token=very-secret-token", headers });
    await app.inject({
      method: "POST",
      url: "/auth/login",
      headers: { host: world.host },
      payload: { email: employee.email, password: "Wrong1234" },
    });
    const requests = lines.filter(({ msg }) => msg === "request");
    expect(requests).toEqual([
      expect.objectContaining({
        route: "/auth/user",
        status: 200,
        tenant: world.tenantId,
        user: employee.id,
        address: "127.0.0.1",
      }),
      expect.objectContaining({
        route: "/auth/login",
        status: 422,
        tenant: world.tenantId,
        user: null,
        address: "127.0.0.1",
      }),
    ]);
    const text = JSON.stringify(lines);
    for (const secret of ["very-secret-token", employee.token, "Wrong1234", employee.email])
      expect(text).not.toContain(secret);
  } finally {
    await app.close();
  }
});
