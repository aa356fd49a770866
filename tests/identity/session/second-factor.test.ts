import { languageCodes } from "../../../shared/kernel/languages";
import { factorKeys, createFactorKeys } from "../../../server/identity/session/factor-keys";
import { consumeTotp } from "../../../server/identity/session/totp.service";
import { Authenticator } from "../../support/authenticator";
import { mailsTo } from "../../support/mails";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { password } from "../../support/world";
import { secondFactorSteps } from "./second-factor-steps";

const server = testServer();
const { path, login, second, codeOf, run, kinds, withApp, withPasskey, pendingOf, longAgo } = secondFactorSteps(server);

describe("refused second steps", () => {
  test("the first step creates neither session nor cookie and returns no user", async () => {
    const world = await server.world();
    await withApp(world, world.employee);
    const before = await run<{ n: number }>(world, "SELECT count(*)::int AS n FROM session");
    const answer = await login(world, world.employee);
    expect(Object.keys(answer.body).toSorted()).toEqual(["message", "pending", "status"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const { token } = answer.body.pending;
    expect((await world.api({ ...world.employee, token }).get("/auth/user")).body.code).toBe("session.required");
    expect(await run(world, "SELECT count(*)::int AS n FROM session")).toEqual(before);
    expect((await login(world, world.employee, "Wrong1234")).body.code).toBe("session.wrongCredentials");
  });

  test("codes of other users, old codes and used codes are refused", async () => {
    const world = await server.world();
    const { secret, used } = await withApp(world, world.employee);
    const other = await withApp(world, world.manager);
    const { token } = await pendingOf(world, world.employee);
    for (const code of [codeOf(other.secret, 1), codeOf(secret, -3), codeOf(secret, 5), used]) {
      const answer = await second(world, { token, code });
      expect([answer.status, answer.body.code]).toEqual([422, "session.wrongCode"]);
      expect(Object.keys(answer.body.errors)).toEqual(["code"]);
    }
    for (const code of ["12345", "1234567", "abcdef"])
      expect((await second(world, { token, code })).body.errors).toEqual({ code: ["The code must have six digits"] });
    expect((await second(world, { token })).body.errors).toEqual({ code: ["This field is required"] });
    expect((await second(world, { token, recovery_code: "aaaaa-bbbbb" })).body.code).toBe("session.wrongCode");
    expect((await kinds(world)).filter((kind) => kind === "second_step failed")).toHaveLength(5);
  });

  test("a code of an authenticator app works once", async () => {
    const world = await server.world();
    const { secret, used } = await withApp(world, world.employee);
    const [one, two] = [await pendingOf(world, world.employee), await pendingOf(world, world.employee)];
    const code = codeOf(secret, 1);
    expect((await second(world, { token: one.token, code })).status).toBe(200);
    expect((await second(world, { token: two.token, code })).body.code).toBe("session.wrongCode");
    expect((await second(world, { token: two.token, code: used })).body.code).toBe("session.wrongCode");
  });

  test("the same code used twice concurrently: the second is refused", async () => {
    const world = await server.world();
    const { secret } = await withApp(world, world.employee);
    const code = codeOf(secret, 1);
    const keys = await factorKeys(server.platform.database);
    const take = (tx: Parameters<typeof consumeTotp>[0]) => consumeTotp(tx, keys, world.employee.id, code);
    expect(await runSerialized(server, world, take)).toEqual([
      { status: "fulfilled", value: true },
      { status: "fulfilled", value: false },
    ]);
  });

  test("after ten wrong codes even a valid code is refused", async () => {
    const world = await server.world();
    const { secret, codes } = await withApp(world, world.employee);
    for (let n = 0; n < 10; n++) {
      const { token } = await pendingOf(world, world.employee);
      expect((await second(world, { token, recovery_code: `guess-${n}` })).status).toBe(422);
    }
    const { token } = await pendingOf(world, world.employee);
    const late = await second(world, { token, code: codeOf(secret, 1) });
    expect([late.status, Number(late.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await second(world, { token, recovery_code: codes[0] })).status).toBe(429);
  });

  test("the second step fails after a finished, expired or outdated first step", async () => {
    const world = await server.world();
    const { codes } = await withApp(world, world.employee);
    const expired = { code: "session.secondStepExpired", status: 422 };
    const tried = async (token: string, at: number) => {
      const answer = await second(world, { token, recovery_code: codes[at] });
      return { code: answer.body.code, status: answer.status };
    };
    const done = await pendingOf(world, world.employee);
    expect((await second(world, { token: done.token, recovery_code: codes[0] })).status).toBe(200);
    expect(await tried(done.token, 1)).toEqual(expired);
    const old = await pendingOf(world, world.employee);
    await run(world, "UPDATE sign_in_step SET expires_at = now() - interval '1 second'");
    expect(await tried(old.token, 1)).toEqual(expired);
    expect(await tried("A".repeat(43), 1)).toEqual(expired);
    const other = await server.world();
    const pendingSignIn = await pendingOf(world, world.employee);
    const elsewhere = await second(other, { token: pendingSignIn.token, recovery_code: codes[1] });
    expect(elsewhere.body.code).toBe("session.secondStepExpired");
    const body = { current_password: password, password: "Fresh1234", password_confirmation: "Fresh1234" };
    expect((await world.api(world.employee).put("/user/password", body)).status).toBe(200);
    expect(await tried(pendingSignIn.token, 1)).toEqual(expired);
  });

  test("a user deactivated after the first step is refused", async () => {
    const world = await server.world();
    const { codes } = await withApp(world, world.employee);
    const { token } = await pendingOf(world, world.employee);
    await run(world, "UPDATE app_user SET active = false WHERE id = $1", [world.employee.id]);
    expect((await second(world, { token, recovery_code: codes[0] })).body.code).toBe("session.secondStepExpired");
  });
});

describe("second step", () => {
  test("an app code creates a session with cookies and is logged", async () => {
    const world = await server.world();
    const { secret } = await withApp(world, world.employee);
    const pending = await pendingOf(world, world.employee);
    expect(pending).toEqual({ token: expect.any(String), totp: true, passkey: null });
    const spaced = codeOf(secret, 1).replace(/^(...)/, "$1 ");
    const answer = await second(world, { token: pending.token, code: spaced });
    expect([answer.status, answer.body.status, answer.body.user.id]).toEqual([200, "success", world.employee.id]);
    expect(String(answer.headers["set-cookie"])).toMatch(/portal_files=.*portal_device=/);
    const { access_token: token } = answer.body;
    expect((await world.api({ ...world.employee, token }).get("/auth/user")).status).toBe(200);
    const [last] = await run<object>(world, "SELECT kind, user_id, facts FROM security_event ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ kind: "sign_in", user_id: world.employee.id, facts: { factor: "totp" } });
  });

  test("a recovery code works once, in any format, and its use is mailed", async () => {
    const world = await server.world();
    const { codes } = await withApp(world, world.employee);
    expect(new Set(codes).size).toBe(10);
    const typed = (codes[0] as string).toUpperCase().replace("-", " ");
    const { token } = await pendingOf(world, world.employee);
    expect((await second(world, { token, recovery_code: typed })).status).toBe(200);
    const again = await pendingOf(world, world.employee);
    expect((await second(world, { token: again.token, recovery_code: codes[0] })).body.code).toBe("session.wrongCode");
    const { data } = (await world.api(world.employee).get(path)).body;
    expect(data.recovery_codes_left).toBe(9);
    const mails = await mailsTo(server, world.employee.email, 2);
    expect(mails.map(({ text }) => /recovery code was used/.test(text))).toContain(true);
  });
});

describe("changing second factors", () => {
  test("changing second factors without a recently confirmed password is refused", async () => {
    const world = await server.world();
    const api = world.api(world.employee);
    await withApp(world, world.employee);
    const { data } = await withPasskey(world, world.employee);
    const keyId = (await api.get(path)).body.data.passkeys[0].id;
    await longAgo(world, world.employee);
    const tries = [
      () => api.post(`${path}/totp`),
      () => api.post(`${path}/totp/confirm`, { code: "123456" }),
      () => api.delete(`${path}/totp`),
      () => api.post(`${path}/passkey/options`),
      () => api.post(`${path}/passkey`, { token: data.token, passkey: new Authenticator("x").create(data.options) }),
      () => api.delete(`${path}/passkey/${keyId}`),
      () => api.post(`${path}/recovery-codes`),
    ];
    for (const attempt of tries) {
      const answer = await attempt();
      expect([answer.status, answer.body.code]).toEqual([403, "session.confirmFirst"]);
    }
    const wrong = await api.post(`${path}/confirm`, { password: "Wrong1234" });
    expect(wrong.body.errors).toEqual({ password: ["The current password is incorrect."] });
    expect((await api.post(`${path}/recovery-codes`)).body.code).toBe("session.confirmFirst");
    expect((await api.post(`${path}/confirm`, { password })).status).toBe(200);
    expect((await api.post(`${path}/recovery-codes`)).status).toBe(200);
    const other = { ...world.employee, ...(await world.signIn(world.employee)) };
    await longAgo(world, world.employee);
    await api.post(`${path}/confirm`, { password });
    expect((await world.api(other).post(`${path}/recovery-codes`)).body.code).toBe("session.confirmFirst");
  });

  test("password confirmation is throttled after ten wrong attempts", async () => {
    const world = await server.world();
    const api = world.api(world.employee);
    for (let n = 0; n < 10; n++) await api.post(`${path}/confirm`, { password: `Wrong123${n}` });
    expect((await api.post(`${path}/confirm`, { password })).status).toBe(429);
  });

  test("an app is active after its first code and can't be replaced by another", async () => {
    const world = await server.world();
    const api = world.api(world.employee);
    const begun = (await api.post(`${path}/totp`)).body.data;
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await login(world, world.employee)).body.status).toBe("success");
    expect((await api.post(`${path}/totp/confirm`, { code: codeOf(begun.secret, 9) })).body.code).toBe(
      "session.wrongCode",
    );
    const anew = (await api.post(`${path}/totp`)).body.data;
    expect((await api.post(`${path}/totp/confirm`, { code: codeOf(begun.secret) })).body.code).toBe(
      "session.wrongCode",
    );
    expect((await api.post(`${path}/totp/confirm`, { code: codeOf(anew.secret) })).status).toBe(200);
    expect((await api.post(`${path}/totp`)).body.code).toBe("session.factorThere");
    expect((await api.delete(`${path}/totp`)).status).toBe(200);
    expect((await login(world, world.employee)).body.status).toBe("success");
    expect(await run(world, "SELECT FROM recovery_code")).toEqual([]);
  });

  test("new recovery codes replace the old ones; a user without factors gets none", async () => {
    const world = await server.world();
    const { codes } = await withApp(world, world.employee);
    const renewed = (await world.api(world.employee).post(`${path}/recovery-codes`)).body.recovery_codes;
    const { token } = await pendingOf(world, world.employee);
    expect((await second(world, { token, recovery_code: codes[0] })).body.code).toBe("session.wrongCode");
    expect((await second(world, { token, recovery_code: renewed[0] })).status).toBe(200);
    expect((await world.api(world.manager).post(`${path}/recovery-codes`)).body.code).toBe("session.factorMissing");
    await withPasskey(world, world.employee);
    const [key] = await run<{ id: number }>(world, "SELECT id FROM passkey");
    expect((await world.api(world.manager).delete(`${path}/passkey/${key?.id}`)).status).toBe(404);
  });

  test("each change of second factors is mailed and logged without secrets", async () => {
    const world = await server.world();
    const { secret, codes } = await withApp(world, world.employee);
    const { answer, key } = await withPasskey(world, world.employee);
    expect(answer.body.recovery_codes).toEqual([]);
    const api = world.api(world.employee);
    const keyId = (await api.get(path)).body.data.passkeys[0].id;
    await api.delete(`${path}/passkey/${keyId}`);
    await api.post(`${path}/recovery-codes`);
    await api.delete(`${path}/totp`);
    const mails = await mailsTo(server, world.employee.email, 5);
    expect(mails).toHaveLength(5);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(5).fill("Your login methods were changed"));
    for (const { text } of mails) {
      expect(text).not.toMatch(/[{}]|undefined|mail\./);
      for (const secretText of [secret, ...codes]) expect(text).not.toContain(secretText);
    }
    expect(await kinds(world)).toEqual([
      "factor_added done",
      "factor_added done",
      "factor_removed done",
      "recovery_codes_made done",
      "factor_removed done",
    ]);
    const storedEvents = JSON.stringify(await run(world, "SELECT * FROM security_event"));
    for (const secretText of [secret, ...codes, key.id]) expect(storedEvents).not.toContain(secretText);
  });

  test.each(languageCodes)("mails about second factors have complete texts in %s", async (language) => {
    const world = await server.world();
    await run(world, "UPDATE app_user SET language = $2 WHERE id = $1", [world.employee.id, language]);
    await withApp(world, world.employee);
    const [mail] = await mailsTo(server, world.employee.email);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/mail\.|[{}]|undefined/);
  });
});

describe("stored second factors", () => {
  test("secrets are encrypted, and their rows are useless for another user", async () => {
    const world = await server.world();
    const { secret, codes } = await withApp(world, world.employee);
    const rows = await run<{ secret: Buffer }>(world, "SELECT secret, f.* FROM totp_factor f");
    expect(JSON.stringify(rows.map((row) => row.secret.toString("latin1")))).not.toContain(secret);
    const hashes = await run<{ code_hash: Buffer }>(world, "SELECT code_hash FROM recovery_code");
    expect(hashes).toHaveLength(10);
    for (const code of codes)
      expect(hashes.some(({ code_hash }) => code_hash.toString("latin1").includes(code))).toBe(false);
    const keys = await factorKeys(server.platform.database);
    const sealed = rows[0]?.secret as Buffer;
    const owner = { tenantId: world.tenantId, userId: world.employee.id };
    expect(keys.open(sealed, owner)).toBe(secret);
    expect(() => keys.open(sealed, { ...owner, userId: world.manager.id })).toThrow();
    expect(() => createFactorKeys("another").open(sealed, owner)).toThrow();
    const bent = Buffer.from(sealed);
    bent[15] = (bent[15] as number) ^ 1;
    expect(() => keys.open(bent, owner)).toThrow();
  });

  test("responses with secrets aren't stored, even with an idempotency key", async () => {
    const world = await server.world();
    const api = world.api(world.employee).with({ "idempotency-key": "one" });
    const { secret } = (await api.post(`${path}/totp`)).body.data;
    expect(await run(world, "SELECT key FROM idempotency_key")).toEqual([]);
    expect(secret).toMatch(/^[A-Z2-7]{20,}$/);
  });
});
