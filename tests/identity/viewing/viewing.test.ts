import { contract } from "../../../shared/contract";
import { endpointPathOf } from "../../../shared/kernel/endpoint";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();
const path = "/role/view-as";

const begin = (world: World, body: object, as: Person = world.admin) => world.api(as).post(path, body);
const viewAs = async (world: World, body: object) => {
  const answer = await begin(world, body);
  expect(answer.status).toBe(200);
  return world.api(world.admin);
};
const viewingEvents = async (world: World) =>
  (await world.api(world.admin).get("/audit/changes", { query: { actor_id: world.admin.id } })).body.data
    .filter(({ kind }: { kind: string }) => kind.startsWith("view_"))
    .map(({ kind, subject, record }: { kind: string; subject: { id: number } | null; record: string | null }) => [
      kind,
      subject?.id ?? record,
    ]);
const run = (world: World, text: string, values: unknown[] = []) =>
  world.tx((tx) => tx.rows<Record<string, number>>(unnamedSql(text), values));

describe("starting to view as another user", () => {
  test("only an administrator can view as another user, and not as an administrator", async () => {
    const world = await server.world();
    const { admin, employee, roles } = world;
    for (const who of [world.hr, world.manager, employee, world.external])
      expect((await begin(world, { user_id: world.finance.id }, who)).body.code).toBe("permission.denied");
    const role = await world.api(admin).post("/role", { name: "Almost", permissions: ["role-edit", "role-list"] });
    const almost = await world.person("employee", { roleId: role.body.data.id });
    expect((await begin(world, { user_id: employee.id }, almost)).body.code).toBe("viewing.notAdministrator");
    const other = await world.person("administrator");
    expect((await begin(world, { user_id: other.id })).body.code).toBe("viewing.administrator");
    expect((await begin(world, { user_id: admin.id })).body.code).toBe("viewing.administrator");
    expect((await begin(world, { role_id: roles.administrator })).body.code).toBe("viewing.administrator");
    const tokenAnswer = await world.api(admin).post("/auth/token", { name: "Script", scopes: ["role-edit"], days: 30 });
    const token = { ...admin, token: tokenAnswer.body.data.token ?? tokenAnswer.body.token };
    expect((await begin(world, { user_id: employee.id }, token)).body.code).toBe("session.needed");
    expect(await viewingEvents(world)).toEqual([]);
  });

  test("an unknown or inactive target, two targets or no target get 422", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    const inactiveUser = await world.person("employee", { active: false });
    for (const id of [otherWorld.employee.id, inactiveUser.id, 999_999_999])
      expect((await begin(world, { user_id: id })).body.errors).toHaveProperty("user_id");
    expect((await begin(world, { role_id: otherWorld.roles.hr })).body.errors).toHaveProperty("role_id");
    expect((await begin(world, {})).body.errors).toHaveProperty("user_id");
    const both = { user_id: world.employee.id, role_id: world.roles.hr };
    expect((await begin(world, both)).body.errors).toHaveProperty("user_id");
  });
});

test("every endpoint that changes data is refused while viewing", async () => {
  const world = await server.world();
  const api = await viewAs(world, { user_id: world.employee.id });
  const before = await run(world, "SELECT max(id)::int AS id FROM domain_event");
  const open = new Set(["viewing.endViewing", "session.logout"]);
  for (const [name, endpoint] of Object.entries(contract)) {
    if (endpoint.readOnly || endpoint.access === "public" || open.has(name)) continue;
    const url = endpointPathOf(
      endpoint,
      Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, of]) => [of, 1])),
    );
    const { code } = (await api.call(endpoint.method, url, endpoint.method === "GET" ? undefined : {})).body;
    expect([name, code]).toEqual([name, "viewing.readOnly"]);
  }
  expect(await run(world, "SELECT max(id)::int AS id FROM domain_event")).toEqual(before);
});

test("no response has an unread count while viewing, not even a refusal", async () => {
  const world = await server.world();
  const { admin, employee } = world;
  await run(
    world,
    `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject)
     VALUES (current_tenant(), $1, 'project.added', '{}', '/', '')`,
    [admin.id],
  );
  expect((await world.api(admin).get("/auth/user")).headers["x-unread-notifications"]).toBe("1");
  const api = await viewAs(world, { user_id: employee.id });
  for (const answer of [
    await api.get("/auth/user"),
    await api.get("/auth/sessions"),
    await api.put("/user/profile", {}),
  ])
    expect(answer.headers["x-unread-notifications"]).toBe("0");
});

test("viewing shows the user's data, without private data and drafts", async () => {
  const world = await server.world();
  const { employee, admin } = world;
  const own = world.api(employee);
  await run(
    world,
    `INSERT INTO request (tenant_id, family, requester_id, type, status, title)
     VALUES (current_tenant(), 'finance', $1, 'purchase', 'draft', 'Private words')`,
    [employee.id],
  );
  const api = await viewAs(world, { user_id: employee.id });
  const { data: user } = (await api.get("/auth/user")).body;
  expect(user).toMatchObject({ id: employee.id, viewing: { viewer: { fullname: admin.fullname }, role: false } });
  expect(user.permissions).toEqual((await own.get("/auth/user")).body.data.permissions);
  expect((await api.get("/role")).body.code).toBe("permission.denied");
  for (const call of ["/auth/sessions", "/auth/token", "/auth/second-factor", "/notification/settings"])
    expect((await api.get(call)).body.code).toBe("viewing.private");
  const drafts = `SELECT count(*)::int AS n FROM request`;
  const count = async (viewer: string) =>
    (
      await world.tx(async (tx) => {
        await tx.rows(unnamedSql("SELECT set_config('app.viewer_id', $1, true)"), [viewer]);
        return tx.rows<{ n: number }>(unnamedSql(drafts));
      })
    )[0]?.n;
  expect(await count("")).toBe(1);
  expect(await count(String(admin.id))).toBe(0);
  expect(await count(String(employee.id))).toBe(1);
});

test("viewing as a role keeps the user, but has only the role's permissions", async () => {
  const world = await server.world();
  const api = await viewAs(world, { role_id: world.roles.employee });
  const { data: user } = (await api.get("/auth/user")).body;
  expect(user).toMatchObject({ id: world.admin.id, role: { id: world.roles.employee }, viewing: { role: true } });
  expect(user.permissions).not.toContain("role-edit");
  expect((await api.get("/role")).body.code).toBe("permission.denied");
  const second = await world.person("administrator");
  expect((await begin(world, { role_id: world.roles.hr }, second)).status).toBe(200);
  expect((await world.api(second).get("/auth/user")).body.data.id).toBe(second.id);
});

test("viewing ends manually, on timeout, with its session or with its target", async () => {
  const world = await server.world();
  const { admin, employee } = world;
  await viewAs(world, { user_id: employee.id });
  expect((await world.api(admin).delete(path)).status).toBe(200);
  expect((await world.api(admin).delete(path)).status).toBe(200);
  expect((await world.api(admin).get("/auth/user")).body.data).toMatchObject({ id: admin.id, viewing: null });
  expect(await viewingEvents(world)).toEqual([
    ["view_ended", employee.id],
    ["view_begun", employee.id],
  ]);

  const session = { ...admin, ...(await world.signIn(admin)) };
  expect((await begin(world, { role_id: world.roles.hr }, session)).status).toBe(200);
  expect((await world.api(session).post("/auth/logout")).status).toBe(200);
  expect((await viewingEvents(world)).slice(0, 2)).toEqual([
    ["view_ended", "HR"],
    ["view_begun", "HR"],
  ]);

  await viewAs(world, { user_id: employee.id });
  await server.owner.query(
    "UPDATE viewing SET begun_at = now() - interval '31 minutes', expires_at = now() - interval '1 minute' WHERE tenant_id = $1",
    [world.tenantId],
  );
  expect((await world.api(admin).get("/auth/user")).body.data.id).toBe(admin.id);
  await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
  expect((await viewingEvents(world)).slice(0, 2)).toEqual([
    ["view_ended", employee.id],
    ["view_begun", employee.id],
  ]);

  await viewAs(world, { user_id: employee.id });
  const other = await world.person("administrator");
  expect((await world.api(other).patch(`/user/${employee.id}/status`)).status).toBe(200);
  expect((await world.api(admin).get("/auth/user")).body.data.id).toBe(admin.id);
  expect((await viewingEvents(world))[0]).toEqual(["view_ended", employee.id]);
});

test("viewing ends when the viewer or the target is no longer eligible", async () => {
  const world = await server.world();
  const { admin, hr, employee, roles } = world;
  const seenBy = async (who: Person) => (await world.api(who).get("/auth/user")).body.data.id as number;
  const otherAdministrator = await world.person("administrator");
  expect((await begin(world, { user_id: hr.id }, otherAdministrator)).status).toBe(200);
  expect(await seenBy(otherAdministrator)).toBe(hr.id);
  expect((await world.api(admin).post(`/user/${otherAdministrator.id}`, { external: true })).status).toBe(200);
  expect(await seenBy(otherAdministrator)).toBe(otherAdministrator.id);
  expect((await world.api(otherAdministrator).get(`/user/${employee.id}/edit`)).status).toBe(403);
  const promoted = await world.person("hr");
  const viewer = await world.person("administrator");
  expect((await begin(world, { user_id: promoted.id }, viewer)).status).toBe(200);
  expect((await world.api(admin).put(`/role/${roles.administrator}/holders`, { users: [promoted.id] })).status).toBe(
    200,
  );
  expect(await seenBy(viewer)).toBe(viewer.id);
});
