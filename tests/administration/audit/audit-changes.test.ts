import { auditKinds } from "../../../shared/administration/audit/audit-changes.rules";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();
const path = "/audit/changes";

interface Change {
  id: number;
  kind: string;
  actor: { id: number; fullname: string } | null;
  subject: { id: number; fullname: string } | null;
  record: string | null;
  before: string | null;
  after: string | null;
  hidden: boolean;
  gained: string[];
  lost: string[];
}

const listOf = async (world: World, query: Record<string, string | number> = {}, as: Person = world.admin) =>
  (await world.api(as).get(path, { query })).body.data as Change[];
const run = (world: World, text: string, values: unknown[] = []) =>
  world.tx((tx) => tx.rows<Record<string, never>>(unnamedSql(text), values));

async function auditor(world: World): Promise<Person> {
  const role = await world.api(world.admin).post("/role", { name: "Auditor", permissions: ["audit-list"] });
  return world.person("employee", { roleId: role.body.data.id, fullname: "Aud Itor" });
}

describe("access to the change log", () => {
  test("reading and exporting the change log requires the permission", async () => {
    const world = await server.world();
    for (const who of [world.hr, world.manager, world.employee, world.external]) {
      expect((await world.api(who).get(path)).body.code).toBe("permission.denied");
      expect((await world.api(who).get(`${path}/export`)).body.code).toBe("permission.denied");
    }
    expect((await world.api().get(`${path}/export`)).body.code).toBe("session.required");
  });

  test("the change log of another tenant is hidden", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    await otherWorld.api(otherWorld.admin).post(`/user/${otherWorld.employee.id}`, { fullname: "Changed there" });
    expect((await listOf(world, { subject_id: otherWorld.employee.id })).length).toBe(0);
    expect(await run(world, "SELECT id FROM audit_change WHERE tenant_id = $1", [otherWorld.tenantId])).toEqual([]);
  });

  test.each([
    ["add", "INSERT INTO audit_change (tenant_id, kind) VALUES (current_tenant(), 'role')"],
    ["change", "UPDATE audit_change SET after = 'x'"],
    ["delete", "DELETE FROM audit_change"],
    ["clear", "TRUNCATE audit_change CASCADE"],
    ["add an amount", "INSERT INTO audit_salary (tenant_id, change_id, user_id) VALUES (current_tenant(), 1, 1)"],
    ["change an amount", "UPDATE audit_salary SET after = 'x'"],
    ["delete an amount", "DELETE FROM audit_salary"],
    ["forge", "SELECT note_audit(current_tenant(), 'role', NULL, NULL, NULL, NULL, NULL)"],
  ])("the application role can't %s change log entries", async (_, text) => {
    const world = await server.world();
    await expect(run(world, text)).rejects.toMatchObject({ code: "42501" });
  });

  test("readers without the salary permission see no salaries in the change log", async () => {
    const world = await server.world();
    const reader = await auditor(world);
    const set = (salary: string) => world.api(world.hr).post(`/user/${world.employee.id}`, { salary, currency: "EUR" });
    expect((await set("1000")).status).toBe(200);
    expect((await set("1250.50")).status).toBe(200);
    const salaryChanges = await listOf(world, { kind: "salary" });
    expect(salaryChanges.map(({ before, after, hidden }) => [before, after, hidden])).toEqual([
      ["1000 EUR", "1250.5 EUR", false],
      [null, "1000 EUR", false],
    ]);
    const hidden = await listOf(world, { kind: "salary" }, reader);
    expect(hidden.map(({ before, after, hidden: is }) => [before, after, is])).toEqual([
      [null, null, true],
      [null, null, true],
    ]);
    const file = async (who: Person) =>
      (await world.api(who).get(`${path}/export`, { query: { kind: "salary" } })).text;
    expect(await file(world.admin)).toContain("1250.5 EUR");
    expect(await file(reader)).not.toContain("1250.5");
  });
});

test("change kinds in the code equal those of the database constraint", async () => {
  const [rule] = await server.owner.query(
    "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'audit_change_kind_check'",
  );
  expect(
    [...(rule as { text: string }).text.matchAll(/'([a-z_]+)'::text/g)]
      .map(([, kind]) => String(kind))
      .sort((a, b) => a.localeCompare(b)),
  ).toEqual([...auditKinds].sort((a, b) => a.localeCompare(b)));
});

test("a rolled-back change writes no change log entry", async () => {
  const world = await server.world();
  const before = (await listOf(world)).length;
  const refused = world.tx(async (tx) => {
    await tx.rows(unnamedSql("UPDATE app_user SET active = false WHERE id = $1"), [world.employee.id]);
    throw new Error("changed my mind");
  });
  await expect(refused).rejects.toThrow("changed my mind");
  expect((await listOf(world)).length).toBe(before);
});

test("user changes are logged with old and new values and the actor", async () => {
  const world = await server.world();
  const { employee, manager, admin, hr, roles } = world;
  const change = (as: Person, body: object) => world.api(as).post(`/user/${employee.id}`, body);
  expect((await change(hr, { parent_id: manager.id, email: `new@${world.host}` })).status).toBe(200);
  expect((await change(admin, { role_id: roles.manager })).status).toBe(200);
  expect((await world.api(admin).patch(`/user/${employee.id}/status`)).status).toBe(200);
  const entries = (await listOf(world, { subject_id: employee.id })).map(({ kind, actor, before, after }) => [
    kind,
    actor?.id,
    before,
    after,
  ]);
  expect(entries).toEqual([
    ["active", admin.id, "true", "false"],
    ["role", admin.id, "Employee", "Manager"],
    ["manager", hr.id, null, manager.fullname],
    ["email", hr.id, employee.email, `new@${world.host}`],
    ["person_added", undefined, null, "Employee"],
  ]);
});

test("changes of a role's permissions, name and holders are logged", async () => {
  const world = await server.world();
  const api = world.api(world.admin);
  const { id } = (await api.post("/role", { name: "Clerk", permissions: ["client-list"] })).body.data;
  await api.put(`/role/${id}`, { name: "Chief clerk", permissions: ["client-edit"] });
  await api.put(`/role/${id}/holders`, { users: [world.employee.id] });
  await api.put("/role/changes", { changes: [{ role_id: id, add: ["client-delete"] }] });
  await api.delete(`/role/${id}`, { successor_id: world.roles.employee });
  const entries = (await listOf(world, { actor_id: world.admin.id })).map(
    ({ kind, record, before, after, gained, lost }) => ({ kind, record, before, after, gained, lost }),
  );
  const none = { gained: [], lost: [], record: null };
  expect(entries).toEqual([
    { ...none, kind: "role_removed", record: "Chief clerk", before: "Chief clerk", after: null },
    { ...none, kind: "role", before: "Chief clerk", after: "Employee" },
    { kind: "role_permissions", record: "Chief clerk", before: null, after: null, gained: ["client-delete"], lost: [] },
    { ...none, kind: "role", before: "Employee", after: "Chief clerk" },
    {
      kind: "role_permissions",
      record: "Chief clerk",
      before: null,
      after: null,
      gained: ["client-edit"],
      lost: ["client-list"],
    },
    { ...none, kind: "role_renamed", record: "Chief clerk", before: "Clerk", after: "Chief clerk" },
    { ...none, kind: "role_added", record: "Clerk", before: null, after: "Clerk", gained: ["client-list"] },
  ]);
  const file = await api.get(`${path}/export`, { query: { kind: "role_permissions" } });
  const cells = file.text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(",").slice(-2));
  expect(cells).toEqual([
    ["", "client-delete"],
    ["client-list", "client-edit"],
  ]);
  await api.post("/role/preview", { changes: [{ role_id: world.roles.manager, add: ["user-edit"] }] });
  expect(await listOf(world, { kind: "role_permissions" })).toHaveLength(2);
});

test("the change log can be filtered by actor, subject, kind and date", async () => {
  const world = await server.world();
  await world.api(world.hr).post(`/user/${world.employee.id}`, { fullname: "=Formula" });
  await world.api(world.admin).post(`/user/${world.manager.id}`, { fullname: "Mia Other" });
  const names = await listOf(world, { kind: "name", actor_id: world.hr.id });
  expect(names.map(({ subject, after }) => [subject?.id, after])).toEqual([[world.employee.id, "=Formula"]]);
  expect(await listOf(world, { kind: "name", to: "2020-01-01" })).toEqual([]);
  expect((await listOf(world, { kind: "name", from: "2020-01-01" })).length).toBe(2);
  const wrong = await world.api(world.admin).get(path, { query: { from: "2026-02-01", to: "2026-01-01" } });
  expect(wrong.body.errors).toHaveProperty("to");
  const file = await world.api(world.admin).get(`${path}/export`, { query: { kind: "name" } });
  expect(file.headers["content-disposition"]).toMatch(/"audit-list-20\d\d-\d\d-\d\d\.csv"/);
  expect(file.text).toContain("'=Formula");
  expect(file.text).toContain("Mia Other");
});
