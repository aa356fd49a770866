import { generateSync } from "otplib";
import { languageCodes } from "../../shared/kernel/languages";
import { factorKeys, keysFrom } from "../../server/session/factor-keys";
import { removeApp, removePasskey } from "../../server/session/second-factor.service";
import { takeTotp } from "../../server/session/totp.service";
import { Authenticator, type Oddities } from "../support/authenticator";
import { mailsTo } from "../support/mails";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { password, type Person, type World } from "../support/world";

const server = testServer();
const path = "/auth/second-factor";
const login = (world: World, who: Person, secret = password) =>
  world.api().post("/auth/login", { email: who.email, password: secret });
const second = (world: World, body: object) => world.api().post("/auth/login/second-step", body);
/** The code of a step, counted from now. Setting up takes the present one, and what follows the next: a step that ends meanwhile makes no difference. */
const codeOf = (secret: string, step = 0) => generateSync({ secret, epoch: Date.now() / 1_000 + step * 30 });
const originOf = (world: World) => `http://${world.host}:${server.platform.config.port}`;
let sequence = 0;
const run = <R>(world: World, text: string, values: unknown[] = []) =>
  world.tx((tx) => tx.rows<R>({ name: `secondFactor.test${++sequence}`, text }, values));
const kinds = async (world: World) =>
  (await run<{ kind: string; outcome: string }>(world, "SELECT kind, outcome FROM security_event ORDER BY id")).map(
    ({ kind, outcome }) => `${kind} ${outcome}`,
  );

/** Sets up an app, with the present code. */
async function withApp(world: World, who: Person): Promise<{ secret: string; used: string; codes: string[] }> {
  const begun = await world.api(who).post(`${path}/totp`);
  expect(begun.status).toBe(200);
  const { secret } = begun.body.data;
  const used = codeOf(secret);
  const done = await world.api(who).post(`${path}/totp/confirm`, { code: used });
  expect(done.status).toBe(200);
  return { secret, used, codes: done.body.recovery_codes };
}

async function withPasskey(world: World, who: Person, odd: Oddities = {}) {
  const key = new Authenticator(originOf(world));
  const { data } = (await world.api(who).post(`${path}/passkey/options`)).body;
  const passkey = key.create(data.options, odd);
  const answer = await world.api(who).post(`${path}/passkey`, { token: data.token, name: "Laptop", passkey });
  return { key, answer, data };
}

async function pendingOf(world: World, who: Person) {
  const answer = await login(world, who);
  expect([answer.status, answer.body.status]).toEqual([200, "second_step"]);
  return answer.body.pending;
}

/** As if the password had been given long ago. */
const longAgo = (world: World, who: Person) =>
  run(world, "UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [who.id]);

describe("the second step: what must not work", () => {
  test("the first step opens nothing: no session, no cookie, no person", async () => {
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

  test("a wrong code, one of another's app, one of long ago, one of the setting up", async () => {
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
      expect((await second(world, { token, code })).body.errors).toEqual({ code: ["The code has six digits"] });
    expect((await second(world, { token })).body.errors).toEqual({ code: ["This field is required"] });
    expect((await second(world, { token, recovery_code: "aaaaa-bbbbb" })).body.code).toBe("session.wrongCode");
    expect((await kinds(world)).filter((kind) => kind === "second_step failed")).toHaveLength(5);
  });

  test("the same code again, whoever asks first: it counts once", async () => {
    const world = await server.world();
    const { secret, used } = await withApp(world, world.employee);
    const [one, two] = [await pendingOf(world, world.employee), await pendingOf(world, world.employee)];
    const code = codeOf(secret, 1);
    expect((await second(world, { token: one.token, code })).status).toBe(200);
    expect((await second(world, { token: two.token, code })).body.code).toBe("session.wrongCode");
    expect((await second(world, { token: two.token, code: used })).body.code).toBe("session.wrongCode");
  });

  test("the same code twice at once: the second waits, and is too late", async () => {
    const world = await server.world();
    const { secret } = await withApp(world, world.employee);
    const code = codeOf(secret, 1);
    const keys = await factorKeys(server.platform.database);
    const take = (tx: Parameters<typeof takeTotp>[0]) => takeTotp(tx, keys, world.employee.id, code);
    expect(await oneAtATime(server, world, take)).toEqual([
      { status: "fulfilled", value: true },
      { status: "fulfilled", value: false },
    ]);
  });

  test("guessing: ten wrong answers, then nothing for a while, the right one neither", async () => {
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

  test("a first step that was finished, is too old, somebody else's, or from before a new password", async () => {
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
    const there = await pendingOf(world, world.employee);
    const elsewhere = await second(other, { token: there.token, recovery_code: codes[1] });
    expect(elsewhere.body.code).toBe("session.secondStepExpired");
    const body = { current_password: password, password: "Fresh1234", password_confirmation: "Fresh1234" };
    expect((await world.api(world.employee).put("/user/password", body)).status).toBe(200);
    expect(await tried(there.token, 1)).toEqual(expired);
  });

  test("an account that was switched off in between", async () => {
    const world = await server.world();
    const { codes } = await withApp(world, world.employee);
    const { token } = await pendingOf(world, world.employee);
    await run(world, "UPDATE app_user SET active = false WHERE id = $1", [world.employee.id]);
    expect((await second(world, { token, recovery_code: codes[0] })).body.code).toBe("session.secondStepExpired");
  });
});

describe("the second step", () => {
  test("by the app: a session with its cookies; the log says by what", async () => {
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

  test("by a recovery code, once each, however it is typed; the owner is told", async () => {
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

describe("passkeys", () => {
  test.each<[string, Oddities]>([
    ["made at another address", { origin: "https://evil.example" }],
    ["made for another host", { rpId: "evil.example" }],
    ["made for another challenge", { challenge: "AAAA" }],
    ["without recognising who holds it", { unverified: true }],
  ])("%s isn't kept", async (_, odd) => {
    const world = await server.world();
    const { answer } = await withPasskey(world, world.employee, odd);
    expect([answer.status, answer.body.code]).toEqual([422, "session.passkeyUnknown"]);
    expect(await run(world, "SELECT id FROM passkey")).toEqual([]);
  });

  test("isn't kept twice, nor begun in one session and ended in another", async () => {
    const world = await server.world();
    const { answer, data } = await withPasskey(world, world.employee);
    expect([answer.status, answer.body.recovery_codes]).toEqual([201, expect.any(Array)]);
    const key = new Authenticator(originOf(world));
    const finish = (who: Person, token: string, options: Parameters<Authenticator["create"]>[0]) =>
      world.api(who).post(`${path}/passkey`, { token, name: "", passkey: key.create(options) });
    expect((await finish(world.employee, data.token, data.options)).body.code).toBe("session.secondStepExpired");
    const begun = (await world.api(world.employee).post(`${path}/passkey/options`)).body.data;
    const elsewhere = { ...world.employee, ...(await world.signIn(world.employee)) };
    expect((await finish(elsewhere, begun.token, begun.options)).body.code).toBe("session.secondStepExpired");
    expect((await finish(world.manager, begun.token, begun.options)).body.code).toBe("session.secondStepExpired");
  });

  test.each<[string, Oddities]>([
    ["at another address", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["of another challenge", { challenge: "AAAA" }],
    ["without recognising who holds it", { unverified: true }],
    ["copied: its counter goes back", { counter: 0 }],
  ])("%s signs nobody in, as a second step or alone", async (_, odd) => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const fine = await pendingOf(world, world.employee);
    expect((await second(world, { token: fine.token, passkey: key.get(fine.passkey) })).status).toBe(200);
    const pending = await pendingOf(world, world.employee);
    const answer = await second(world, { token: pending.token, passkey: key.get(pending.passkey, odd) });
    expect([answer.status, answer.body.code]).toEqual([422, "session.wrongCode"]);
    const { data } = (await world.api().post("/auth/login/passkey/options")).body;
    const alone = { token: data.token, passkey: key.get(data.options, odd) };
    expect((await world.api().post("/auth/login/passkey", alone)).body.code).toBe("session.passkeyUnknown");
    expect((await kinds(world)).slice(-2)).toEqual(["second_step failed", "sign_in failed"]);
  });

  test("somebody else's is no second step of mine", async () => {
    const world = await server.world();
    await withPasskey(world, world.employee);
    const { key } = await withPasskey(world, world.manager);
    const pending = await pendingOf(world, world.employee);
    const answer = await second(world, { token: pending.token, passkey: key.get(pending.passkey) });
    expect(answer.body.code).toBe("session.wrongCode");
  });

  test("sign in alone, remembered if wanted; each question is answered once", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const { data } = (await world.api().post("/auth/login/passkey/options")).body;
    expect(data.options.rpId).toBe(world.host);
    const body = { token: data.token, passkey: key.get(data.options), remember: true };
    const answer = await world.api().post("/auth/login/passkey", body);
    expect([answer.status, answer.body.user.id]).toEqual([200, world.employee.id]);
    expect(await run(world, "SELECT remember FROM session ORDER BY id DESC LIMIT 1")).toEqual([{ remember: true }]);
    const again = await world.api().post("/auth/login/passkey", { ...body, passkey: key.get(data.options) });
    expect(again.body.code).toBe("session.secondStepExpired");
    const begun = (await world.api().post("/auth/login/passkey/options")).body.data;
    await run(world, "UPDATE app_user SET active = false WHERE id = $1", [world.employee.id]);
    const off = await world.api().post("/auth/login/passkey", { token: begun.token, passkey: key.get(begun.options) });
    expect(off.body.code).toBe("session.inactive");
  });

  test("the host is the tenant's own, whatever is announced", async () => {
    const world = await server.world();
    const api = world.api(world.employee).with({ "x-forwarded-host": "evil.example", origin: "https://evil.example" });
    const { data } = (await api.post(`${path}/passkey/options`)).body;
    expect(data.options.rp.id).toBe(world.host);
  });
});

describe("changing factors", () => {
  test("wants the password of a short while ago, everywhere", async () => {
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
    expect(wrong.body.errors).toEqual({ password: ["The current password is not right."] });
    expect((await api.post(`${path}/recovery-codes`)).body.code).toBe("session.confirmFirst");
    expect((await api.post(`${path}/confirm`, { password })).status).toBe(200);
    expect((await api.post(`${path}/recovery-codes`)).status).toBe(200);
    // Another session of the same person hasn't said it.
    const other = { ...world.employee, ...(await world.signIn(world.employee)) };
    await longAgo(world, world.employee);
    await api.post(`${path}/confirm`, { password });
    expect((await world.api(other).post(`${path}/recovery-codes`)).body.code).toBe("session.confirmFirst");
  });

  test("the password can't be guessed here either", async () => {
    const world = await server.world();
    const api = world.api(world.employee);
    for (let n = 0; n < 10; n++) await api.post(`${path}/confirm`, { password: `Wrong123${n}` });
    expect((await api.post(`${path}/confirm`, { password })).status).toBe(429);
  });

  test("an app counts when its code was given, and a second one doesn't replace it", async () => {
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

  test("new recovery codes end the old ones; nobody else's can be touched", async () => {
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

  test("each change is told by mail and stands in the log, without a secret", async () => {
    const world = await server.world();
    const { secret, codes } = await withApp(world, world.employee);
    const { answer, key } = await withPasskey(world, world.employee);
    expect(answer.body.recovery_codes).toEqual([]); // there were some
    const api = world.api(world.employee);
    const keyId = (await api.get(path)).body.data.passkeys[0].id;
    await api.delete(`${path}/passkey/${keyId}`);
    await api.post(`${path}/recovery-codes`);
    await api.delete(`${path}/totp`);
    const mails = await mailsTo(server, world.employee.email, 5);
    expect(mails).toHaveLength(5);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(5).fill("How you log in was changed"));
    for (const { text } of mails) {
      expect(text).not.toMatch(/[{}]|undefined|mail\./);
      for (const told of [secret, ...codes]) expect(text).not.toContain(told);
    }
    expect(await kinds(world)).toEqual([
      "factor_added done",
      "factor_added done",
      "factor_removed done",
      "recovery_codes_made done",
      "factor_removed done",
    ]);
    const kept = JSON.stringify(await run(world, "SELECT * FROM security_event"));
    for (const told of [secret, ...codes, key.id]) expect(kept).not.toContain(told);
  });

  test.each(languageCodes)("mails have words in %s", async (language) => {
    const world = await server.world();
    await run(world, "UPDATE app_user SET language = $2 WHERE id = $1", [world.employee.id, language]);
    await withApp(world, world.employee);
    const [mail] = await mailsTo(server, world.employee.email);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/mail\.|[{}]|undefined/);
  });
});

describe("at rest", () => {
  test("the app's secret and the codes are nowhere in the database; a row opens nothing for somebody else", async () => {
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
    expect(() => keysFrom("another").open(sealed, owner)).toThrow();
    const bent = Buffer.from(sealed);
    bent[15] = (bent[15] as number) ^ 1;
    expect(() => keys.open(bent, owner)).toThrow();
  });

  test("answers that tell secrets are kept nowhere, also when they are sent with a key", async () => {
    const world = await server.world();
    const api = world.api(world.employee).with({ "idempotency-key": "one" });
    const { secret } = (await api.post(`${path}/totp`)).body.data;
    expect(await run(world, "SELECT key FROM idempotency_key")).toEqual([]);
    expect(secret).toMatch(/^[A-Z2-7]{20,}$/);
  });
});

describe("required", () => {
  const rule = "/security/second-factor";
  const require = (world: World, body: object) => world.api(world.admin).put(rule, body);
  /** A session from after the rule, as the next sign-in makes it. */
  const later = async (world: World, who: Person): Promise<Person> => ({ ...who, ...(await world.signIn(who)) });

  test("only by whoever may edit the organisation, with the password at hand, and for roles of one's own", async () => {
    const [world, other] = [await server.world(), await server.world()];
    for (const who of [world.hr, world.manager, world.employee, world.external])
      expect((await world.api(who).put(rule, { everybody: true })).body.code).toBe("permission.denied");
    expect((await world.api(world.manager).get(rule)).body.code).toBe("permission.denied");
    const foreign = await require(world, { everybody: false, role_ids: [other.roles.hr] });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["role_ids"]]);
    await longAgo(world, world.admin);
    expect((await require(world, { everybody: true })).body.code).toBe("session.confirmFirst");
    expect((await world.api(world.admin).get(rule)).body.data.everybody).toBe(false);
  });

  test("nothing but setting one up is answered after the next sign-in; sessions from before go on", async () => {
    const world = await server.world();
    const { employee } = world;
    expect((await require(world, { everybody: true })).status).toBe(200);
    expect((await world.api(employee).get("/users")).status).toBe(200);
    const now = await later(world, employee);
    const api = world.api(now);
    expect((await api.get("/users")).body.code).toBe("session.factorMissing");
    const user = await api.get("/auth/user");
    expect([user.status, user.body.data.second_factor_missing]).toEqual([200, true]);
    await withApp(world, now);
    expect((await api.get("/users")).status).toBe(200);
    expect((await api.get("/auth/user")).body.data.second_factor_missing).toBe(false);
    const last = await api.delete(`${path}/totp`);
    expect([last.status, last.body.code]).toEqual([409, "session.factorNeeded"]);
    await withPasskey(world, now);
    expect((await api.delete(`${path}/totp`)).status).toBe(200);
    const [key] = (await api.get(path)).body.data.passkeys;
    expect((await api.delete(`${path}/passkey/${key.id}`)).body.code).toBe("session.factorNeeded");
  });

  test("by role, and no more when it is taken back", async () => {
    const world = await server.world();
    const { roles, hr, employee } = world;
    expect((await require(world, { everybody: false, role_ids: [roles.hr] })).status).toBe(200);
    const asked = await later(world, hr);
    expect((await world.api(asked).get("/users")).body.code).toBe("session.factorMissing");
    expect((await world.api(await later(world, employee)).get("/users")).status).toBe(200);
    const { data } = await require(world, { everybody: false, role_ids: [] }).then(({ body }) => body);
    expect(data.roles.every((one: { required: boolean }) => !one.required)).toBe(true);
    expect((await world.api(asked).get("/users")).status).toBe(200);
    expect((await kinds(world)).filter((kind) => kind === "factor_policy_changed done")).toHaveLength(2);
  });

  test("two last factors that go at once: one of them stays", async () => {
    const world = await server.world();
    await require(world, { everybody: true });
    const now = await later(world, world.employee);
    await withApp(world, now);
    await withPasskey(world, now);
    const [key] = await run<{ id: number }>(world, "SELECT id FROM passkey");
    const actor = { ...now, sessionId: now.sessionId } as never;
    const settled = await oneAtATime<void>(
      server,
      world,
      (tx) => removeApp(tx, actor),
      (tx) => removePasskey(tx, actor, key?.id as number),
    );
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await run(world, "SELECT id FROM passkey")).toHaveLength(1);
  });
});

describe("resetting somebody's", () => {
  const of = (who: Person) => `/security/second-factor/people/${who.id}`;

  test("never one's own, nor by whoever may not, nor an administrator's by HR", async () => {
    const world = await server.world();
    const { admin, hr, manager, employee } = world;
    for (const who of [admin, employee]) await withApp(world, who);
    expect((await world.api(admin).delete(of(admin))).body.code).toBe("session.ownFactor");
    expect((await world.api(manager).delete(of(employee))).body.code).toBe("permission.denied");
    expect((await world.api(hr).delete(of(admin))).body.code).toBe("permission.denied");
    const other = await server.world();
    expect((await world.api(admin).delete(of(other.employee))).status).toBe(404);
    await longAgo(world, hr);
    expect((await world.api(hr).delete(of(employee))).body.code).toBe("session.confirmFirst");
    expect(await run(world, "SELECT user_id FROM totp_factor ORDER BY user_id")).toHaveLength(2);
    const list = (await world.api(hr).get("/security/second-factor/people")).body.data;
    const can = Object.fromEntries(list.map((one: { id: number; can: { reset: boolean } }) => [one.id, one.can.reset]));
    expect([can[admin.id], can[hr.id], can[employee.id], can[manager.id]]).toEqual([false, false, true, false]);
  });

  test("takes everything away, ends their sessions, tells them by mail and the log", async () => {
    const world = await server.world();
    const { hr, employee } = world;
    await withApp(world, employee);
    await withPasskey(world, employee);
    const { token } = await pendingOf(world, employee);
    const mark = server.published.length;
    expect((await world.api(hr).delete(of(employee))).status).toBe(200);
    expect((await world.api(employee).get("/auth/user")).body.code).toBe("session.required");
    expect(world.events(mark).map(({ event }) => event.type)).toContain("session.ended");
    for (const table of ["totp_factor", "passkey", "recovery_code", "sign_in_step"])
      expect([table, await run(world, `SELECT FROM ${table} WHERE user_id = $1`, [employee.id])]).toEqual([table, []]);
    expect((await second(world, { token, code: "123456" })).body.code).toBe("session.secondStepExpired");
    expect((await login(world, employee)).body.status).toBe("success");
    const mails = await mailsTo(server, employee.email, 3);
    expect(mails.some(({ text }) => text.includes("An administrator reset the second factor"))).toBe(true);
    const [event] = await run<object>(
      world,
      "SELECT user_id, subject_id FROM security_event WHERE kind = 'factor_reset'",
    );
    expect(event).toEqual({ user_id: hr.id, subject_id: employee.id });
  });
});
