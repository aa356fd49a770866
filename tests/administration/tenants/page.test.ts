import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { outboxFolder } from "../../../server/platform/mail/mail";
import { nearestBrandColor } from "../../../shared/administration/tenants/brand.rules";
import { requestClosing, closeDueTenant } from "../../../server/administration/tenants/closing.service";
import { mailsTo } from "../../support/mails";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { notificationsSince } from "../../communication/notifications/worker";
import { runSerialized } from "../../support/serialized";

const server = testServer();

const page = { name: "Harbour", website: "", time_zone: "UTC" };
const save = (world: World, person: Person, changes: object) =>
  world.api(person).put("/tenant", { ...page, ...changes });
const upload = (world: World, person: Person, filename: string, value: Buffer) =>
  world.api(person).send({
    method: "POST",
    url: "/tenant/logo",
    ...multipart([{ name: "logo", filename, type: "image/png", value }]),
  });

async function rawMail(subject: string): Promise<string> {
  const folder = outboxFolder(server.platform.config);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.findLast((mail) => mail.includes(subject)) ?? "";
}

test("page settings return 403 without permission and 422 for invalid values", async () => {
  const world = await server.world();
  const { admin, hr } = world;
  expect((await save(world, hr, {})).status).toBe(403);
  expect((await upload(world, hr, "logo.png", png())).status).toBe(403);
  expect((await world.api(hr).delete("/tenant/logo")).status).toBe(403);
  for (const mail_sender of [
    "Acme\r\nBcc: all@evil.test",
    "Acme\nX: y",
    'Acme" <ceo@bank.test>',
    "ceo@bank.test",
    "\u202eemca",
    "x".repeat(81),
  ])
    expect((await save(world, admin, { mail_sender })).body.errors).toHaveProperty("mail_sender");
  for (const [field, value] of [
    ["weekend", [7]],
    ["weekend", [0, 1, 2, 3, 4, 5, 6]],
    ["language", "xx"],
    ["theme", "pink"],
    ["brand_color", "red"],
    ["brand_color", "#12345"],
  ] as const) {
    const answer = await save(world, admin, { [field]: value });
    expect(Object.keys(answer.body.errors)[0]).toMatch(new RegExp(`^${field}`));
  }
  for (const color of ["#ffd400", "#10102a"]) {
    const answer = await save(world, admin, { brand_color: color });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty("brand_color");
    expect(answer.body.message).toContain(nearestBrandColor(color));
  }
  const stored = "UPDATE tenant SET mail_sender = $2 WHERE id = $1";
  await expect(server.owner.query(stored, [world.tenantId, "A\nB"])).rejects.toThrow("mail_sender");
});

test("saved settings are emitted, and used on the sign-in page and in mails", async () => {
  const world = await server.world();
  const { admin, employee } = world;
  const mark = server.published.length;
  const look = {
    language: "de",
    theme: "dark",
    brand_color: "#0E7D95",
    mail_sender: "Harbour, Inc. Ä",
    weekend: [6, 5],
  };
  const { data } = requireOk(await save(world, admin, look)).body;
  expect(data).toMatchObject({ ...look, brand_color: "#0e7d95", weekend: [5, 6] });
  const types = world.events(mark).map(({ event }) => event.type);
  expect(types).toEqual(expect.arrayContaining(["tenant.updated", "leave.settings_changed"]));
  const appearance = { language: "de", theme: "dark", brand_color: "#0e7d95" };
  expect((await world.api().get("/api/check-tenant")).body.data).toMatchObject(appearance);
  expect((await world.api(employee).get("/auth/user")).body.data.tenant).toMatchObject({
    ...appearance,
    weekend: [5, 6],
  });
  expect(requireOk(await save(world, admin, {})).body.data).toMatchObject({
    ...appearance,
    brand_color: "#0e7d95",
    weekend: [5, 6],
  });
  requireOk(await world.api().post("/auth/reset/password/sendtoken", { email: employee.email }));
  const [mail] = await mailsTo(server, employee.email);
  expect(mail?.subject).toMatch(/Passwort/);
  const from = /^From: (.*(?:\r\n .*)*)/m.exec(await rawMail(`To: ${employee.email}`))?.[1] ?? "";
  expect(from).toMatch(/<[^<>]+>$/);
  expect(from).toContain("=?UTF-8?");
});

test("a logo is checked by content, sanitized and publicly readable", async () => {
  const world = await server.world();
  const other = await server.world();
  const { admin, manager } = world;
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><path d="M0 0h9v9z"/></svg>';
  expect((await upload(world, admin, "logo.png", Buffer.from("<html>"))).body.errors).toHaveProperty("logo");
  expect((await upload(world, admin, "logo.png", png(8, 8, { width: 90_000, height: 90_000 }))).status).toBe(422);
  expect((await upload(world, admin, "logo.png", Buffer.alloc(1024 * 1024 + 1))).body.errors).toHaveProperty("logo");
  expect((await world.api(admin).post("/tenant/logo", {})).body.errors).toHaveProperty("logo");
  const first = requireOk(await upload(world, admin, "logo.png", Buffer.from(drawing))).body.data.logo as string;
  expect(first).toMatch(/^\/files\/\d+\/logo\.svg$/);
  const logo = await world.api().send({ method: "GET", url: first });
  expect(logo.text).toContain("<path");
  expect(logo.text).not.toContain("script");
  expect((await other.api(other.admin).send({ method: "GET", url: first })).status).toBe(404);
  expect((await world.api().get("/api/check-tenant")).body.data.logo).toBe(first);
  requireOk(await world.api().post("/auth/reset/password/sendtoken", { email: manager.email }));
  await mailsTo(server, manager.email);
  expect(await rawMail(`To: ${manager.email}`)).toMatch(/Content-Id: <organization-logo>/i);
  const second = requireOk(await upload(world, admin, "logo.png", png())).body.data.logo as string;
  expect((await world.api().send({ method: "GET", url: first })).status).toBe(401);
  expect((await world.api(admin).send({ method: "GET", url: first })).status).toBe(404);
  requireOk(await world.api(admin).delete("/tenant/logo"));
  expect((await world.api(admin).get("/auth/user")).body.data.tenant.logo).toBeNull();
  expect((await world.api(admin).send({ method: "GET", url: second })).status).toBe(404);
});

const nameOf = async (world: World) => (await world.api(world.admin).get("/tenant")).body.data.name as string;
const makeClosingDue = (world: World) =>
  server.owner.query("UPDATE tenant SET closes_at = now() WHERE id = $1", [world.tenantId]);

test("closing a tenant is refused without permission, name or password", async () => {
  const world = await server.world();
  const { admin, hr } = world;
  const name = await nameOf(world);
  const close = (body: object, by = admin) => world.api(by).post("/tenant/closing", body);
  expect((await close({ name }, hr)).status).toBe(403);
  expect((await world.api(hr).delete("/tenant/closing")).status).toBe(403);
  expect((await close({ name: "Another" })).body.errors).toHaveProperty("name");
  expect((await world.api(admin).delete("/tenant/closing")).body.code).toBe("tenant.notClosing");
  const age = "UPDATE session SET confirmed_at = now() - make_interval(mins => $2) WHERE tenant_id = $1";
  await server.owner.query(age, [world.tenantId, 11]);
  expect((await close({ name })).body.code).toBe("session.confirmFirst");
  await server.owner.query(age, [world.tenantId, 0]);
  const subscribed = `INSERT INTO subscription (tenant_id, provider_id, plan_id, billing_period, state, period_starts_at, period_ends_at, created_at)
    SELECT $1, 'sub_1', id, 'monthly', 'active', now(), now() + interval '1 month', now() FROM plan WHERE code = 'team'`;
  await server.owner.query(subscribed, [world.tenantId]);
  expect((await close({ name })).body.code).toBe("tenant.subscribed");
  // An unpaid subscription renews once it is paid, unless it was cancelled.
  await server.owner.query("UPDATE subscription SET state = 'past_due' WHERE tenant_id = $1", [world.tenantId]);
  const renew = "UPDATE tenant SET auto_renew = $2 WHERE id = $1";
  await server.owner.query(renew, [world.tenantId, true]);
  expect((await close({ name })).body.code).toBe("tenant.subscribed");
  await server.owner.query(renew, [world.tenantId, false]);
  // The provider collects an open invoice again.
  await server.owner.query(
    `INSERT INTO subscription_invoice (tenant_id, provider_id, state, currency, amount_due, amount_paid, amount_remaining, issued_at)
     VALUES ($1, 'in_1', 'open', 'USD', 20, 0, 20, now())`,
    [world.tenantId],
  );
  expect((await close({ name })).body.code).toBe("tenant.subscribed");
  await server.owner.query("UPDATE subscription_invoice SET state = 'void' WHERE tenant_id = $1", [world.tenantId]);
  requireOk(await close({ name }));
  expect((await close({ name })).body.code).toBe("tenant.closing");
  expect(await world.tx(closeDueTenant)).toBe(false);
});

test("two administrators closing the tenant concurrently: the second is refused", async () => {
  const world = await server.world();
  const name = await nameOf(world);
  const second = await world.person("administrator");
  const actorOf = async (person: typeof second) => {
    const sessions = (await world.api(person).get("/auth/sessions")).body.data as { id: number }[];
    return { ...person, sessionId: sessions[0]?.id } as never;
  };
  const [one, other] = [await actorOf(world.admin), await actorOf(second)];
  const ended = await runSerialized(
    server,
    world,
    (tx) => requestClosing(tx, one, name),
    (tx) => requestClosing(tx, other, name),
  );
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(ended[1]).toMatchObject({ reason: { code: "tenant.closing" } });
});

test("closing notifies administrators, can be undone, and ends sessions when due", async () => {
  const world = await server.world();
  const { admin, employee } = world;
  const name = await nameOf(world);
  const second = await world.person("administrator");
  let mark = server.published.length;
  const planned = requireOk(await world.api(admin).post("/tenant/closing", { name })).body.data;
  const days = (Date.parse(planned.closes_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const closing = notificationsSince(world, mark).filter(({ kind }) => kind === "tenant.closing");
  expect(closing.map(({ user }) => `${user}`).sort()).toEqual([`${admin.id}`, `${second.id}`].sort());
  expect(world.events(mark).map(({ event }) => event.type)).toContain("tenant.updated");
  mark = server.published.length;
  expect(requireOk(await world.api(second).delete("/tenant/closing")).body.data.closes_at).toBeNull();
  expect(notificationsSince(world, mark).filter(({ kind }) => kind === "tenant.kept")).toHaveLength(2);
  requireOk(await world.api(admin).post("/tenant/closing", { name }));
  expect((await world.api(employee).get("/auth/user")).status).toBe(200);
  await makeClosingDue(world);
  mark = server.published.length;
  const closed = await Promise.all([world.tx(closeDueTenant), world.tx(closeDueTenant)]);
  expect(closed.map(String).sort()).toEqual(["false", "true"]);
  const types = world.events(mark).map(({ event }) => event.type);
  expect(types).toEqual(expect.arrayContaining(["session.ended", "tenant.updated"]));
  for (const answer of [await world.api(employee).get("/auth/user"), await world.api().get("/api/check-tenant")])
    expect([answer.status, answer.body.code]).toEqual([423, "tenant.closed"]);
  const [{ n }] = await server.owner.query("SELECT count(*)::int AS n FROM session WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  expect(n).toBe(0);
});
