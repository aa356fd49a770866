import type { Permission } from "../../../shared/kernel/access";
import { permissions } from "../../../shared/access";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { assignRole, changeRoles, deleteRole, updateRole } from "../../../server/administration/roles/roles.service";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { leaveFixture as leaveOffice, workingWeek } from "../../requests/leave/fixtures";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

interface Shown {
  id: number;
  code: string | null;
  name: string;
  permissions: Permission[];
  version: number;
  user_count: number;
}

const as = (person: Person) => world.api(person);
const roles = async () => requireOk(await as(world.admin).get("/role")).body.data as Shown[];
const roleCalled = async (name: string) => (await roles()).find((role) => role.name === name) as Shown;
const make = async (name: string, granted: Permission[] = []): Promise<Shown> =>
  requireOk(await as(world.admin).post("/role", { name, permissions: granted })).body.data;
const holderOf = async (...granted: Permission[]): Promise<Person> =>
  world.person("employee", { roleId: (await make(`Holder of ${granted.join()}`, granted)).id });
const boss = (person: { id: number }) => ({ id: person.id, permissions: new Set(permissions) }) as never;
const eventsSince = (mark: number) => world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);

describe("refused role changes", () => {
  test("role endpoints return 403 without the permission", async () => {
    const hr = as(world.hr);
    const { id } = await roleCalled("Employee");
    requireOk(await hr.get("/role"));
    for (const answer of [
      await as(world.employee).get("/role"),
      await as(world.employee).get(`/role/${id}/holders`),
      await as(world.employee).get("/role/who?permission=role-edit"),
      await hr.post("/role", { name: "Mine" }),
      await hr.put(`/role/${id}`, { name: "Mine" }),
      await hr.put("/role/changes", { changes: [{ role_id: id, add: ["role-edit"] }] }),
      await hr.post("/role/preview", { changes: [{ role_id: id, add: ["role-edit"] }] }),
      await hr.put(`/role/${id}/holders`, { users: [world.hr.id] }),
      await hr.delete(`/role/${id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  });

  test("duplicate names, unknown permissions, roles and users get 422", async () => {
    const admin = as(world.admin);
    const { id } = await roleCalled("Employee");
    const errors = async (answer: Promise<{ status: number; body: { errors?: object } }>) => {
      const { status, body } = await answer;
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await errors(admin.post("/role", { name: "employee" }))).toEqual([422, ["name"]]);
    expect(await errors(admin.post("/role", { name: "Mine", permissions: ["all"] }))).toEqual([422, ["permissions.0"]]);
    expect(await errors(admin.put(`/role/${id}`, { name: "HR" }))).toEqual([422, ["name"]]);
    expect(await errors(admin.put("/role/changes", { changes: [{ role_id: 999_999 }] }))).toEqual([
      422,
      ["changes.0.role_id"],
    ]);
    expect(await errors(admin.put(`/role/${id}/holders`, { users: [999_999] }))).toEqual([422, ["users"]]);
    expect((await admin.put("/role/999999/holders", { users: [world.hr.id] })).status).toBe(404);
  });

  test("changing the administrator role is refused", async () => {
    const admin = as(world.admin);
    const { id } = await roleCalled("Administrator");
    for (const answer of [
      await admin.put(`/role/${id}`, { name: "Root" }),
      await admin.put("/role/changes", { changes: [{ role_id: id, remove: ["role-edit"] }] }),
      await admin.post("/role/preview", { changes: [{ role_id: id, remove: ["role-edit"] }] }),
      await admin.delete(`/role/${id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "role.administrator"]);
    const employee = await roleCalled("Employee");
    const seeded = await admin.delete(`/role/${employee.id}`);
    expect([seeded.status, seeded.body.code]).toEqual([409, "role.seeded"]);
  });

  test("users can't grant or revoke permissions that they don't have", async () => {
    const clerk = as(await holderOf("role-edit", "role-list", "client-list"));
    const { id } = await make("Dispatcher", ["client-list"]);
    const administrator = await roleCalled("Administrator");
    for (const answer of [
      await clerk.post("/role", { name: "Own", permissions: ["payment-pay"] }),
      await clerk.put(`/role/${id}`, { permissions: ["client-list", "payment-pay"] }),
      await clerk.put("/role/changes", { changes: [{ role_id: id, add: ["payment-pay"] }] }),
      await clerk.put(`/role/${administrator.id}/holders`, { users: [world.employee.id] }),
      await clerk.put(`/role/${id}/holders`, { users: [world.manager.id] }), // the manager would lose permissions that the clerk doesn't have
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "role.notYours"]);
    requireOk(await clerk.put(`/role/${id}`, { permissions: [] }));
  });

  test("users can't change their own role, also not together with other users", async () => {
    const second = await world.person("administrator");
    const administrator = await roleCalled("Administrator");
    const employee = await roleCalled("Employee");
    const deputyRole = await make("Deputy", ["role-edit", "role-list", "client-list"]);
    const deputy = as(await world.person("employee", { roleId: deputyRole.id }));
    const successor = await make("Dispatcher", ["client-list"]);
    for (const answer of [
      await as(second).put(`/role/${employee.id}/holders`, { users: [second.id] }),
      await as(second).put(`/role/${employee.id}/holders`, { users: [world.hr.id, second.id] }),
      await deputy.delete(`/role/${deputyRole.id}`, { successor_id: successor.id }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "user.self"]);
    requireOk(await as(second).put(`/role/${administrator.id}/holders`, { users: [second.id] })); // changes nothing
    requireOk(await as(second).delete(`/role/${deputyRole.id}`, { successor_id: successor.id }));
  });

  test("a stale role version gets 409", async () => {
    const admin = as(world.admin);
    const { id, version } = await make("Dispatcher");
    requireOk(await admin.put(`/role/${id}`, { name: "Planner", version }));
    for (const late of [
      await admin.put(`/role/${id}`, { name: "Late", version }),
      await admin.put("/role/changes", { changes: [{ role_id: id, add: ["client-list"], version }] }),
    ])
      expect([late.status, late.body.code, late.body.data]).toEqual([409, "organization.stale", { id, version: 2 }]);
  });

  test("the last administrator can't be removed by role, account or direct update", async () => {
    const employee = await roleCalled("Employee");
    const clerkRole = await make("Clerk", [...permissions]);
    const clerk = as(await world.person("employee", { roleId: clerkRole.id }));
    const refused = await clerk.put(`/role/${employee.id}/holders`, { users: [world.admin.id] });
    expect([refused.status, refused.body.code]).toEqual([409, "role.lastAdministrator"]);
    for (const change of [{ active: false }, { external: true }, { roleId: employee.id }]) {
      await expect(world.tx((tx) => tx.repo(UserEntity).update({ id: world.admin.id }, change))).rejects.toThrow(
        "last administrator",
      );
    }
    const second = await world.person("administrator");
    requireOk(await as(second).put(`/role/${employee.id}/holders`, { users: [world.admin.id] }));
  });

  test("of two administrators removing each other concurrently, one remains", async () => {
    const second = await world.person("administrator");
    const { id } = await roleCalled("Employee");
    const take = (by: Person, from: Person) => (tx: Tx) => assignRole(tx, boss(by), id, [from.id]);
    const [one, two] = await runSerialized(server, world, take(second, world.admin), take(world.admin, second));
    expect(one?.status).toBe("fulfilled");
    expect(two).toMatchObject({ status: "rejected", reason: { code: "role.lastAdministrator" } });
  });
});

describe("working with roles", () => {
  test("roles are listed with defaults and users; administrators have all permissions", async () => {
    const listedRoles = await roles();
    expect(listedRoles.map(({ code }) => code)).toEqual([
      "administrator",
      "hr",
      "manager",
      "finance",
      "employee",
      "external",
    ]);
    expect(listedRoles[0]).toMatchObject({
      permissions,
      seeded: permissions,
      user_count: 1,
      can: { edit: false, delete: false },
    });
    expect(listedRoles[1]).toMatchObject({
      people: [{ id: world.hr.id, fullname: "Hana Hr", image: null }],
      can: { edit: true, delete: false, assign: true },
    });
    const rolesForHr = requireOk(await as(world.hr).get("/role")).body.data as Shown[];
    expect(rolesForHr[1]).toMatchObject({ can: { edit: false, delete: false, assign: false } });
  });

  test("holders of a permission are listed, external users only if it applies to them", async () => {
    const { id } = await roleCalled("HR");
    const outside = await world.person("external", { fullname: "Otto Outside", roleId: id });
    const who = async (code: Permission) =>
      (
        requireOk(await as(world.hr).get(`/role/who?permission=${code}`)).body.data as {
          fullname: string;
          role: string;
        }[]
      ).map(({ fullname, role }) => `${fullname} (${role})`);
    expect(await who("leave-balance-edit")).toEqual(["Ada Admin (Administrator)", "Hana Hr (HR)"]);
    expect(await who("project-view")).toContain(`${outside.fullname} (HR)`);
    const holders = requireOk(await as(world.hr).get(`/role/${id}/holders`)).body.data as { fullname: string }[];
    expect(holders.map(({ fullname }) => fullname)).toEqual(["Hana Hr", "Otto Outside"]);
  });

  test("a changed role applies to the next call and emits events to its users", async () => {
    const role = await roleCalled("Employee");
    expect((await as(world.employee).get("/groups")).status).toBe(403);
    const mark = server.published.length;
    const changes = [
      { role_id: role.id, add: ["group-list"], remove: ["news-view"], version: role.version },
      { role_id: (await roleCalled("Manager")).id, add: ["group-list"] },
    ];
    const saved = requireOk(await as(world.admin).put("/role/changes", { changes })).body.data as Shown[];
    expect(saved.find(({ id }) => id === role.id)).toMatchObject({ version: role.version + 1 });
    requireOk(await as(world.employee).get("/groups"));
    expect(eventsSince(mark)).toEqual([
      `directory:${world.tenantId} role.updated`,
      `user:${world.employee.id} user.access_changed`,
    ]);
    const log = requireOk(await as(world.admin).get("/audit/security-log")).body.data as {
      kind: string;
      facts: object;
    }[];
    expect(log[0]).toMatchObject({ kind: "role_changed", facts: { record: role.id, change: "changed", count: 2 } });
  });

  test("changed permissions of a role are sent to its users, a new name to the directory", async () => {
    const { id } = await roleCalled("Employee");
    const mark = server.published.length;
    requireOk(await as(world.admin).put(`/role/${id}`, { name: "Staff" }));
    expect(eventsSince(mark)).toEqual([`directory:${world.tenantId} role.updated`]);
    const { permissions: currentPermissions } = await roleCalled("Staff");
    requireOk(await as(world.admin).put(`/role/${id}`, { permissions: [...currentPermissions, "group-list"] }));
    requireOk(await as(world.admin).put(`/role/${id}`, { permissions: currentPermissions }));
    const both = [`directory:${world.tenantId} role.updated`, `user:${world.employee.id} user.access_changed`];
    expect(eventsSince(mark).slice(1)).toEqual([...both, ...both]);
    expect((await as(world.employee).get("/groups")).status).toBe(403);
  });

  test("a dry run lists gains, losses and affected calls, and changes nothing", async () => {
    const role = await roleCalled("Employee");
    const mark = server.published.length;
    const changes = [{ role_id: role.id, add: ["group-list"], remove: ["project-list"] }];
    const effect = requireOk(await as(world.admin).post("/role/preview", { changes })).body.data;
    expect([effect.losing, effect.gaining, effect.stranded]).toEqual([1, 1, []]);
    expect(effect.changes[0]).toMatchObject({ permission: "project-list", gained: false, count: 1, you: false });
    expect(effect.changes[0].calls).toContain("GET /project/list");
    expect(effect.changes[1]).toMatchObject({ permission: "group-list", gained: true });
    expect((await roleCalled("Employee")).permissions).toEqual(role.permissions);
    expect(eventsSince(mark)).toEqual([]);
  });

  test("a dry run lists requests that would have no approver", async () => {
    const { world: own, ask } = await leaveOffice(world);
    expect(own).toBe(world);
    const request = requireOk(await ask(workingWeek(1))).body.data;
    const [step] = await world.tx((tx) =>
      tx.manager.query<{ role: number }[]>(
        `SELECT u.role_id AS role FROM request_step s JOIN app_user u ON u.id = s.approver_id OR u.role_id = s.role_id
         WHERE s.request_id = $1 AND s.state = 'now'`,
        [request.id],
      ),
    );
    const remove = ["leave-request-approve", "leave-request-hr-approve"];
    const changes = [{ role_id: step?.role, remove }];
    const effect = requireOk(await as(world.admin).post("/role/preview", { changes })).body.data;
    expect(effect.stranded.map(({ id }: { id: number }) => id)).toEqual([request.id]);
  });

  test("assigning a role applies immediately and emits events to its users", async () => {
    const { id } = await roleCalled("HR");
    const mark = server.published.length;
    expect(
      requireOk(await as(world.admin).put(`/role/${id}/holders`, { users: [world.employee.id] })).body.data.user_count,
    ).toBe(2);
    requireOk(await as(world.employee).get("/role"));
    expect(eventsSince(mark)).toEqual([
      `directory:${world.tenantId} role.updated`,
      `directory:${world.tenantId} user.updated`,
      `user:${world.employee.id} user.access_changed`,
    ]);
    const [entry] = requireOk(await as(world.admin).get(`/user/${world.employee.id}/history`)).body.data;
    expect(entry).toMatchObject({
      type: "change",
      actor: { id: world.admin.id },
      fields: [{ field: "role", before: "Employee", after: "HR" }],
    });
    const again = server.published.length;
    requireOk(await as(world.admin).put(`/role/${id}/holders`, { users: [world.employee.id] }));
    expect(eventsSince(again)).toEqual([]);
  });

  test("deleting a role moves users, steps, rules and forms to its successor", async () => {
    const old = await make("Dispatcher", ["client-list"]);
    const next = await make("Planner", ["client-list"]);
    const admin = as(world.admin);
    requireOk(await admin.put(`/role/${old.id}/holders`, { users: [world.employee.id] }));
    const rule = { family: "finance", name: "By dispatchers", steps: [{ by: "role", role_id: old.id }] };
    requireOk(await admin.post("/approvals/rule", rule));
    const refused = await admin.delete(`/role/${old.id}`);
    expect([refused.status, refused.body.code, refused.body.data.uses]).toEqual([
      409,
      "role.needsSuccessor",
      [
        { kind: "people", count: 1, names: ["Emil Employee"] },
        { kind: "rules", count: 1, names: ["By dispatchers"] },
      ],
    ]);
    for (const successor_id of [old.id, 999_999]) {
      expect(Object.keys((await admin.delete(`/role/${old.id}`, { successor_id })).body.errors)).toEqual([
        "successor_id",
      ]);
    }
    const mark = server.published.length;
    requireOk(await admin.delete(`/role/${old.id}`, { successor_id: next.id }));
    expect(eventsSince(mark)).toEqual([
      `directory:${world.tenantId} role.updated`,
      `directory:${world.tenantId} user.updated`,
      `directory:${world.tenantId} role.deleted`,
      `tenant:${world.tenantId} approval_rules.changed`,
      `user:${world.employee.id} user.access_changed`,
    ]);
    const [entry] = requireOk(await admin.get(`/user/${world.employee.id}/history`)).body.data;
    expect(entry.fields).toEqual([{ field: "role", before: "Dispatcher", after: "Planner" }]);
    const rules = requireOk(await admin.get("/approvals/rule", { query: { family: "finance" } })).body.data as {
      name: string;
      steps: object[];
    }[];
    expect(rules.find(({ name }) => name === "By dispatchers")?.steps).toMatchObject([
      { by: "role", role: { id: next.id } },
    ]);
    expect((await admin.delete(`/role/${old.id}`)).status).toBe(404);
  });
});

test("open steps of a deleted role enter the inboxes of its successor's users", async () => {
  const { ask } = await leaveOffice(world);
  const approve: Permission[] = ["leave-request-approve"];
  const [old, next] = [await make("Dispatcher", approve), await make("Planner", approve)];
  const dispatcher = await world.person("employee", { roleId: old.id });
  const planner = await world.person("employee", { roleId: next.id });
  const rule = { family: "leave", name: "By dispatchers", steps: [{ by: "role", role_id: old.id }] };
  requireOk(await as(world.admin).post("/approvals/rule", rule));
  const request = requireOk(await ask(workingWeek(1))).body.data;
  expect(request.steps).toMatchObject([{ role: { id: old.id } }]);
  const mark = server.published.length;
  requireOk(await as(world.admin).delete(`/role/${old.id}`, { successor_id: next.id }));
  const streams = eventsSince(mark);
  for (const type of ["request.rerouted", "inbox.added"]) expect(streams).toContain(`user:${planner.id} ${type}`);
  // The users of the deleted role get the successor, so the request stays in their inboxes.
  expect(streams.filter((each) => each.startsWith(`user:${dispatcher.id} inbox`))).toEqual([]);
  const shown = requireOk(await as(world.employee).get(`/leave/leave-request/${request.id}`)).body.data;
  expect(shown.steps).toMatchObject([{ role: { id: next.id } }]);
});

test("the audience and step of a form are moved to the deleted role's successor", async () => {
  const [old, next] = [await make("Dispatcher"), await make("Planner")];
  const audience = { everyone: false, role_ids: [old.id], department_ids: [] };
  const form = await (await formsFixture(world)).publish({ ...equipmentForm, audience });
  const admin = as(world.admin);
  expect((await admin.delete(`/role/${old.id}`)).body.data.uses).toEqual([
    { kind: "rules", count: 1, names: [equipmentForm.title] },
  ]);
  requireOk(await admin.delete(`/role/${old.id}`, { successor_id: next.id }));
  const [version] = await world.tx((tx) =>
    tx.manager.query<{ audience: object }[]>(
      "SELECT definition->'audience' AS audience FROM form_version WHERE form_id = $1",
      [form],
    ),
  );
  expect(version?.audience).toEqual({ ...audience, role_ids: [next.id] });
});

describe("concurrent role changes", () => {
  test("two changes of the same role version: the second gets 409", async () => {
    const { id, version } = await make("Dispatcher");
    const change = (name: string) => (tx: Tx) => updateRole(tx, boss(world.admin), id, { name, version } as never);
    const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
  });

  test("two concurrent additions of permissions to a role are both applied", async () => {
    const { id } = await make("Dispatcher");
    const add = (code: Permission) => (tx: Tx) =>
      changeRoles(tx, boss(world.admin), [
        { role_id: id, add: [code], remove: undefined, version: undefined },
      ] as never);
    await runSerialized(server, world, add("client-list"), add("group-list"));
    expect((await roleCalled("Dispatcher")).permissions).toEqual(["client-list", "group-list"]);
  });

  test("deleting a role while it is assigned is refused", async () => {
    const { id } = await make("Dispatcher");
    const [first, second] = await runSerialized<unknown>(
      server,
      world,
      (tx) => assignRole(tx, boss(world.admin), id, [world.employee.id]),
      (tx) => deleteRole(tx, boss(world.admin), id, null),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "role.needsSuccessor" } });
  });

  test("two concurrent role assignments of a user both succeed; the last one applies", async () => {
    const [one, two] = [await make("One"), await make("Two")];
    const give = (role: { id: number }) => (tx: Tx) => assignRole(tx, boss(world.admin), role.id, [world.employee.id]);
    const ended = await runSerialized(server, world, give(one), give(two));
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect((await roleCalled("Two")).user_count).toBe(1);
  });
});

test("on deletion, every table that references roles is updated", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'role'::regclass ORDER BY 1`,
  );
  // A new table in this list needs entries in `selectRoleUses` and `moveRoleReferences`.
  expect(pointing.map(({ name }) => name)).toEqual([
    "app_user",
    "employment_change_field",
    "request_step",
    "scim",
    "sign_on",
    "sign_on_role",
    "viewing", // deleted with the role
  ]);
});

test("roles, leave types and approval rules are limited per tenant", async () => {
  await world.tx(async (tx) => {
    await tx.manager.query(
      "INSERT INTO role (tenant_id, name) SELECT current_tenant(), 'One of many ' || n FROM generate_series(1, 300) AS n",
    );
    await tx.manager.query(`INSERT INTO leave_type (tenant_id, name, icon, days_female, days_male, counting)
      SELECT current_tenant(), 'One of many ' || n, 'sun', 1, 1, 'working' FROM generate_series(1, 100) AS n`);
    await tx.manager.query(`INSERT INTO approval_rule (tenant_id, family, position, name, steps)
      SELECT current_tenant(), 'leave', 1000 + n, 'One of many', '[{"by": "manager"}]' FROM generate_series(1, 500) AS n`);
  });
  const admin = world.api(world.admin);
  const type = { name: "Sabbatical", icon: "beach", days_female: 1, days_male: 1, counting: "working" };
  const rule = { family: "leave", name: "One more", condition: {}, steps: [{ by: "manager" }] };
  const problems = [
    await admin.post("/role", { name: "One more", permissions: [] }),
    await admin.post("/leave/leave-type", type),
    await admin.post("/approvals/rule", rule),
  ].map(({ status, body }) => [status, Object.keys(body.errors ?? {})]);
  expect(problems).toEqual([
    [422, ["name"]],
    [422, ["name"]],
    [422, ["name"]],
  ]);
});
