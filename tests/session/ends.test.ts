import { unnamed } from "../../server/platform/database/unit-of-work";
import { mailsTo } from "../support/mails";
import { testServer } from "../support/server";
import { password, type Person, type World } from "../support/world";

/** What a session has opened ends with it. */
const server = testServer();
const fresh = "Fresh1234";
const pushPath = "/notification/push-subscription";

const browser = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: {
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg",
  },
});

/** Opens a browser's push and both calendar feeds. @returns the feeds' addresses. */
async function openAll(world: World, who: Person, name: string): Promise<string[]> {
  const api = world.api(who);
  expect((await api.post(pushPath, browser(`${world.host}-${name}`))).status).toBe(201);
  const feeds = ["own", "team"].map((scope) => api.post("/leave/calendar-feed", { scope }));
  return (await Promise.all(feeds)).map((answer) => answer.body.data.path as string);
}

const pushOf = (world: World, who: Person) =>
  world.tx((tx) =>
    tx.rows<{ endpoint: string; session_id: number }>(
      unnamed("SELECT endpoint, session_id FROM push_subscription WHERE user_id = $1 ORDER BY id"),
      [who.id],
    ),
  );
const statusOf = async (world: World, paths: string[]) =>
  Promise.all(paths.map(async (path) => (await world.api().get(path)).status));

const changePassword = (world: World, who: Person) =>
  world.api(who).put("/user/password", { current_password: password, password: fresh, password_confirmation: fresh });

test("signing out ends this browser's push, and no other's", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, employee, "one");
  await openAll(world, other, "two");
  expect((await world.api(employee).post("/auth/logout")).status).toBe(200);
  expect((await pushOf(world, employee)).map((row) => row.session_id)).toEqual([other.sessionId]);
});

test("ending a session from the list ends its push", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, other, "lost");
  expect((await world.api(employee).delete(`/auth/sessions/${other.sessionId}`)).status).toBe(200);
  expect(await pushOf(world, employee)).toEqual([]);
});

test("the same browser's next sign-in takes its push along", async () => {
  const world = await server.world();
  const { employee } = world;
  await openAll(world, employee, "same");
  const later = { ...employee, ...(await world.signIn(employee)) };
  expect((await world.api(later).post(pushPath, browser(`${world.host}-same`))).status).toBe(201);
  await world.api(employee).post("/auth/logout");
  expect((await pushOf(world, employee)).map((row) => row.session_id)).toEqual([later.sessionId]);
});

test("a session that has run out gets no push any more, though nobody has swept it yet", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, employee, "old");
  const text = "UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1";
  await world.tx((tx) => tx.rows(unnamed(text), [employee.sessionId]));
  expect((await world.api(other).get("/notification/settings")).body.data.push.endpoints).toEqual([]);
});

test("a changed password ends all push and all feeds, also what was opened in the session that stays; a colleague's stay", async () => {
  const world = await server.world();
  const { employee, manager } = world;
  const feeds = await openAll(world, employee, "mine");
  const others = await openAll(world, manager, "theirs");
  expect(await statusOf(world, feeds)).toEqual([200, 200]);
  const answer = await changePassword(world, employee);
  expect(answer.body.message).toBe(
    "Your password was changed. Other sessions, calendar addresses, personal tokens and push messages have ended.",
  );
  expect(await pushOf(world, employee)).toEqual([]);
  expect(await statusOf(world, feeds)).toEqual([404, 404]);
  expect(await pushOf(world, manager)).toHaveLength(1);
  expect(await statusOf(world, others)).toEqual([200, 200]);
});

test("a reset password ends them as well; a refused one ends nothing", async () => {
  const world = await server.world();
  const { employee } = world;
  const feeds = await openAll(world, employee, "mine");
  await world.api().post("/auth/reset/password/sendtoken", { email: employee.email });
  const [mail] = await mailsTo(server, employee.email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  const reset = (to: string) =>
    world.api().post("/auth/reset/password/change", {
      token,
      email: employee.email,
      password: to,
      password_confirmation: to,
    });
  expect((await reset(password)).body.code).toBe("session.passwordReused");
  expect(await statusOf(world, feeds)).toEqual([200, 200]);
  expect(await pushOf(world, employee)).toHaveLength(1);
  expect((await reset(fresh)).status).toBe(200);
  expect(await statusOf(world, feeds)).toEqual([404, 404]);
  expect(await pushOf(world, employee)).toEqual([]);
});

test.each([
  ["en", "Your password was changed", "If it was not you"],
  ["ar", "تم تغيير كلمة المرور", "إذا لم تكن أنت"],
  ["de", "Ihr Passwort wurde geändert", "Wenn Sie das nicht waren"],
  ["ko", "비밀번호가 변경되었습니다", "본인이 아니라면"],
  ["ckb", "وشەی نهێنییەکەت گۆڕدرا", "ئەگەر تۆ نەبوویت"],
])("the owner is told by mail in %s: when, from where, and what to do", async (language, subject, advice) => {
  const world = await server.world();
  const { employee } = world;
  await world.api(employee).patch("/auth/user/settings", { language });
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const body = { current_password: password, password: fresh, password_confirmation: fresh };
  await world.api(employee).put("/user/password", body, { headers: { "user-agent": firefox } });
  const [mail] = await mailsTo(server, employee.email);
  expect(mail?.subject).toBe(subject);
  expect(mail?.text).toContain("Firefox, Linux (127.0.0.1)");
  expect(mail?.text).toContain(advice);
  expect(mail?.text).toContain("/forgot-password");
  expect(mail?.text).toMatch(/\d/);
  expect(mail?.text).not.toMatch(/[{}]|Invalid|undefined/);
});
