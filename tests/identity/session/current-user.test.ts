import { permissions } from "../../../shared/access";
import { languageCodes } from "../../../shared/kernel/languages";
import { projectPermissions, projectRolePermissions } from "../../../shared/kernel/permissions";
import { seededRoles } from "../../../server/administration/roles/seeded-roles";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { enforceSeatLimit } from "../../../server/billing/subscription/plan-limits.service";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";

const server = testServer();

function crowd(world: Awaited<ReturnType<typeof server.world>>, userCount: number, tx?: Tx, name = "crowd") {
  const statement = {
    name: "crowd",
    text: `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
           SELECT current_tenant(), n || '@' || $3 || '.test', 'Crowd', 'x', $1 FROM generate_series(1, $2::int) n`,
  };
  const values = [world.roles.employee, userCount, name];
  return tx ? tx.rows(statement, values) : world.tx((unit) => unit.rows(statement, values));
}

async function projectOf(
  world: Awaited<ReturnType<typeof server.world>>,
  members: { user_id: number; role: string }[],
) {
  const answer = await world.api(world.manager).post("/project", { title: "Website", members });
  expect(answer.status).toBe(201);
  return answer.body.data.id as number;
}

describe("current user", () => {
  test("the current user is returned with role, permissions and tenant", async () => {
    const { api, employee, tenantId, roles } = await server.world({ plan: "team" });
    const { body } = await api(employee).get("/auth/user");
    expect(body.data).toMatchObject({
      id: employee.id,
      email: employee.email,
      role: { id: roles.employee, name: "Employee" },
      external: false,
      delegatee: null,
      delegator: null,
      settings: {
        language: null,
        theme: null,
        sidebar: null,
        time_zone: null,
        task_layout: null,
        week_start: null,
        shortcuts: null,
      },
      tenant: {
        id: tenantId,
        features: ["news", "leave_management", "analytics"],
        remaining_days: null,
        currency: "USD",
      },
      unread_notifications: 0,
    });
    expect(new Set(body.data.permissions)).toEqual(new Set(seededRoles.employee.permissions));
    expect((await api(employee).get("/user/permissions")).body.data).toEqual(body.data.permissions);
  });

  test("the current user is returned with stream revisions of the same snapshot", async () => {
    const { api, admin, employee, tenantId, roles } = await server.world();
    const revisions = async () => (await api(employee).get("/auth/user")).body.data.revisions;
    const before = await revisions();
    const roleAnswer = await api(admin).post(`/user/${employee.id}`, { role_id: roles.manager });
    expect(roleAnswer.status).toBe(200);
    const after = await revisions();
    expect(after.user).toBeGreaterThan(before.user);
    const [latest] = await server.owner.query(
      `SELECT max(revision)::int AS user, (SELECT max(revision)::int FROM domain_event WHERE tenant_id = $1 AND stream = $3) AS tenant
       FROM domain_event WHERE tenant_id = $1 AND stream = $2`,
      [tenantId, `user:${employee.id}`, `tenant:${tenantId}`],
    );
    expect(after).toMatchObject({ user: latest.user, tenant: latest.tenant ?? 0 });
  });

  test("administrators have all permissions, regardless of the role's stored list", async () => {
    const { api, admin, tx, roles } = await server.world();
    await tx((unit) =>
      unit.rows(unnamedSql("UPDATE role SET permissions = '{}' WHERE id = $1"), [roles.administrator]),
    );
    expect((await api(admin).get("/user/permissions")).body.data).toEqual([...permissions]);
  });

  test("the current user is returned with permissions per project by role", async () => {
    const world = await server.world();
    const { api, manager, employee, hr, external, admin } = world;
    const id = await projectOf(world, [
      { user_id: employee.id, role: "member" },
      { user_id: external.id, role: "viewer" },
    ]);
    const inProject = async (who: typeof manager) => {
      const { data } = (await api(who).get("/project_user/user-project-permissions")).body;
      expect((await api(who).get("/auth/user")).body.data.project_permissions).toEqual(data);
      return data;
    };
    expect(await inProject(manager)).toEqual([{ project_id: id, permissions: [...projectPermissions] }]);
    expect(await inProject(employee)).toEqual([{ project_id: id, permissions: [...projectRolePermissions.member] }]);
    expect(await inProject(external)).toEqual([{ project_id: id, permissions: [] }]);
    expect(await inProject(hr)).toEqual([]);
    expect(await inProject(admin)).toEqual([{ project_id: id, permissions: [...projectPermissions] }]);
  });

  test("remaining days count down to the plan's end, and are null if it renews", async () => {
    const { api, admin, change, tx } = await server.world();
    const days = async () => (await api(admin).get("/auth/user")).body.data.tenant.remaining_days;
    await change({ planEndsAt: new Date(Date.now() + 3.5 * 86_400_000) });
    expect(await days()).toBe(4);
    await change({ planEndsAt: new Date(Date.now() - 86_400_000) });
    expect(await days()).toBe(0);
    await change({ planEndsAt: new Date(Date.now() + 3.5 * 86_400_000) });
    await tx((unit) => unit.rows(unnamedSql("UPDATE tenant SET auto_renew = true WHERE id = current_tenant()")));
    expect(await days()).toBeNull();
  });

  test("a role change applies immediately; deactivation ends the session", async () => {
    const { api, employee, tx, roles } = await server.world();
    await tx((unit) =>
      unit.rows(unnamedSql("UPDATE app_user SET role_id = $2 WHERE id = $1"), [employee.id, roles.hr]),
    );
    expect((await api(employee).get("/auth/user")).body.data.role.name).toBe("HR");
    await tx((unit) => unit.rows(unnamedSql("UPDATE app_user SET active = false WHERE id = $1"), [employee.id]));
    expect((await api(employee).get("/auth/user")).status).toBe(401);
  });
});

describe("user settings", () => {
  test("the database accepts every language of the product", async () => {
    const { api, employee } = await server.world();
    for (const language of languageCodes) {
      const answer = await api(employee).patch("/auth/user/settings", { language });
      expect([language, answer.status]).toEqual([language, 200]);
    }
  });

  test("only sent settings change, and events reach the user's other screens", async () => {
    const { api, employee, events } = await server.world();
    await api(employee).patch("/auth/user/settings", { language: "ckb", theme: "dark" });
    const answer = await api(employee).patch("/auth/user/settings", { sidebar: "collapsed" });
    expect(answer.body.data).toEqual({
      language: "ckb",
      theme: "dark",
      sidebar: "collapsed",
      time_zone: null,
      task_layout: null,
      week_start: null,
      shortcuts: null,
    });
    expect(events().at(-1)).toMatchObject({
      stream: `user:${employee.id}`,
      event: {
        type: "settings.updated",
        data: {
          language: "ckb",
          theme: "dark",
          sidebar: "collapsed",
          time_zone: null,
          task_layout: null,
          week_start: null,
          shortcuts: null,
        },
      },
    });
  });

  test("shortcuts of a single key are switched off and on for the user", async () => {
    const { api, employee, manager } = await server.world();
    const set = (shortcuts: string) => api(employee).patch("/auth/user/settings", { shortcuts });
    expect((await set("maybe")).body.errors).toHaveProperty("shortcuts");
    expect((await set("off")).body.data.shortcuts).toBe("off");
    const shortcutsOf = async (who: typeof employee) => (await api(who).get("/auth/user")).body.data.settings.shortcuts;
    expect([await shortcutsOf(employee), await shortcutsOf(manager)]).toEqual(["off", null]);
    expect((await set("on")).body.data.shortcuts).toBe("on");
  });

  test("the first day of the week must be valid and is emitted", async () => {
    const { api, employee, manager, events } = await server.world();
    const set = (week_start: string) => api(employee).patch("/auth/user/settings", { week_start });
    expect((await set("tuesday")).body.errors).toHaveProperty("week_start");
    expect((await set("saturday")).body.data.week_start).toBe("saturday");
    expect(events().at(-1)?.event).toMatchObject({ type: "settings.updated", data: { week_start: "saturday" } });
    // Changing another setting keeps the first day of the week.
    await api(employee).patch("/auth/user/settings", { theme: "dark" });
    const weekStartOf = async (who: typeof employee) =>
      (await api(who).get("/auth/user")).body.data.settings.week_start;
    expect([await weekStartOf(employee), await weekStartOf(manager)]).toEqual(["saturday", null]);
  });

  test("a time zone must be a known IANA name", async () => {
    const { api, employee } = await server.world();
    const answer = await api(employee).patch("/auth/user/settings", { time_zone: "Asia/Baghdad" });
    expect(answer.body.data.time_zone).toBe("Asia/Baghdad");
    const refused = await api(employee).patch("/auth/user/settings", { time_zone: "+03:00" });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.time_zone).toEqual(["This time zone does not exist"]);
    expect((await api(employee).get("/auth/user")).body.data.settings.time_zone).toBe("Asia/Baghdad");
  });

  test("the user's language applies without an Accept-Language header", async () => {
    const { api, employee } = await server.world();
    await api(employee).patch("/auth/user/settings", { language: "de" });
    expect((await api(employee).get("/api-plan")).body.data[0].name).toBe("Kostenlos");
    expect((await api(employee).with({ "accept-language": "ko" }).get("/api-plan")).body.data[0].name).toBe("무료");
  });
});

describe("sessions of a user", () => {
  test("users list and end their own sessions", async () => {
    const world = await server.world();
    const { api, employee, manager } = world;
    const other = await world.signIn(employee);
    const list = (await api(employee).get("/auth/sessions")).body.data;
    expect(list).toHaveLength(2);
    expect(list).toContainEqual(expect.objectContaining({ id: employee.sessionId, current: true }));
    expect(list).toContainEqual(expect.objectContaining({ id: other.sessionId, current: false }));
    expect((await api(manager).delete(`/auth/sessions/${other.sessionId}`)).status).toBe(404);
    const ended = await api(employee).delete(`/auth/sessions/${other.sessionId}`);
    expect(ended.body).toMatchObject({ id: other.sessionId, message: "The session was ended." });
    expect((await api({ ...employee, ...other }).get("/auth/user")).status).toBe(401);
    expect((await api(employee).delete(`/auth/sessions/${other.sessionId}`)).status).toBe(404);
  });

  test("signing out ends one session and clears its cookie", async () => {
    const world = await server.world();
    const { api, employee, events } = world;
    const other = await world.signIn(employee);
    const answer = await api(employee).post("/auth/logout");
    expect(answer.status).toBe(200);
    expect(String([answer.headers["set-cookie"]].flat()[0])).toMatch(/^portal_files=; Path=\/files; .*Max-Age=0/);
    expect((await api(employee).get("/auth/user")).status).toBe(401);
    expect((await api({ ...employee, ...other }).get("/auth/user")).status).toBe(200);
    expect(events().at(-1)?.event).toMatchObject({
      type: "session.ended",
      data: { session_ids: [employee.sessionId] },
    });
    expect((await api(employee).post("/auth/logout")).status).toBe(401);
  });
});

describe("GET /users", () => {
  test("with the permission, GET /users lists all users, including inactive ones", async () => {
    const { api, employee, person } = await server.world();
    const off = await person("employee", { active: false });
    const { data } = (await api(employee).get("/users")).body;
    expect(data).toHaveLength(7);
    expect(data.find((user: { id: number }) => user.id === off.id).active).toBe(false);
  });

  test("without the permission, GET /users lists users of shared projects", async () => {
    const world = await server.world();
    const { api, external, manager, employee } = world;
    expect((await api(external).get("/users")).body.data.map(({ id }: { id: number }) => id)).toEqual([external.id]);
    await projectOf(world, [
      { user_id: external.id, role: "viewer" },
      { user_id: employee.id, role: "member" },
    ]);
    const ids = (await api(external).get("/users")).body.data.map(({ id }: { id: number }) => id);
    expect(new Set(ids)).toEqual(new Set([external.id, manager.id, employee.id]));
  });
});

test("of two users added concurrently at the plan's limit, one is refused", async () => {
  const team = await server.world({ plan: "team" });
  await crowd(team, 43);
  await team.person("employee", { active: false });
  const join = (n: number) => async (tx: Tx) => {
    await enforceSeatLimit(tx);
    await crowd(team, 1, tx, `late${n}`);
  };
  const [first, second] = await runSerialized(server, team, join(1), join(2));
  expect([first?.status, second]).toMatchObject(["fulfilled", { reason: { code: "plan_limit_reached" } }]);
});
