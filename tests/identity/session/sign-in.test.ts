import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import {
  type LimitedAttempt,
  attemptLimits,
  recordAttempt,
  lockAttempts,
} from "../../../server/identity/session/throttle";
import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { runSerialized } from "../../support/serialized";
import * as passwordHash from "../../../server/platform/password-hash";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import { password } from "../../support/world";

jest.mock("../../../server/platform/password-hash", () => {
  const real = jest.requireActual<typeof passwordHash>("../../../server/platform/password-hash");
  return { ...real, verifyDummy: jest.fn(real.verifyDummy), verifyPassword: jest.fn(real.verifyPassword) };
});
const hash = jest.mocked(passwordHash);

const server = testServer();
const wrong = "Wrong1234";

describe("refused sign-ins", () => {
  test("wrong passwords and unknown accounts get the same response", async () => {
    const { api, employee, host } = await server.world();
    const existingAnswer = await api().post("/auth/login", { email: employee.email, password: wrong });
    const unknownAnswer = await api().post("/auth/login", { email: `nobody@${host}`, password: wrong });
    expect(existingAnswer.status).toBe(422);
    expect(existingAnswer.body).toEqual({
      status: false,
      code: "session.wrongCredentials",
      message: "Incorrect e-mail or password.",
      errors: { email: ["Incorrect e-mail or password."] },
    });
    expect(unknownAnswer.status).toBe(422);
    expect(unknownAnswer.body).toEqual(existingAnswer.body);
    expect(existingAnswer.headers["set-cookie"]).toBeUndefined();
  });

  test("an unknown account causes a password comparison, to take the same time", async () => {
    const { api, employee, host } = await server.world();
    // Counts password comparisons, since the duration itself varies with the load.
    const compared = async (email: string) => {
      const before = hash.verifyDummy.mock.calls.length + hash.verifyPassword.mock.calls.length;
      await api().post("/auth/login", { email, password: wrong });
      return hash.verifyDummy.mock.calls.length + hash.verifyPassword.mock.calls.length - before;
    };
    expect([await compared(employee.email), await compared(`nobody@${host}`)]).toEqual([1, 1]);
  });

  test("an inactive account is reported only with the right password", async () => {
    const { api, person } = await server.world();
    const off = await person("employee", { active: false });
    const guess = await api().post("/auth/login", { email: off.email, password: wrong });
    expect(guess.body.code).toBe("session.wrongCredentials");
    const right = await api().post("/auth/login", { email: off.email, password });
    expect(right.status).toBe(422);
    expect(right.body).toMatchObject({ status: false, code: "session.inactive" });
    expect((await api(off).get("/auth/user")).status).toBe(401);
  });

  test("an account of another tenant is unknown", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    const answer = await world.api().post("/auth/login", { email: otherWorld.employee.email, password });
    expect(answer.body.code).toBe("session.wrongCredentials");
    expect((await world.api(otherWorld.employee).get("/auth/user")).status).toBe(401);
  });

  test.each([
    ["nothing", {}, ["email", "password"]],
    ["no e-mail address", { email: "somebody", password }, ["email"]],
    ["lists and objects", { email: ["a@b.test"], password: { a: 1 } }, ["email", "password"]],
    ["a string for remember", { email: "a@b.test", password, remember: "perhaps" }, ["remember"]],
    ["control characters", { email: "a\u0000@b.test", password }, ["email"]],
    ["an overlong text", { email: "a@b.test", password: "x".repeat(300) }, ["password"]],
  ])("%s is refused with an error for every invalid field", async (_, body, fields) => {
    const { api } = await server.world();
    const answer = await api().post("/auth/login", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
    expect(answer.body.message).toBe(answer.body.errors[fields[0] as string][0]);
  });

  test("invalid session tokens get 401", async () => {
    const { api, employee } = await server.world();
    for (const token of ["", "x", employee.token.slice(0, -1), `${employee.token}A`, "' OR 1=1 --", "ü".repeat(40)]) {
      expect(
        (
          await api()
            .with({ authorization: `Bearer ${token}` })
            .get("/auth/user")
        ).status,
      ).toBe(401);
    }
    expect((await api().with({ authorization: employee.token }).get("/auth/user")).status).toBe(401);
  });
});

describe("signing in", () => {
  test("signing in returns the user and a token; the address is case-insensitive", async () => {
    const { api, manager, tenantId } = await server.world();
    const answer = await api().post("/auth/login", { email: ` ${manager.email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: "success", user: { id: manager.id, tenant: { id: tenantId } } });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const user = await api({ ...manager, token: answer.body.access_token }).get("/auth/user");
    expect(user.body.data).toEqual(answer.body.user);
    expect(user.headers["x-unread-notifications"]).toBe("0");
  });

  test("the legacy sign-in path returns the same response", async () => {
    const { api, manager } = await server.world();
    const answer = await api().post("/users/authenticate", { email: manager.email, password });
    expect(answer.body).toMatchObject({ status: "success", user: { id: manager.id } });
  });

  test("session tokens aren't stored as text, and the file cookie is HttpOnly", async () => {
    const { api, manager, tenantId } = await server.world();
    const answer = await api().post("/auth/login", { email: manager.email, password, remember: true });
    const cookie = String([answer.headers["set-cookie"]].flat()[0]);
    expect(cookie).toMatch(/^portal_files=[\w-]{43}; Path=\/files; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const rows = await server.owner.query("SELECT s::text AS all FROM session s WHERE tenant_id = $1", [tenantId]);
    for (const secret of [answer.body.access_token, /portal_files=([\w-]+)/.exec(cookie)?.[1] as string]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  test("sessions last 12 hours, or 30 days if remembered, and are extended by use", async () => {
    const { api, manager, tx } = await server.world();
    const hours = async (id: number) => {
      const list = (await api(manager).get("/auth/sessions")).body.data;
      const one = list.find((session: { id: number }) => session.id === id);
      return Math.round((new Date(one.expires_at).getTime() - Date.now()) / 3_600_000);
    };
    await api().post("/auth/login", { email: manager.email, password, remember: true });
    const [remembered] = (await api(manager).get("/auth/sessions")).body.data;
    expect(await hours(manager.sessionId)).toBe(12);
    expect(await hours(remembered.id)).toBe(720);

    const age = "UPDATE session SET last_used_at = now() - interval '6 hours', expires_at = now() + interval '6 hours'";
    await tx((unit) => unit.rows(unnamedSql(`${age} WHERE id = $1`), [manager.sessionId]));
    expect(await hours(manager.sessionId)).toBe(6); // read before the use is recorded
    await waitUntil("the use is noted", async () => (await hours(manager.sessionId)) === 12);

    const end = "UPDATE session SET expires_at = now() - interval '1 second'";
    await tx((unit) => unit.rows(unnamedSql(`${end} WHERE id = $1`), [manager.sessionId]));
    expect((await api(manager).get("/auth/user")).status).toBe(401);
  });
});

describe("throttling of sign-ins", () => {
  const login = (
    world: Awaited<ReturnType<typeof server.world>>,
    email: string,
    secret = wrong,
    address = "10.1.1.1",
  ) =>
    world
      .api()
      .send({ method: "POST", url: "/auth/login", payload: { email, password: secret }, remoteAddress: address });

  test("ten failures lock the account for every address, but no other account", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    for (let n = 0; n < attemptLimits.perAccount; n++) expect((await login(world, employee.email)).status).toBe(422);
    const refused = await login(world, employee.email, password, "10.2.2.2");
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(880);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await login(world, manager.email, password)).status).toBe(200);
  });

  test("an unknown account is throttled like an existing one", async () => {
    const world = await server.world();
    const unknownEmail = `nobody@${world.host}`;
    for (let n = 0; n < attemptLimits.perAccount; n++) expect((await login(world, unknownEmail)).status).toBe(422);
    expect((await login(world, unknownEmail)).status).toBe(429);
  });

  test("successful sign-ins don't count as attempts", async () => {
    const world = await server.world();
    for (let n = 0; n < attemptLimits.perAccount + 2; n++) {
      expect((await login(world, world.employee.email, password)).status).toBe(200);
    }
  });

  test("a hundred failures lock the client address for all accounts", async () => {
    const world = await server.world();
    const { employee } = world;
    await world.tx((unit) =>
      unit.rows({
        name: "fill",
        text: `INSERT INTO login_attempt (tenant_id, purpose, account_hash, address)
               SELECT current_tenant(), 'login', sha256(n::text::bytea), '10.3.3.3' FROM generate_series(1, 100) n`,
      }),
    );
    expect((await login(world, employee.email, password, "10.3.3.3")).status).toBe(429);
    expect((await login(world, employee.email, password, "10.4.4.4")).status).toBe(200);
  });

  test("the lock ends with its time window", async () => {
    const world = await server.world();
    const { employee } = world;
    for (let n = 0; n < attemptLimits.perAccount; n++) await login(world, employee.email);
    expect((await login(world, employee.email, password)).status).toBe(429);
    await world.tx((unit) => unit.rows(unnamedSql("UPDATE login_attempt SET at = at - interval '15 minutes'")));
    expect((await login(world, employee.email, password)).status).toBe(200);
  });

  test("of forty concurrent attempts at most ten are processed", async () => {
    const world = await server.world();
    const { employee } = world;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => login(world, employee.email, n === 39 ? password : `${wrong}${n}`)),
    );
    const counts = answers.map((answer) => answer.status);
    expect(counts.filter((status) => status === 422).length).toBeLessThanOrEqual(attemptLimits.perAccount);
    expect(counts.filter((status) => status === 429).length).toBeGreaterThanOrEqual(29);
  });

  test("concurrent attempts are counted sequentially; only one gets the last attempt", async () => {
    const world = await server.world();
    const attempt: LimitedAttempt = { purpose: "login", account: world.employee.email, address: "192.0.2.1" };
    await world.tx(async (tx) => {
      for (let n = 1; n < attemptLimits.perAccount; n++) await recordAttempt(tx, attempt);
    });
    const [first, second] = await runSerialized(server, world, async (tx) => {
      await lockAttempts(tx, attempt);
      await recordAttempt(tx, attempt);
    });
    expect([first?.status, second]).toMatchObject(["fulfilled", { reason: { code: "rate.limited" } }]);
  });

  test("a sign-in fails when its password is changed concurrently", async () => {
    const world = await server.world();
    const { id, email } = world.employee;
    const changed = changeStatement(
      "UPDATE app_user SET password_hash = 'another' WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const ended = changeStatement("DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1", id);
    const signIn = () => world.api().post("/auth/login", { email, password });
    const answer = await runInsideLockGap(server, world, [changed, ended], signIn);
    expect(answer.body.code).toBe("session.wrongCredentials");
  });
});
