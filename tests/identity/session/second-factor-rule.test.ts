import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { removeAuthenticatorApp, removePasskey } from "../../../server/identity/session/second-factor.service";
import { mailsTo } from "../../support/mails";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { secondFactorSteps } from "./second-factor-steps";

const server = testServer();
const { path, login, second, run, kinds, withApp, withPasskey, pendingOf, longAgo } = secondFactorSteps(server);

describe("required second factor", () => {
  const rule = "/security/second-factor";
  const require = (world: World, body: object) => world.api(world.admin).put(rule, body);
  /** Creates a new session, as a sign-in does after the rule was set. */
  const later = async (world: World, who: Person): Promise<Person> => ({ ...who, ...(await world.signIn(who)) });

  test("requiring a second factor is refused without permission or a recent password", async () => {
    const [world, other] = [await server.world(), await server.world()];
    for (const who of [world.hr, world.manager, world.employee, world.external])
      expect((await world.api(who).put(rule, { role_id: null, required: true })).body.code).toBe("permission.denied");
    expect((await world.api(world.manager).get(rule)).body.code).toBe("permission.denied");
    const foreign = await require(world, { role_id: other.roles.hr, required: true });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["role_id"]]);
    await longAgo(world, world.admin);
    expect((await require(world, { role_id: null, required: true })).body.code).toBe("session.confirmFirst");
    expect((await world.api(world.admin).get(rule)).body.data.everybody).toBe(false);
  });

  test("changes of different rows of the rule don't overwrite each other", async () => {
    const world = await server.world();
    const { roles } = world;
    const requiredRoles = async () => {
      const { data } = (await world.api(world.admin).get(rule)).body;
      return data.roles.filter((role: { required: boolean }) => role.required).map(({ id }: { id: number }) => id);
    };
    // The second administrator has loaded the page before the change of the first.
    expect((await require(world, { role_id: roles.hr, required: true })).status).toBe(200);
    expect((await require(world, { role_id: roles.manager, required: true })).status).toBe(200);
    expect((await require(world, { role_id: null, required: true })).body.data.everybody).toBe(true);
    expect((await require(world, { role_id: null, required: true })).status).toBe(200); // changes nothing
    expect((await require(world, { role_id: null, required: false })).body.data.everybody).toBe(false);
    expect(new Set(await requiredRoles())).toEqual(new Set([roles.hr, roles.manager]));
    expect((await require(world, { required: false })).body.errors).toHaveProperty("role_id");
    expect((await kinds(world)).filter((kind) => kind === "factor_policy_changed done")).toHaveLength(4);
  });

  test("if a second factor is required, new sessions can only set one up", async () => {
    const world = await server.world();
    const { employee } = world;
    expect((await require(world, { role_id: null, required: true })).status).toBe(200);
    expect((await world.api(employee).get("/users")).status).toBe(200);
    const now = await later(world, employee);
    const api = world.api(now);
    expect((await api.get("/users")).body.code).toBe("session.factorMissing");
    const user = await api.get("/auth/user");
    expect([user.status, user.body.data.second_factor_missing]).toEqual([200, true]);
    await withApp(world, now);
    expect((await api.get("/users")).status).toBe(200);
    expect((await api.get("/auth/user")).body.data.second_factor_missing).toBe(false);
    const last = await api.delete(`${path}/totp`);
    expect([last.status, last.body.code]).toEqual([409, "session.factorNeeded"]);
    await withPasskey(world, now);
    expect((await api.delete(`${path}/totp`)).status).toBe(200);
    const [key] = (await api.get(path)).body.data.passkeys;
    expect((await api.delete(`${path}/passkey/${key.id}`)).body.code).toBe("session.factorNeeded");
  });

  test("the second-factor rule applies to users of its roles until it is removed", async () => {
    const world = await server.world();
    const { roles, hr, employee } = world;
    expect((await require(world, { role_id: roles.hr, required: true })).status).toBe(200);
    const answer = await later(world, hr);
    expect((await world.api(answer).get("/users")).body.code).toBe("session.factorMissing");
    expect((await world.api(await later(world, employee)).get("/users")).status).toBe(200);
    const { data } = await require(world, { role_id: roles.hr, required: false }).then(({ body }) => body);
    expect(data.roles.every((one: { required: boolean }) => !one.required)).toBe(true);
    expect((await world.api(answer).get("/users")).status).toBe(200);
    expect((await kinds(world)).filter((kind) => kind === "factor_policy_changed done")).toHaveLength(2);
  });

  test("deleting the last two factors concurrently leaves one", async () => {
    const world = await server.world();
    await require(world, { role_id: null, required: true });
    const now = await later(world, world.employee);
    await withApp(world, now);
    await withPasskey(world, now);
    const [key] = await run<{ id: number }>(world, "SELECT id FROM passkey");
    const actor = { ...now, sessionId: now.sessionId } as never;
    const settled = await runSerialized<void>(
      server,
      world,
      (tx) => removeAuthenticatorApp(tx, actor),
      (tx) => removePasskey(tx, actor, key?.id as number),
    );
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await run(world, "SELECT id FROM passkey")).toHaveLength(1);
  });
});

describe("resetting another user's factors", () => {
  const of = (who: Person) => `/security/second-factor/people/${who.id}`;

  test("users can't reset their own factors, nor HR those of administrators", async () => {
    const world = await server.world();
    const { admin, hr, manager, employee } = world;
    for (const who of [admin, employee]) await withApp(world, who);
    await withPasskey(world, world.finance);
    expect((await world.api(admin).delete(of(admin))).body.code).toBe("session.ownFactor");
    expect((await world.api(manager).delete(of(employee))).body.code).toBe("permission.denied");
    expect((await world.api(hr).delete(of(admin))).body.code).toBe("permission.denied");
    const other = await server.world();
    expect((await world.api(admin).delete(of(other.employee))).status).toBe(404);
    await longAgo(world, hr);
    expect((await world.api(hr).delete(of(employee))).body.code).toBe("session.confirmFirst");
    expect(await run(world, "SELECT user_id FROM totp_factor ORDER BY user_id")).toHaveLength(2);
    const list = (await world.api(hr).get("/security/second-factor/people")).body.data;
    const can = Object.fromEntries(list.map((one: { id: number; can: { reset: boolean } }) => [one.id, one.can.reset]));
    expect([admin, hr, employee, manager, world.finance].map(({ id }) => can[id])).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test("users can't reset factors of users with permissions they don't have", async () => {
    const world = await server.world();
    const granted = ["tenant-edit", "user-edit"] as const;
    const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Office", permissions: [...granted] }));
    const clerk = await world.person("employee", { roleId: role.id });
    await withApp(world, clerk);
    expect((await world.api(world.hr).delete(of(clerk))).body.code).toBe("permission.denied");
    const list = (await world.api(world.hr).get("/security/second-factor/people")).body.data;
    expect(list.find(({ id }: { id: number }) => id === clerk.id)).toMatchObject({ can: { reset: false } });
    expect(JSON.stringify(list)).not.toContain("permissions");
    expect((await world.api(world.admin).delete(of(clerk))).status).toBe(200);
  });

  test("resetting a user's factors deletes all factors, ends sessions and sends a mail", async () => {
    const world = await server.world();
    const { hr, employee } = world;
    await withApp(world, employee);
    await withPasskey(world, employee);
    const { token } = await pendingOf(world, employee);
    const mark = server.published.length;
    expect((await world.api(hr).delete(of(employee))).status).toBe(200);
    expect((await world.api(employee).get("/auth/user")).body.code).toBe("session.required");
    expect(world.events(mark).map(({ event }) => event.type)).toContain("session.ended");
    for (const table of ["totp_factor", "passkey", "recovery_code", "sign_in_step"])
      expect([table, await run(world, `SELECT FROM ${table} WHERE user_id = $1`, [employee.id])]).toEqual([table, []]);
    expect((await second(world, { token, code: "123456" })).body.code).toBe("session.secondStepExpired");
    expect((await login(world, employee)).body.status).toBe("success");
    const mails = await mailsTo(server, employee.email, 3);
    expect(mails.some(({ text }) => text.includes("An administrator reset the second factor"))).toBe(true);
    const [event] = await run<object>(
      world,
      "SELECT user_id, subject_id FROM security_event WHERE kind = 'factor_reset'",
    );
    expect(event).toEqual({ user_id: hr.id, subject_id: employee.id });
  });
});
