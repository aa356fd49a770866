import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import {
  confirmRegistration,
  storeRegistration,
  registrationsPerDay,
} from "../../../server/identity/session/register.service";
import { mailsTo } from "../../support/mails";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
const secret = "Demo1234";

const ask = (world: World, fields: object) =>
  world.api().post("/users/register", { fullname: "New Person", ...fields });
const confirm = (world: World, token: string, password = secret, again = password) =>
  world.api().post("/users/register/confirm", { token, password, password_confirmation: again });
const tokenIn = (text: string | undefined) => /confirm-registration\?token=([\w-]+)/.exec(text ?? "")?.[1] ?? "none";
const login = (world: World, email: string, password = secret) => world.api().post("/auth/login", { email, password });

async function age(world: World, hours: number): Promise<void> {
  const text = "UPDATE registration SET created_at = created_at - make_interval(hours => $1)";
  await world.tx((tx) => tx.rows(unnamedSql(text), [hours]));
}

async function token(world: World, email: string): Promise<string> {
  expect((await ask(world, { email })).status).toBe(201);
  return tokenIn((await mailsTo(server, email))[0]?.text);
}

async function again(world: World, email: string): Promise<string> {
  expect((await ask(world, { email })).status).toBe(201);
  return tokenIn((await mailsTo(server, email, 2))[1]?.text);
}

describe("refused registrations", () => {
  test("a missing name or invalid password is refused; the link remains valid", async () => {
    const world = await server.world();
    const email = `n@${world.host}`;
    expect((await ask(world, { email, fullname: " " })).body.errors).toHaveProperty("fullname");
    const link = await token(world, email);
    expect((await world.api().post("/users/register/confirm", { token: link })).body.errors).toHaveProperty("password");
    expect((await confirm(world, link, "weak")).body.errors).toHaveProperty("password");
    expect((await confirm(world, link, secret, "Other1234")).body.errors).toHaveProperty("password_confirmation");
    expect((await confirm(world, link, "Welcome1")).body.code).toBe("session.passwordKnown");
    expect((await confirm(world, link, "NewPerson1")).body.code).toBe("session.passwordOfNames");
    expect((await confirm(world, link)).status).toBe(200);
  });

  test("the registration mail contains no text from the request", async () => {
    const world = await server.world();
    const email = `anybody@${world.host}`;
    expect((await ask(world, { email, fullname: "your account is locked: https://evil.test/login" })).status).toBe(201);
    const [mail] = await mailsTo(server, email);
    expect(mail?.text).toContain("Hello,");
    expect(JSON.stringify(mail)).not.toMatch(/evil|locked/);
  });

  test("the password of an unconfirmed registration is never used", async () => {
    const world = await server.world();
    const email = `owner@${world.host}`;
    const begun = "Stranger8Mountain";
    expect((await ask(world, { email, password: begun, password_confirmation: begun })).status).toBe(201);
    const [mail] = await mailsTo(server, email);
    const mark = server.published.length;
    expect((await confirm(world, tokenIn(mail?.text))).status).toBe(200);
    const { id } = (await world.api(world.admin).get("/users")).body.data.find(
      (person: { email: string }) => person.email === email,
    );
    // Open lists of employees show the account that waits for its activation.
    expect(world.events(mark).map(({ stream, event }) => [stream, event.type, event.data])).toContainEqual([
      `directory:${world.tenantId}`,
      "user.created",
      expect.objectContaining({ id, active: false }),
    ]);
    expect((await world.api(world.admin).patch(`/user/${id}/status`)).status).toBe(200);
    expect((await login(world, email, begun)).body.code).toBe("session.wrongCredentials");
    expect((await login(world, email)).status).toBe(200);
  });

  test("a link for an address that already has an account is refused without hashing", async () => {
    const world = await server.world();
    const email = `twice@${world.host}`;
    const [first, second] = [await token(world, email), await again(world, email)];
    expect((await confirm(world, first)).status).toBe(200);
    // The refusal comes before the password check.
    expect((await confirm(world, second, "Welcome1")).body.code).toBe("session.registrationInvalid");
  });

  test("registering an existing address gets the same response and mails its owner", async () => {
    const world = await server.world();
    const newAnswer = await ask(world, { email: `new@${world.host}` });
    const existingAnswer = await ask(world, { email: world.employee.email });
    expect([existingAnswer.status, existingAnswer.body]).toEqual([newAnswer.status, newAnswer.body]);
    expect(existingAnswer.body).toEqual({ message: "Registration successful" });
    const [toOwner] = await mailsTo(server, world.employee.email);
    expect(toOwner?.subject).toBe("You already have an account");
    expect(tokenIn(toOwner?.text)).toBe("none");
    expect((await mailsTo(server, `new@${world.host}`))[0]?.subject).toBe("Confirm your e-mail address");
    expect((await world.api(world.employee).get("/auth/user")).status).toBe(200);
  });

  test("registrations are accepted although the plan has no free seats", async () => {
    const world = await server.world({ plan: "free" });
    const email = `late@${world.host}`;
    expect((await confirm(world, await token(world, email))).status).toBe(200);
    const [room] = await world.tx((tx) =>
      tx.rows<{ active: number }>(unnamedSql("SELECT count(*)::int AS active FROM app_user WHERE active")),
    );
    expect(room?.active).toBe(6);
  });

  test("registrations per tenant and day are limited", async () => {
    const world = await server.world();
    const text = `INSERT INTO registration (tenant_id, email, fullname, token_hash)
      SELECT current_tenant(), 'a' || n || '@x.test', 'A', sha256(n::text::bytea) FROM generate_series(1, $1::int) AS n`;
    await world.tx((tx) => tx.rows(unnamedSql(text), [registrationsPerDay]));
    for (const email of [`one@${world.host}`, world.employee.email]) {
      const answer = await ask(world, { email });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(80_000);
    }
    expect((await ask(await server.world(), { email: "other@tenant.test" })).status).toBe(201);
    await age(world, 25);
    expect((await ask(world, { email: `one@${world.host}` })).status).toBe(201);
  });

  test("wrong, used, expired and other tenants' links are refused", async () => {
    const [world, elsewhere] = [await server.world(), await server.world()];
    const good = await token(world, `first@${world.host}`);
    const refused = async (answer: ReturnType<typeof confirm>) =>
      expect((await answer).body.code).toBe("session.registrationInvalid");
    await refused(confirm(world, "none"));
    await refused(confirm(elsewhere, good));
    expect((await confirm(world, good)).status).toBe(200);
    await refused(confirm(world, good));
    const old = await token(world, `old@${world.host}`);
    await age(world, 25);
    await refused(confirm(world, old));
  });
});

test("confirming creates an inactive employee account, which didn't exist before", async () => {
  const world = await server.world();
  const email = `new@${world.host}`;
  const answer = await ask(world, { email, fullname: undefined, firstName: "New", lastName: "Person" });
  expect(answer.status).toBe(201);
  expect((await login(world, email)).body.code).toBe("session.wrongCredentials");
  const [mail] = await mailsTo(server, email);
  expect((await confirm(world, tokenIn(mail?.text))).status).toBe(200);
  expect((await login(world, email)).body.code).toBe("session.inactive");
  const people = (await world.api(world.admin).get("/users")).body.data;
  expect(people).toContainEqual(expect.objectContaining({ email, fullname: "New Person", active: false }));
});

test("a confirmed registration is logged with account and address", async () => {
  const world = await server.world();
  const email = `told@${world.host}`;
  await token(world, `never@${world.host}`);
  expect((await confirm(world, "none")).status).toBe(422);
  const link = await token(world, email);
  const registered = async () =>
    (await world.api(world.admin).get("/audit/security-log", { query: { kind: "registered" } })).body.data;
  expect(await registered()).toEqual([]);
  expect((await confirm(world, link)).status).toBe(200);
  expect((await confirm(world, link)).status).toBe(422);
  expect(await registered()).toEqual([
    expect.objectContaining({
      outcome: "done",
      user: null,
      subject: expect.objectContaining({ fullname: "New Person" }),
      address: "127.0.0.1",
      call: "POST /users/register/confirm",
      facts: {},
    }),
  ]);
});

test("of two links for one address, the first confirmed creates the only account", async () => {
  const world = await server.world();
  const email = `same@${world.host}`;
  const unit = world.tx;
  const visitor = { email, fullname: "New Person", address: "192.0.2.1" };
  const first = await storeRegistration(unit, visitor);
  const second = await storeRegistration(unit, visitor);
  const [one, two] = await runSerialized(
    server,
    world,
    (tx) => confirmRegistration((work) => work(tx), { token: first.token, password: secret, address: "127.0.0.1" }),
    (tx) =>
      confirmRegistration((work) => work(tx), { token: second.token, password: "Other1234", address: "127.0.0.1" }),
  );
  expect([one?.status, two]).toMatchObject(["fulfilled", { reason: { code: "session.registrationInvalid" } }]);
  expect((await login(world, email)).body.code).toBe("session.inactive");
});
