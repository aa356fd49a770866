import { createHash } from "node:crypto";
import { createSession, maxSessions } from "../../../server/identity/session/session-tokens";
import { createTenant, TenantAdminError } from "../../../server/administration/tenants/tenant-admin";
import { mailsTo } from "../../support/mails";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import { password, type Person, type World } from "../../support/world";

const server = testServer();
const dayMs = 86_400_000;
const session = { remember: false, userAgent: "test" };

interface Row {
  id: number;
  expires_at: Date;
  ends_at: Date;
  last_used_at: Date;
}
const run = <R>(world: World, text: string, values: unknown[]) =>
  world.tx((tx) => tx.rows<R>({ name: createHash("sha1").update(text).digest("hex"), text }, values));
const rowOf = async (world: World, id: number) =>
  (await run<Row>(world, "SELECT id, expires_at, ends_at, last_used_at FROM session WHERE id = $1", [id]))[0] as Row;
const sessionsOf = async (world: World, who: Person): Promise<{ id: number }[]> =>
  (await world.api(who).get("/auth/sessions")).body.data;

test.each([
  ["working", false, 30],
  ["remembered", true, 90],
])("a %s session has a maximum age that use doesn't extend", async (_, remember, days) => {
  const world = await server.world();
  const { id, token } = await world.tx((tx) => createSession(tx, { ...session, remember, userId: world.employee.id }));
  const storedSession = await rowOf(world, id);
  expect(Math.round((storedSession.ends_at.getTime() - Date.now()) / dayMs)).toBe(days);
  // The session ends in one hour and hasn't been used for ten minutes. The next call extends its expiry, but not beyond the end.
  const soon = `UPDATE session SET ends_at = now() + interval '1 hour', expires_at = now() + interval '1 minute',
    last_used_at = now() - interval '10 minutes' WHERE id = $1`;
  await run(world, soon, [id]);
  expect((await world.api({ ...world.employee, token }).get("/auth/user")).status).toBe(200);
  await waitUntil(
    "the use is noted",
    async () => (await rowOf(world, id)).last_used_at.getTime() > Date.now() - 60_000,
  );
  const slid = await rowOf(world, id);
  expect(slid.expires_at).toEqual(slid.ends_at);
  await expect(
    run(world, "UPDATE session SET expires_at = ends_at + interval '1 hour' WHERE id = $1", [id]),
  ).rejects.toThrow();
});

test("a session over the limit ends the least recently used one and emits an event", async () => {
  const world = await server.world();
  const { employee } = world;
  for (let n = 1; n < maxSessions; n++) await world.signIn(employee);
  expect(await sessionsOf(world, employee)).toHaveLength(maxSessions);
  const [oldest] = (await sessionsOf(world, employee)).filter(({ id }) => id !== employee.sessionId);
  await run(world, "UPDATE session SET last_used_at = now() - interval '1 day' WHERE id = $1", [oldest?.id]);
  const mark = server.published.length;
  await world.signIn(employee);
  const left = await sessionsOf(world, employee);
  expect(left).toHaveLength(maxSessions);
  expect(left.map(({ id }) => id)).not.toContain(oldest?.id);
  expect(world.events(mark)[0]?.event).toMatchObject({ type: "session.ended", data: { session_ids: [oldest?.id] } });
});

test("two concurrent sign-ins at the limit never exceed it", async () => {
  const world = await server.world();
  const { employee } = world;
  for (let n = 2; n < maxSessions; n++) await world.signIn(employee);
  const signIn = (tx: Parameters<typeof createSession>[0]) => createSession(tx, { ...session, userId: employee.id });
  const settled = await runSerialized(server, world, signIn, signIn);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  const [row] = await run<{ n: number }>(world, "SELECT count(*)::int AS n FROM session WHERE user_id = $1", [
    employee.id,
  ]);
  expect(row?.n).toBe(maxSessions);
});

describe("new devices", () => {
  const login = async (world: World, who: Person, cookie?: string) => {
    const headers = { "user-agent": "Mozilla/5.0 (Macintosh) Version/18.0 Safari/605", ...(cookie ? { cookie } : {}) };
    const answer = await world.api().post("/auth/login", { email: who.email, password }, { headers });
    expect(answer.status).toBe(200);
    const set = [answer.headers["set-cookie"]].flat().find((one) => String(one).startsWith("portal_device="));
    expect(set).toMatch(/^portal_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    return String(set).split(";")[0] as string;
  };

  test("the user is mailed about a sign-in from a new device, except the first one", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    const officeDevice = await login(world, employee);
    expect(await login(world, employee, `a=b; ${officeDevice}; c=d`)).toBe(officeDevice);
    const otherDevice = await login(world, employee);
    expect(otherDevice).not.toBe(officeDevice);
    await login(world, employee, otherDevice);
    // A browser of another user counts as new for this user and keeps its cookie.
    await login(world, manager);
    expect(await login(world, manager, officeDevice)).toBe(officeDevice);
    const mails = await mailsTo(server, manager.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["New sign-in to your account"]);
    const [mail, ...otherMails] = await mailsTo(server, employee.email);
    expect(otherMails).toEqual([]);
    expect(mail?.subject).toBe("New sign-in to your account");
    expect(mail?.text).toContain("Safari, macOS (127.0.0.1)");
    expect(mail?.text).not.toMatch(/[{}]|undefined/);
  });

  test("a wrong password doesn't register a device", async () => {
    const world = await server.world();
    const answer = await world.api().post("/auth/login", { email: world.employee.email, password: "Wrong1234" });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await run(world, "SELECT id FROM known_device", [])).toEqual([]);
  });
});

describe("easily guessed passwords", () => {
  const words = {
    en: "This password is too common and easy to guess. Please choose another one.",
    ar: "كلمة المرور هذه شائعة الاستخدام ويسهل تخمينها. يرجى اختيار كلمة أخرى.",
    de: "Dieses Passwort ist weit verbreitet und sofort zu erraten. Bitte wählen Sie ein anderes.",
    ko: "널리 쓰이는 비밀번호라 바로 추측됩니다. 다른 비밀번호를 선택하세요.",
    ckb: "ئەم وشە نهێنییە زۆر بەکاردێت و بە ئاسانی دەزانرێت. تکایە یەکێکی تر هەڵبژێرە.",
  };
  const change = (world: World, to: string, language = "en") =>
    world
      .api(world.employee)
      .put(
        "/user/password",
        { current_password: password, password: to, password_confirmation: to },
        { headers: { "accept-language": language } },
      );

  test.each(Object.entries(words))(
    "a common password is refused when changing it, in %s",
    async (language, message) => {
      const world = await server.world();
      for (const commonPassword of ["Password1", "Qwerty12", "Welcome1", "P@ssw0rd"]) {
        const answer = await change(world, commonPassword, language);
        expect([answer.status, answer.body.errors]).toEqual([422, { password: [message] }]);
      }
      expect((await world.api().post("/auth/login", { email: world.employee.email, password })).status).toBe(200);
    },
  );

  test("a password made from the user's or tenant's name is refused", async () => {
    const world = await server.world();
    for (const nameBasedPassword of ["Employee1", "Emil2026 X", "World1234"]) {
      expect((await change(world, nameBasedPassword)).body.code).toBe("session.passwordOfNames");
    }
  });

  test("a common password is refused on reset, and the link stays valid", async () => {
    const world = await server.world();
    const { email } = world.employee;
    await world.api().post("/auth/reset/password/sendtoken", { email });
    const token = /token=([\w-]+)/.exec((await mailsTo(server, email))[0]?.text ?? "")?.[1];
    const reset = (to: string) =>
      world.api().post("/auth/reset/password/change", { token, email, password: to, password_confirmation: to });
    expect((await reset("Password1")).body.code).toBe("session.passwordKnown");
    expect((await reset("Fresh1234")).status).toBe(200);
  });

  test("a tenant can't be created with a common administrator password", async () => {
    const administrator = { email: "a@known.test", fullname: "Ada Admin", password: "Password1" };
    const make = (one: typeof administrator) =>
      createTenant(server.owner, { name: "Known", domains: ["known.test"], plan: "free", administrator: one });
    await expect(make(administrator)).rejects.toThrow(TenantAdminError);
    await expect(make({ ...administrator, password: "Known1234" })).rejects.toThrow(TenantAdminError);
    expect((await make({ ...administrator, password })).id).toBeGreaterThan(0);
  });
});
