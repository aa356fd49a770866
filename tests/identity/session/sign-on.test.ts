import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { password, type Person, type World } from "../../support/world";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { secondFactorSteps } from "./second-factor-steps";
import { beginSignOn, clientCredentials, finishSignOn, ForgingIssuer, Issuer, signOnActions } from "./issuers";

const config: { signOnOrigins: string[] } = { signOnOrigins: [] };
const server = testServer({ config });
const factors = secondFactorSteps(server);
const issuer = new Issuer();
const forger = new ForgingIssuer();

beforeAll(async () => {
  await Promise.all([issuer.start(), forger.start()]);
  config.signOnOrigins.push(issuer.origin, forger.origin);
});
afterAll(() => Promise.all([issuer.stop(), forger.stop()]));

const { settings, rows, inputOf, saveSignOn, withSignOn, enter, newIdentity, signInLog } = signOnActions(
  server,
  issuer,
);

describe("configuring sign-on", () => {
  test("configuring sign-on without a recently confirmed password is refused", async () => {
    const world = await server.world();
    await factors.longAgo(world, world.admin);
    expect((await saveSignOn(world, inputOf(world))).body.code).toBe("session.confirmFirst");
    expect((await world.api(world.admin).delete(settings)).body.code).toBe("session.confirmFirst");
  });

  test("an unreachable issuer, a missing secret or another tenant's role gets 422", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const wrong = async (overrides: object) =>
      Object.keys((await saveSignOn(world, { ...inputOf(world), ...overrides })).body.errors);
    expect(await wrong({ issuer: "http://127.0.0.1:1" })).toEqual(["issuer"]);
    expect(await wrong({ client_secret: "" })).toEqual(["client_secret"]);
    expect(await wrong({ role_id: other.roles.employee })).toEqual(["role_id"]);
    expect(await wrong({ role_claim: "groups", roles: [{ value: "x", role_id: other.roles.employee }] })).toEqual([
      "roles.0.role_id",
    ]);
    expect(await wrong({ domains: [] })).toEqual(["domains"]);
    expect(await wrong({ domains: ["no domain"] })).toEqual(["domains.0"]);
    expect(await wrong({ required: true })).toEqual(["exempt_user_id"]);
    expect(await wrong({ required: true, exempt_user_id: world.employee.id })).toEqual(["exempt_user_id"]);
    expect((await world.api(world.admin).get(settings)).body.data).toBeNull();
  });

  test.each([
    "http://example.org",
    "https://127.0.0.1",
    "https://169.254.169.254",
    "https://[::1]",
    "https://localhost",
  ])("the issuer %s isn't contacted, since it isn't https or public", async (address) => {
    const world = await server.world();
    const answer = await saveSignOn(world, { ...inputOf(world), issuer: address });
    expect(answer.body.code).toBe("signOn.unreachable");
  });

  test("the client secret is never returned, and never sent to a new issuer", async () => {
    const world = await withSignOn();
    const settingsReply = (await world.api(world.admin).get(settings)).body;
    expect(settingsReply.data).toMatchObject({
      name: "Acme ID",
      issuer: issuer.origin,
      domains: ["acme.test"],
      people: 0,
    });
    expect(settingsReply.redirect_uri).toBe(`http://${world.host}:${server.platform.config.port}/auth/sign-on`);
    expect(JSON.stringify(settingsReply)).not.toContain(clientCredentials.client_secret);
    const [row] = await rows<{ client_secret: Buffer }>(world, "SELECT client_secret FROM sign_on");
    expect(row?.client_secret.toString("latin1")).not.toContain(clientCredentials.client_secret);
    const again = { ...inputOf(world), client_secret: undefined, name: "Renamed" };
    expect((await saveSignOn(world, again)).status).toBe(200);
    expect((await enter(world, newIdentity())).status).toBe(200);
    const elsewhere = await saveSignOn(world, { ...again, issuer: forger.origin });
    expect(elsewhere.body.errors).toHaveProperty("client_secret");
  });

  test("saving a stale settings version is refused with conflict", async () => {
    const world = await withSignOn();
    const change = (name: string) => world.api(world.admin).put(settings, { ...inputOf(world), name, version: 1 });
    const mark = server.published.length;
    expect((await change("First")).status).toBe(200);
    // Open forms of other administrators reload the settings.
    expect(world.events(mark).map(({ stream, event }) => [stream, event.type, event.data])).toContainEqual([
      `tenant:${world.tenantId}`,
      "sign_on.changed",
      {},
    ]);
    expect((await change("Second")).body.code).toBe("conflict");
    expect((await world.api(world.admin).get(settings)).body.data).toMatchObject({ name: "First", version: 2 });
  });

  test("two administrators who set up sign-on concurrently: the second gets 409", async () => {
    const world = await server.world();
    const set = (name: string) => world.api(world.admin).put(settings, { ...inputOf(world), name, version: 0 });
    const answers = await Promise.all([set("First"), set("Second")]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await world.api(world.admin).get(settings)).body.data.version).toBe(1);
  });

  test("saving settings that another administrator removed doesn't create them again", async () => {
    const world = await withSignOn();
    const change = (overrides: object) => world.api(world.admin).put(settings, { ...inputOf(world), ...overrides });
    expect((await world.api(world.admin).delete(settings)).status).toBe(200);
    for (const client_secret of [undefined, inputOf(world).client_secret])
      expect((await change({ version: 1, client_secret })).body.code).toBe("signOn.removed");
    expect((await world.api(world.admin).get(settings)).body.data).toBeNull();
    expect((await change({ version: 0 })).status).toBe(200);
  });

  test("sign-on is offered on the login page until it is removed", async () => {
    const world = await withSignOn();
    const offered = async () => (await world.api().get("/api/check-tenant")).body.data.sign_on;
    expect(await offered()).toEqual({ name: "Acme ID", required: false });
    const mark = server.published.length;
    expect((await world.api(world.admin).delete(settings)).status).toBe(200);
    expect(world.events(mark).map(({ event }) => event.type)).toContain("sign_on.changed");
    expect(await offered()).toBeNull();
    expect((await world.api().post("/auth/sign-on", {})).body.code).toBe("signOn.off");
    expect((await world.api(world.admin).delete(settings)).status).toBe(404);
  });
});

describe("users signing on", () => {
  test("a new user of an allowed domain gets an account, later found by subject", async () => {
    const world = await withSignOn();
    const claims = newIdentity();
    const mark = server.published.length;
    const first = await enter(world, claims);
    expect([first.status, first.body.user]).toEqual([
      200,
      expect.objectContaining({ email: claims.email, fullname: "New Person" }),
    ]);
    expect(world.events(mark).map(({ event }) => event.type)).toContain("user.created");
    const again = await enter(world, { ...claims, email: "married@elsewhere.test", email_verified: false });
    expect(again.body.user.id).toBe(first.body.user.id);
    expect((await signInLog(world)).at(-1)).toMatchObject({ outcome: "done", facts: { factor: "sign_on" } });
    const user = await world.api({ ...world.employee, token: again.body.access_token }).get("/auth/user");
    expect(user.body.data.id).toBe(first.body.user.id);
  });

  test("a new user signing on in two concurrent tabs gets one account", async () => {
    const world = await withSignOn();
    const claims = newIdentity();
    const tabs = await Promise.all([beginSignOn(world), beginSignOn(world)]);
    const answers = await Promise.all(tabs.map(({ url }) => issuer.walk(url, claims)));
    const both = await runWhileLocked(
      server,
      world,
      (tx) => tx.rows(unnamedSql("SELECT id FROM tenant WHERE id = current_tenant() FOR UPDATE")),
      tabs.map(
        ({ token }, tab) =>
          () =>
            finishSignOn(world, token, answers[tab] as string),
      ),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ body }) => body.user.id)).size).toBe(1);
  });

  test("an existing account is matched by address", async () => {
    const world = await withSignOn();
    await rows(world, "UPDATE app_user SET email = 'old.hand@acme.test' WHERE id = $1", [world.employee.id]);
    const answer = await enter(world, newIdentity({ email: "Old.Hand@acme.test" }));
    expect(answer.body.user.id).toBe(world.employee.id);
  });

  test("an invited user who signs on is no longer invited, and the link is used up", async () => {
    const world = await withSignOn();
    const email = "invited@acme.test";
    const hr = world.api(world.hr);
    const body = { fullname: "Ina Vited", email, role_id: world.roles.employee, invite: "now" };
    const { id } = (await hr.post("/user", body)).body.data;
    expect((await hr.get(`/user/${id}`)).body.data).toMatchObject({ can: { invite: true } });
    expect((await enter(world, newIdentity({ email }))).body.user.id).toBe(id);
    expect((await hr.get(`/user/${id}`)).body.data).toMatchObject({ can: { invite: false }, invited_until: null });
    const links = await rows<{ used_at: string | null }>(
      world,
      "SELECT used_at FROM password_reset WHERE user_id = $1",
      [id],
    );
    expect(links).toEqual([{ used_at: expect.anything() }]);
  });

  test("an employee invited for a later first day can't sign on before it", async () => {
    const world = await withSignOn();
    const email = "early@acme.test";
    const hr = world.api(world.hr);
    const joining = { date_of_joining: "2099-01-01", invite: "first_day" };
    const { id } = (await hr.post("/user", { fullname: "Early", email, role_id: world.roles.employee, ...joining }))
      .body.data;
    const claims = newIdentity({ email });
    expect((await enter(world, claims)).body.code).toBe("session.inactive");
    await hr.delete(`/user/${id}/invitation`);
    expect((await enter(world, claims)).body.code).toBe("session.inactive");
    await hr.post(`/user/${id}/invitation`);
    expect((await enter(world, claims)).body.user.id).toBe(id);
  });

  test("housekeeping doesn't change whether a user invited early can sign on", async () => {
    const world = await withSignOn();
    const hr = world.api(world.hr);
    const hire = async (email: string, invite: "now" | "first_day") => {
      const body = { fullname: "Early", email, role_id: world.roles.employee, date_of_joining: "2099-01-01", invite };
      return { claims: newIdentity({ email }), id: (await hr.post("/user", body)).body.data.id as number };
    };
    const expireAndPurge = async () => {
      await rows(world, "UPDATE password_reset SET expires_at = now() - interval '2 days'");
      await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
    };
    const [sent, revoked, cancelled, rehired] = [
      await hire("sent@acme.test", "now"),
      await hire("revoked@acme.test", "now"),
      await hire("cancelled@acme.test", "first_day"),
      await hire("rehired@acme.test", "now"),
    ];
    await hr.delete(`/user/${cancelled.id}/invitation`);
    await hr.patch(`/user/${rehired.id}/status`);
    await expireAndPurge();
    await hr.delete(`/user/${revoked.id}/invitation`);
    await hr.patch(`/user/${rehired.id}/status`);
    await expireAndPurge();
    const enterAs = async ({ claims }: { claims: ReturnType<typeof newIdentity> }) => {
      const { body } = await enter(world, claims);
      return body.code ?? body.user.id;
    };
    for (const waiting of [revoked, cancelled, rehired]) expect(await enterAs(waiting)).toBe("session.inactive");
    await rows(world, "UPDATE app_user SET joined_on = tenant_today() WHERE id = ANY($1)", [
      [revoked.id, cancelled.id],
    ]);
    for (const user of [sent, revoked, cancelled]) expect(await enterAs(user)).toBe(user.id);
    expect(await rows(world, "SELECT id FROM password_reset WHERE user_id = $1", [sent.id])).toHaveLength(1);
    await expireAndPurge();
    expect(await rows(world, "SELECT id FROM password_reset WHERE user_id = $1", [sent.id])).toEqual([]);
  });

  test.each([
    ["an unverified e-mail address", { email_verified: false }],
    ["an address of another domain", { email: "somebody@elsewhere.test" }],
    ["a domain that ends like the tenant's", { email: "somebody@not-acme.test" }],
    ["a domain before another @", { email: "somebody@acme.test@elsewhere.test" }],
    ["no address", { email: undefined }],
  ])("signing on is refused with %s", async (_, overrides) => {
    const world = await withSignOn();
    const answer = await enter(world, newIdentity(overrides));
    expect([answer.status, answer.body.code]).toEqual([422, "signOn.unknown"]);
    expect((await signInLog(world)).at(-1)).toMatchObject({ outcome: "failed", facts: { code: "signOn.unknown" } });
  });

  test("a new subject with a former user's address is refused", async () => {
    const world = await withSignOn();
    const claims = newIdentity();
    await enter(world, claims);
    expect((await enter(world, { ...claims, sub: "a-successor" })).body.code).toBe("signOn.unknown");
  });

  test("inactive accounts and new users beyond the plan are refused", async () => {
    const world = await withSignOn();
    const claims = newIdentity();
    const { user } = (await enter(world, claims)).body;
    await rows(world, "UPDATE app_user SET active = false WHERE id = $1", [user.id]);
    expect((await enter(world, claims)).body.code).toBe("session.inactive");
    await server.owner.query(
      `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE user_limit IS NOT NULL ORDER BY user_limit LIMIT 1) WHERE id = $1`,
      [world.tenantId],
    );
    await server.owner.query(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
       SELECT $1, 'filler' || n || '@acme.test', 'Filler', 'x', $2 FROM generate_series(1, 200) AS n`,
      [world.tenantId, world.roles.employee],
    );
    expect((await enter(world, newIdentity())).body.code).toBe("plan_limit_reached");
  });

  test("a user with a second factor must also use it on sign-on", async () => {
    const world = await withSignOn({ required: false });
    await rows(world, "UPDATE app_user SET email = 'careful@acme.test' WHERE id = $1", [world.employee.id]);
    const { secret } = await factors.withApp(world, world.employee);
    const first = await enter(world, newIdentity({ email: "careful@acme.test" }));
    expect(first.body).toMatchObject({ status: "second_step" });
    expect(first.body.access_token).toBeUndefined();
    const done = await factors.second(world, { token: first.body.pending.token, code: factors.codeOf(secret, 1) });
    expect([done.status, done.body.user.id]).toEqual([200, world.employee.id]);
  });

  test("roles follow the issuer's claims, except for the last administrator", async () => {
    const world = await server.world();
    const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Crew", permissions: [] }));
    const roles = [{ value: "crew", role_id: role.id }];
    await saveSignOn(world, { ...inputOf(world), role_claim: "groups", roles });
    const roleOf = async (id: number) =>
      (await rows<{ role_id: number }>(world, "SELECT role_id FROM app_user WHERE id = $1", [id]))[0]?.role_id;
    const claims = newIdentity({ groups: ["others"] });
    const { id } = (await enter(world, claims)).body.user;
    expect(await roleOf(id)).toBe(world.roles.employee);
    const mark = server.published.length;
    await enter(world, { ...claims, groups: ["others", "crew"] });
    expect(await roleOf(id)).toBe(role.id);
    const types = world.events(mark).map(({ event }) => event.type);
    expect(types).toEqual(expect.arrayContaining(["user.access_changed", "user.updated"]));
    const [entry] = (await world.api(world.admin).get(`/user/${id}/history`)).body.data;
    expect(entry).toMatchObject({ actor: null, fields: [{ field: "role", before: "Employee", after: "Crew" }] });
    await enter(world, { ...claims, groups: [] });
    expect(await roleOf(id)).toBe(role.id);
    await rows(world, "UPDATE app_user SET email = 'chief@acme.test' WHERE id = $1", [world.admin.id]);
    const chief = newIdentity({ email: "chief@acme.test", groups: ["crew"] });
    expect((await enter(world, chief)).body.user.id).toBe(world.admin.id);
    expect(await roleOf(world.admin.id)).toBe(world.roles.administrator);
    await world.person("administrator");
    expect((await enter(world, chief)).status).toBe(200);
    expect(await roleOf(world.admin.id)).toBe(role.id);
  });
});

test("the e-mail address is read from userinfo if the ID token lacks it", async () => {
  const discreet = await new Issuer().start("--userinfo");
  config.signOnOrigins.push(discreet.origin);
  const world = await withSignOn({}, discreet);
  const { token, url } = await beginSignOn(world);
  const claims = newIdentity();
  const answer = await finishSignOn(world, token, await discreet.walk(url, claims));
  await discreet.stop();
  expect(answer.body.user?.email).toBe(claims.email);
});

describe("forged responses", () => {
  async function forged(world: World, answer: (state: string) => string = (state) => `code=1&state=${state}`) {
    const { token, url } = await beginSignOn(world);
    const parameters = new URL(url).searchParams;
    forger.nonce = forger.forgery.claims?.["nonce"] === undefined ? (parameters.get("nonce") ?? "") : forger.nonce;
    return finishSignOn(world, token, answer(parameters.get("state") ?? ""));
  }
  afterEach(() => {
    forger.forgery = {};
    forger.metadata = {};
  });
  const fitting = { email: "somebody@acme.test", email_verified: true };

  test("a valid response of the forger is accepted", async () => {
    const world = await withSignOn({}, forger);
    forger.forgery = { claims: fitting };
    expect((await forged(world)).status).toBe(200);
    const sent = forger.exchanged.at(-1);
    expect(sent?.get("code_verifier")).toMatch(/^[\w-]{43,}$/);
  });

  test.each<[string, () => ForgingIssuer["forgery"]]>([
    ["signed with another key", () => ({ claims: fitting, key: forger.stranger })],
    ["unsigned", () => ({ claims: fitting, algorithm: "none" })],
    ["for another audience", () => ({ claims: { ...fitting, aud: "another" } })],
    ["from another issuer", () => ({ claims: { ...fitting, iss: "https://another.test" } })],
    ["expired", () => ({ claims: { ...fitting, exp: 1_000_000_000, iat: 999_999_000 } })],
    ["with another session's nonce", () => ({ claims: { ...fitting, nonce: "replayed" } })],
  ])("a response %s is refused", async (_, forgery) => {
    const world = await withSignOn({}, forger);
    forger.forgery = forgery();
    const answer = await forged(world);
    expect([answer.status, answer.body.code]).toEqual([422, "signOn.refused"]);
    expect((await signInLog(world)).at(-1)).toMatchObject({ outcome: "failed", facts: { code: "signOn.refused" } });
  });

  test("a wrong or missing state and an error response are refused", async () => {
    const world = await withSignOn({}, forger);
    forger.forgery = { claims: fitting };
    for (const answer of ["code=1&state=another", "code=1", "error=access_denied"]) {
      expect((await forged(world, () => answer)).body.code).toBe("signOn.refused");
    }
  });

  test("a response of another issuer is refused (mix-up)", async () => {
    const world = await withSignOn({}, forger);
    forger.forgery = { claims: fitting };
    const mixed = await forged(
      world,
      (state) => `code=1&state=${state}&iss=${encodeURIComponent("https://another.test")}`,
    );
    expect(mixed.body.code).toBe("signOn.refused");
    // An issuer that announces `iss` in responses must send it.
    forger.metadata = { authorization_response_iss_parameter_supported: true };
    expect((await forged(world)).body.code).toBe("signOn.refused");
  });

  test("a response is refused if the tenant has changed its issuer meanwhile", async () => {
    const world = await withSignOn({}, forger);
    const { token, url } = await beginSignOn(world);
    expect((await saveSignOn(world, inputOf(world, issuer))).status).toBe(200);
    const state = new URL(url).searchParams.get("state");
    expect((await finishSignOn(world, token, `code=1&state=${state}`)).body.code).toBe("signOn.refused");
  });

  test("a response works once, only in the browser and tenant that started it", async () => {
    const world = await withSignOn();
    const { token, url } = await beginSignOn(world);
    const answer = await issuer.walk(url, newIdentity());
    const elsewhere = await withSignOn();
    expect((await finishSignOn(elsewhere, token, answer)).body.code).toBe("session.secondStepExpired");
    const strange = await beginSignOn(world);
    expect((await finishSignOn(world, strange.token, answer)).body.code).toBe("signOn.refused");
    expect((await finishSignOn(world, token, answer)).status).toBe(200);
    expect((await finishSignOn(world, token, answer)).body.code).toBe("session.secondStepExpired");
  });
});

describe("required sign-on", () => {
  const login = (world: World, who: Person) => world.api().post("/auth/login", { email: who.email, password });

  test("required sign-on refuses passwords and passkeys, except for one administrator", async () => {
    const world = await server.world();
    const exempt = world.admin;
    const { key } = await factors.withPasskey(world, world.employee);
    const saved = await saveSignOn(world, { ...inputOf(world), required: true, exempt_user_id: exempt.id });
    expect(saved.status).toBe(200);
    const refused = await login(world, world.manager);
    expect([refused.status, refused.body.code]).toEqual([403, "signOn.needed"]);
    const options = (await world.api().post("/auth/login/passkey/options")).body.data;
    const byKey = { token: options.token, passkey: key.get(options.options) };
    expect((await world.api().post("/auth/login/passkey", byKey)).body.code).toBe("signOn.needed");
    const wrong = await world.api().post("/auth/login", { email: world.manager.email, password: "Wrong1234" });
    expect(wrong.body.code).toBe("session.wrongCredentials");
    expect((await login(world, exempt)).status).toBe(200);
    expect((await enter(world, newIdentity())).status).toBe(200);
    expect((await world.api(world.manager).get("/auth/user")).status).toBe(200);
  });

  test("the exempt administrator can't be deactivated or demoted", async () => {
    const world = await server.world();
    const second = await world.person("administrator");
    const input = { ...inputOf(world), required: true, exempt_user_id: world.admin.id };
    expect((await saveSignOn(world, input)).status).toBe(200);
    for (const change of ["active = false", "external = true", `role_id = ${world.roles.employee}`]) {
      await expect(rows(world, `UPDATE app_user SET ${change} WHERE id = $1`, [world.admin.id])).rejects.toThrow(
        /sign_on_exempt/,
      );
    }
    const { api, id } = { api: world.api(second), id: world.admin.id };
    expect((await api.patch(`/user/${id}/status`)).body.code).toBe("signOn.exempt");
    const roleId = world.roles.employee;
    expect((await api.post(`/user/${id}`, { role_id: roleId })).body.code).toBe("signOn.exempt");
    await saveSignOn(world, { ...input, required: false });
    await rows(world, "UPDATE app_user SET active = false WHERE id = $1", [world.admin.id]);
  });
});

describe("signing out with sign-on", () => {
  test("only users who signed on are also signed out at the issuer", async () => {
    const world = await withSignOn();
    const { access_token: token } = (await enter(world, newIdentity())).body;
    const out = (await world.api({ ...world.employee, token }).post("/auth/logout")).body;
    const address = new URL(out.continue_at);
    expect(address.origin).toBe(issuer.origin);
    expect(address.searchParams.get("post_logout_redirect_uri")).toBe(
      `http://${world.host}:${server.platform.config.port}/login`,
    );
    expect((await world.api(world.employee).post("/auth/logout")).body.continue_at).toBeNull();
  });

  test("signing out works when the issuer doesn't respond", async () => {
    const stoppedIssuer = await new Issuer().start();
    config.signOnOrigins.push(stoppedIssuer.origin);
    const world = await withSignOn({}, stoppedIssuer);
    const { token, url } = await beginSignOn(world);
    const entered = await finishSignOn(world, token, await stoppedIssuer.walk(url, newIdentity()));
    await stoppedIssuer.stop();
    const program = { ...world.employee, token: entered.body.access_token };
    const out = await world.api(program).post("/auth/logout");
    expect([out.status, out.body.continue_at]).toEqual([200, null]);
    expect((await world.api(program).get("/auth/user")).status).toBe(401);
    expect((await world.api().post("/auth/sign-on", {})).body.code).toBe("signOn.unreachable");
  });

  test.each(["javascript:alert(1)", "nowhere", 7])(
    "signing out doesn't redirect to the endpoints %j",
    async (place) => {
      const world = await withSignOn();
      const { access_token: token } = (await enter(world, newIdentity())).body;
      forger.metadata = { end_session_endpoint: place, authorization_endpoint: place };
      expect((await saveSignOn(world, inputOf(world, forger))).status).toBe(200);
      const begun = await world.api().post("/auth/sign-on", {});
      const out = await world.api({ ...world.employee, token }).post("/auth/logout");
      forger.metadata = {};
      expect(begun.body.code).toBe("signOn.unreachable");
      expect([out.status, out.body.continue_at]).toEqual([200, null]);
    },
  );
});
