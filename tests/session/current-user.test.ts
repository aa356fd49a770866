import { permissions, projectPermissions, projectRolePermissions } from "../../shared/kernel/permissions";
import { seededRoles } from "../../server/people/roles.service";
import { testServer } from "../support/server";

const server = testServer();
const ascending = (a: number, b: number) => a - b;

/** A project of the manager's, with its members. */
async function projectOf(
  world: Awaited<ReturnType<typeof server.world>>,
  members: { user_id: number; role: string }[],
) {
  const answer = await world.api(world.manager).post("/project", { title: "Website", members });
  expect(answer.status).toBe(201);
  return answer.body.data.id as number;
}

describe("the current user", () => {
  test("has role, permissions and tenant", async () => {
    const { api, employee, tenantId, roles } = await server.world({ plan: "team" });
    const { body } = await api(employee).get("/auth/user");
    expect(body.data).toMatchObject({
      id: employee.id,
      email: employee.email,
      role: { id: roles.employee, name: "Employee" },
      external: false,
      delegatee: null,
      delegator: null,
      settings: { language: null, theme: null, sidebar: null, time_zone: null, task_layout: null },
      tenant: { id: tenantId, features: ["news", "leave_management", "analytics"], remaining_days: null },
      unread_notifications: 0,
    });
    expect(new Set(body.data.permissions)).toEqual(new Set(seededRoles.employee.permissions));
    expect((await api(employee).get("/user/permissions")).body.data).toEqual(body.data.permissions);
  });

  test("an administrator holds everything, whatever the list of the role says", async () => {
    const { api, admin, tx, roles } = await server.world();
    await tx((unit) =>
      unit.rows({ name: "cut", text: "UPDATE role SET permissions = '{}' WHERE id = $1" }, [roles.administrator]),
    );
    expect((await api(admin).get("/user/permissions")).body.data).toEqual([...permissions]);
  });

  test("may do in each project what their role there allows", async () => {
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

  test("remaining days count down to the plan's end, never below none", async () => {
    const { api, admin, change } = await server.world();
    const days = async () => (await api(admin).get("/auth/user")).body.data.tenant.remaining_days;
    await change({ planEndsAt: new Date(Date.now() + 3.5 * 86_400_000) });
    expect(await days()).toBe(4);
    await change({ planEndsAt: new Date(Date.now() - 86_400_000) });
    expect(await days()).toBe(0);
  });

  test("a change of role counts at once; switching the account off ends everything", async () => {
    const { api, employee, tx, roles } = await server.world();
    await tx((unit) =>
      unit.rows({ name: "role", text: "UPDATE app_user SET role_id = $2 WHERE id = $1" }, [employee.id, roles.hr]),
    );
    expect((await api(employee).get("/auth/user")).body.data.role.name).toBe("HR");
    await tx((unit) =>
      unit.rows({ name: "off", text: "UPDATE app_user SET active = false WHERE id = $1" }, [employee.id]),
    );
    expect((await api(employee).get("/auth/user")).status).toBe(401);
  });
});

describe("settings", () => {
  test("keep what is sent, leave the rest, and tell the other screens", async () => {
    const { api, employee, events } = await server.world();
    await api(employee).patch("/auth/user/settings", { language: "ckb", theme: "dark" });
    const answer = await api(employee).patch("/auth/user/settings", { sidebar: "collapsed" });
    expect(answer.body.data).toEqual({
      language: "ckb",
      theme: "dark",
      sidebar: "collapsed",
      time_zone: null,
      task_layout: null,
    });
    expect(events().at(-1)).toMatchObject({
      stream: `user:${employee.id}`,
      event: {
        type: "settings.updated",
        data: { language: "ckb", theme: "dark", sidebar: "collapsed", time_zone: null, task_layout: null },
      },
    });
  });

  test("keep a time zone by its IANA name, and nothing else", async () => {
    const { api, employee } = await server.world();
    const answer = await api(employee).patch("/auth/user/settings", { time_zone: "Asia/Baghdad" });
    expect(answer.body.data.time_zone).toBe("Asia/Baghdad");
    const refused = await api(employee).patch("/auth/user/settings", { time_zone: "+03:00" });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.time_zone).toEqual(["This time zone does not exist"]);
    expect((await api(employee).get("/auth/user")).body.data.settings.time_zone).toBe("Asia/Baghdad");
  });

  test("the account's language answers callers who name none", async () => {
    const { api, employee } = await server.world();
    await api(employee).patch("/auth/user/settings", { language: "de" });
    expect((await api(employee).get("/api-plan")).body.data[0].name).toBe("Kostenlos");
    expect((await api(employee).with({ "accept-language": "ko" }).get("/api-plan")).body.data[0].name).toBe("무료");
  });
});

describe("sessions", () => {
  test("are one's own, and can be ended", async () => {
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

  test("signing out ends this one alone, takes the cookie, and closes its sockets by an event", async () => {
    const world = await server.world();
    const { api, employee, events } = world;
    const other = await world.signIn(employee);
    const answer = await api(employee).post("/auth/logout");
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toMatch(/^portal_files=; Path=\/files; .*Max-Age=0/);
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
  test("is the directory for those who may see it, inactive people included", async () => {
    const { api, employee, person } = await server.world();
    const off = await person("employee", { active: false });
    const { data } = (await api(employee).get("/users")).body;
    expect(data).toHaveLength(7);
    expect(data.find((user: { id: number }) => user.id === off.id).active).toBe(false);
  });

  test("is those of shared projects for everyone else", async () => {
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

describe("registering", () => {
  const register = (world: Awaited<ReturnType<typeof server.world>>, fields: object) =>
    world.api().post("/users/register", { password: "Demo1234", fullname: "New Person", ...fields });

  test("an address in use, no name, a weak password", async () => {
    const world = await server.world();
    expect((await register(world, { email: world.employee.email })).body.errors).toEqual({
      email: ["This is already in use"],
    });
    expect((await register(world, { email: `n@${world.host}`, fullname: " " })).body.errors).toHaveProperty("fullname");
    expect((await register(world, { email: `n@${world.host}`, password: "weak" })).body.errors).toHaveProperty(
      "password",
    );
  });

  test("a plan without room", async () => {
    const world = await server.world({ plan: "free" });
    const answer = await register(world, { email: `late@${world.host}` });
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe("plan_limit_reached");
  });

  test("makes an employee who is inactive", async () => {
    const world = await server.world();
    const email = `new@${world.host}`;
    const answer = await register(world, { email, fullname: undefined, firstName: "New", lastName: "Person" });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: "Registration successful" });
    expect((await world.api().post("/auth/login", { email, password: "Demo1234" })).body.code).toBe("session.inactive");
    const people = (await world.api(world.admin).get("/users")).body.data;
    expect(people).toContainEqual(expect.objectContaining({ email, fullname: "New Person", active: false }));
  });

  test("two at once for one address, and for the last place of a plan: one of them", async () => {
    const world = await server.world();
    const same = await Promise.all([1, 2, 3].map(() => register(world, { email: `same@${world.host}` })));
    expect(same.map((answer) => answer.status).sort(ascending)).toEqual([201, 422, 422]);

    const team = await server.world({ plan: "team" });
    await team.tx((tx) =>
      tx.rows(
        {
          name: "crowd",
          text: `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
               SELECT current_tenant(), n || '@crowd.test', 'Crowd', 'x', $1 FROM generate_series(1, 43) n`,
        },
        [team.roles.employee],
      ),
    );
    const last = await Promise.all([1, 2, 3].map((n) => register(team, { email: `last${n}@${team.host}` })));
    expect(last.map((answer) => answer.status).sort(ascending)).toEqual([201, 403, 403]);
  });
});
