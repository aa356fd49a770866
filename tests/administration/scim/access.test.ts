import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { secondFactorSteps } from "../../identity/session/second-factor-steps";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { DirectoryClient, enterpriseSchema, withDirectory } from "./directory";

const server = testServer();
const factors = secondFactorSteps(server);
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const rows = <Row>(text: string, values: unknown[] = []) => world.tx((tx) => tx.rows<Row>(unnamedSql(text), values));

describe("access by token", () => {
  test("a missing, wrong or session token, or another tenant's token, gets 401", async () => {
    const other = await server.world();
    const otherDirectory = await withDirectory(server, other);
    for (const token of [null, "scim_wrong-wrong-wrong-wrong", world.admin.token, otherDirectory.token]) {
      const answer = await new DirectoryClient(server, world, token).get("/Users");
      expect([answer.status, answer.body.schemas]).toEqual([401, ["urn:ietf:params:scim:api:messages:2.0:Error"]]);
    }
    expect((await directory.get("/Users")).status).toBe(200);
    const renewed = await withDirectory(server, world);
    expect((await directory.get("/Users")).status).toBe(401);
    expect((await world.api(world.admin).delete("/security/scim")).status).toBe(200);
    expect((await renewed.get("/Users")).status).toBe(401);
    expect((await world.api(world.admin).delete("/security/scim")).status).toBe(404);
  });

  test("new users get no default role that can manage users or roles", async () => {
    const roleAnswer = await world.api(world.admin).post("/role", { name: "Newcomers", permissions: ["project-list"] });
    const { id } = roleAnswer.body.data;
    expect((await world.api(world.admin).put("/security/scim", { role_id: id })).status).toBe(200);
    const person = (name: string) => directory.create({ userName: `${name}@${world.host}`, displayName: name });
    const first = await person("before");
    expect(first.status).toBe(201);
    await world.api(world.admin).put(`/role/${id}`, { permissions: ["project-list", "user-edit"] });
    const refused = await person("governing");
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining("manage accounts or permissions"),
    ]);
    await world.api(world.admin).put(`/role/${id}`, { permissions: ["project-list"] });
    expect((await world.api(world.admin).delete(`/role/${id}`, { successor_id: world.roles.hr })).status).toBe(200);
    expect((await person("succeeding")).status).toBe(403);
    const patched = { op: "replace", value: { displayName: "Still told" } };
    expect((await directory.patch(`/Users/${first.body.id}`, patched)).status).toBe(200);
  });

  test("a directory token can't call other endpoints", async () => {
    const program = { ...world.admin, token: directory.token as string };
    expect((await world.api(program).get("/auth/user")).status).toBe(401);
  });

  test("directory requests get 423 for an inactive tenant and 402 for an expired plan", async () => {
    await world.change({ active: false });
    expect((await directory.get("/Users")).status).toBe(423);
    await world.change({ active: true });
    await server.owner.query(
      "UPDATE tenant SET plan_ends_at = now() - interval '400 days', auto_renew = false WHERE id = $1",
      [world.tenantId],
    );
    expect((await directory.get("/Users")).status).toBe(402);
  });

  test("creating a directory token requires permissions and a recent password", async () => {
    await factors.longAgo(world, world.admin);
    const make = (roleId: number, who = world.admin) => world.api(who).post("/security/scim", { role_id: roleId });
    expect((await make(world.roles.employee)).body.code).toBe("session.confirmFirst");
    expect((await make(world.roles.employee, world.hr)).body.code).toBe("permission.denied");
    const fresh = { ...world.admin, ...(await world.signIn(world.admin)) };
    const other = await server.world();
    // Roles that can manage users or roles are refused too: the directory could create administrators at any address.
    for (const roleId of [other.roles.employee, world.roles.administrator, world.roles.hr])
      expect((await make(roleId, fresh)).body.errors).toHaveProperty("role_id");
    await rows("UPDATE role SET permissions = array_append(permissions, 'tenant-edit') WHERE id = $1", [
      world.roles.hr,
    ]);
    expect((await make(world.roles.employee, world.hr)).body.code).toBe("permission.denied");
    const { body } = await world.api(fresh).get("/security/scim");
    expect(body.data).toMatchObject({ role_id: world.roles.employee, last_used_at: null, people: 0 });
    expect(body.address).toBe(`http://${world.host}:${server.platform.config.port}/scim/v2`);
    expect(JSON.stringify(body)).not.toContain(directory.token);
    await directory.get("/Users");
    expect((await world.api(fresh).get("/security/scim")).body.data.last_used_at).not.toBeNull();
    const log = await rows<{ facts: object }>("SELECT facts FROM security_event WHERE kind = 'scim_changed'");
    expect(log).toEqual([{ facts: { change: "created" } }]);
  });
});

test("the directory endpoint returns its capabilities", async () => {
  expect((await directory.get("/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
  });
  expect((await directory.get("/ResourceTypes")).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
    "User",
    "Group",
  ]);
  expect((await directory.get("/ResourceTypes/User")).body.endpoint).toBe("/Users");
  expect((await directory.get("/Schemas")).body.totalResults).toBe(3);
  expect((await directory.get(`/Schemas/${enterpriseSchema}`)).body.attributes).toHaveLength(1);
  expect((await directory.get("/Schemas/nothing")).status).toBe(404);
  expect((await directory.get("/Nothing")).status).toBe(404);
  const broken = await server.app.inject({
    method: "POST",
    url: "/scim/v2/Users",
    headers: { host: world.host, authorization: `Bearer ${directory.token}`, "content-type": "application/scim+json" },
    payload: "{",
  });
  expect([broken.statusCode, broken.json().scimType]).toEqual([400, "invalidSyntax"]);
});

/** Passwords can be reset by e-mail, so the token must not be able to take over accounts that can manage users or roles. */
describe("addresses of users who can manage users or roles", () => {
  const moved = "moved@elsewhere.test";
  const addressOf = async (id: number) =>
    (await rows<{ email: string }>("SELECT email FROM app_user WHERE id = $1", [id]))[0];

  test.each(["admin", "hr"] as const)("the directory can't change the address of %s in any form", async (role) => {
    const { id, email } = world[role];
    const path = `/Users/${id}`;
    const whole = (await directory.get(path)).body;
    const emails = [{ value: moved, type: "work", primary: true }];
    const body = {
      path: await directory.patch(path, { op: "replace", path: 'emails[type eq "work"].value', value: moved }),
      list: await directory.patch(path, { op: "replace", path: "emails", value: emails }),
      "no path": await directory.patch(path, {
        op: "replace",
        value: { userName: moved, displayName: "Somebody Else" },
      }),
      name: await directory.patch(path, { op: "replace", path: "userName", value: moved }),
      whole: await directory.call("PUT", path, { ...whole, emails, displayName: "Somebody Else" }),
    };
    for (const [method, answer] of Object.entries(body))
      expect([method, answer.status, answer.body.detail]).toEqual([method, 403, expect.stringMatching(/role/i)]);
    expect(await addressOf(id)).toEqual({ email });
    expect((await directory.get(path)).body).toMatchObject({ userName: email, displayName: whole.displayName });
    const renameAnswer = await directory.patch(path, { op: "replace", path: "displayName", value: "Another Name" });
    expect([renameAnswer.status, renameAnswer.body.displayName]).toEqual([200, "Another Name"]);
  });

  test("a user manager can be deactivated by the directory, but keeps the address", async () => {
    const { id, email } = world.hr;
    const whole = (await directory.get(`/Users/${id}`)).body;
    const off = await directory.call("PUT", `/Users/${id}`, { ...whole, emails: [{ value: moved }], active: false });
    expect([off.status, off.body.active, off.body.emails[0].value]).toEqual([200, false, email]);
    expect(await addressOf(id)).toEqual({ email });
  });

  test("deleting and recreating a user manager with another address gets 403", async () => {
    const { id, email } = world.hr;
    await rows("UPDATE app_user SET parent_id = $1 WHERE id = $2", [id, world.employee.id]);
    expect((await directory.call("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await directory.create({ userName: email, emails: [{ value: moved }] })).status).toBe(403);
    expect(await addressOf(id)).toEqual({ email });
  });

  test("the directory may change the addresses of ordinary users", async () => {
    const path = `/Users/${world.employee.id}`;
    const answer = await directory.patch(path, { op: "replace", path: 'emails[type eq "work"].value', value: moved });
    expect([answer.status, answer.body.emails[0].value]).toEqual([200, moved]);
  });
});
