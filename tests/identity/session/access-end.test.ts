import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { mailsTo } from "../../support/mails";
import { testServer } from "../../support/server";
import { password, type Person, type World } from "../../support/world";

/** Push subscriptions and calendar feeds end with the session that created them. */
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

/**
 * Subscribes a browser to push and creates both calendar feeds.
 * @returns the feeds' paths
 */
async function openAll(world: World, who: Person, name: string): Promise<string[]> {
  const api = world.api(who);
  expect((await api.post(pushPath, browser(`${world.host}-${name}`))).status).toBe(201);
  const feeds = ["own", "team"].map((scope) => api.post("/leave/calendar-feed", { scope }));
  return (await Promise.all(feeds)).map((answer) => answer.body.data.path as string);
}

const pushOf = (world: World, who: Person) =>
  world.tx((tx) =>
    tx.rows<{ endpoint: string; session_id: number }>(
      unnamedSql("SELECT endpoint, session_id FROM push_subscription WHERE user_id = $1 ORDER BY id"),
      [who.id],
    ),
  );
const statusOf = async (world: World, paths: string[]) =>
  Promise.all(paths.map(async (path) => (await world.api().get(path)).status));

const changePassword = (world: World, who: Person) =>
  world.api(who).put("/user/password", { current_password: password, password: fresh, password_confirmation: fresh });

test("signing out ends the push subscription of this browser only", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, employee, "one");
  await openAll(world, other, "two");
  expect((await world.api(employee).post("/auth/logout")).status).toBe(200);
  expect((await pushOf(world, employee)).map((row) => row.session_id)).toEqual([other.sessionId]);
});

test("ending a session from the list ends its push subscription", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, other, "lost");
  expect((await world.api(employee).delete(`/auth/sessions/${other.sessionId}`)).status).toBe(200);
  expect(await pushOf(world, employee)).toEqual([]);
});

test("the next sign-in in the same browser takes over its push subscription", async () => {
  const world = await server.world();
  const { employee } = world;
  await openAll(world, employee, "same");
  const later = { ...employee, ...(await world.signIn(employee)) };
  expect((await world.api(later).post(pushPath, browser(`${world.host}-same`))).status).toBe(201);
  await world.api(employee).post("/auth/logout");
  expect((await pushOf(world, employee)).map((row) => row.session_id)).toEqual([later.sessionId]);
});

test("an expired session gets no push, even before its row is deleted", async () => {
  const world = await server.world();
  const { employee } = world;
  const other = { ...employee, ...(await world.signIn(employee)) };
  await openAll(world, employee, "old");
  const text = "UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1";
  await world.tx((tx) => tx.rows(unnamedSql(text), [employee.sessionId]));
  expect((await world.api(other).get("/notification/settings")).body.data.push.endpoints).toEqual([]);
});

test("changing the password ends all push subscriptions and feeds of that user only", async () => {
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

test("resetting the password ends push and feeds; a refused reset doesn't", async () => {
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
  ["en", "Your password was changed", "If this wasn’t you"],
  ["ar", "تم تغيير كلمة المرور", "إذا لم تكن أنت"],
  ["de", "Ihr Passwort wurde geändert", "Wenn Sie das nicht waren"],
  ["ko", "비밀번호가 변경되었습니다", "본인이 아니라면"],
  ["ckb", "وشەی نهێنییەکەت گۆڕدرا", "ئەگەر تۆ نەبوویت"],
])("a password change is mailed in %s with time, address and instructions", async (language, subject, advice) => {
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
