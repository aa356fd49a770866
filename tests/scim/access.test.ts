import { unnamed } from "../../server/platform/database/unit-of-work";
import { factorsOn } from "../session/factors";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { DirectoryClient, enterprise, withDirectory } from "./directory";

/** By which token the organisation's directory is let in, and what it is told of us. */
const server = testServer();
const factors = factorsOn(server);
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const rows = <Row>(text: string, values: unknown[] = []) => world.tx((tx) => tx.rows<Row>(unnamed(text), values));

describe("who is let in", () => {
  test("nobody without a token, with a wrong, another kind's, an ended or another organisation's one", async () => {
    const other = await server.world();
    const theirs = await withDirectory(server, other);
    for (const token of [null, "scim_wrong-wrong-wrong-wrong", world.admin.token, theirs.token]) {
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

  test("newcomers get no role that governs others by now, as it is or by its successor; what the directory says of others goes on", async () => {
    const made = await world.api(world.admin).post("/role", { name: "Newcomers", permissions: ["project-list"] });
    const { id } = made.body.data;
    expect((await world.api(world.admin).put("/security/scim", { role_id: id })).status).toBe(200);
    const person = (name: string) => directory.create({ userName: `${name}@${world.host}`, displayName: name });
    const first = await person("before");
    expect(first.status).toBe(201);
    await world.api(world.admin).put(`/role/${id}`, { permissions: ["project-list", "user-edit"] });
    const refused = await person("governing");
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("decides over")]);
    await world.api(world.admin).put(`/role/${id}`, { permissions: ["project-list"] });
    expect((await world.api(world.admin).delete(`/role/${id}`, { successor_id: world.roles.hr })).status).toBe(200);
    expect((await person("succeeding")).status).toBe(403);
    const patched = { op: "replace", value: { displayName: "Still told" } };
    expect((await directory.patch(`/Users/${first.body.id}`, patched)).status).toBe(200);
  });

  test("a token opens nothing else", async () => {
    const program = { ...world.admin, token: directory.token as string };
    expect((await world.api(program).get("/auth/user")).status).toBe(401);
  });

  test("not where the organisation is switched off or its plan is over", async () => {
    await world.change({ active: false });
    expect((await directory.get("/Users")).status).toBe(423);
    await world.change({ active: true });
    await server.owner.query(
      "UPDATE tenant SET plan_ends_at = now() - interval '400 days', auto_renew = false WHERE id = $1",
      [world.tenantId],
    );
    expect((await directory.get("/Users")).status).toBe(402);
  });

  test("the token is made by whoever could do all that by hand, their password given; it is told once and kept as a hash", async () => {
    await factors.longAgo(world, world.admin);
    const make = (roleId: number, who = world.admin) => world.api(who).post("/security/scim", { role_id: roleId });
    expect((await make(world.roles.employee)).body.code).toBe("session.confirmFirst");
    expect((await make(world.roles.employee, world.hr)).body.code).toBe("permission.denied");
    const fresh = { ...world.admin, ...(await world.signIn(world.admin)) };
    const other = await server.world();
    // Nor one that governs others: the directory's newcomers would be administrators, at addresses that it names.
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

test("it says what it can", async () => {
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
  expect((await directory.get(`/Schemas/${enterprise}`)).body.attributes).toHaveLength(1);
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

/** With an address one resets a password: whoever has the token must not become who governs the organisation. */
describe("addresses of those who govern", () => {
  const moved = "moved@elsewhere.test";
  const addressOf = async (id: number) =>
    (await rows<{ email: string }>("SELECT email FROM app_user WHERE id = $1", [id]))[0];

  test.each(["admin", "hr"] as const)(
    "of %s: no way of saying it changes it, and nothing said beside it stays",
    async (role) => {
      const { id, email } = world[role];
      const path = `/Users/${id}`;
      const whole = (await directory.get(path)).body;
      const emails = [{ value: moved, type: "work", primary: true }];
      const said = {
        path: await directory.patch(path, { op: "replace", path: 'emails[type eq "work"].value', value: moved }),
        list: await directory.patch(path, { op: "replace", path: "emails", value: emails }),
        "no path": await directory.patch(path, {
          op: "replace",
          value: { userName: moved, displayName: "Somebody Else" },
        }),
        name: await directory.patch(path, { op: "replace", path: "userName", value: moved }),
        whole: await directory.call("PUT", path, { ...whole, emails, displayName: "Somebody Else" }),
      };
      for (const [way, answer] of Object.entries(said))
        expect([way, answer.status, answer.body.detail]).toEqual([way, 403, expect.stringMatching(/role/i)]);
      expect(await addressOf(id)).toEqual({ email });
      expect((await directory.get(path)).body).toMatchObject({ userName: email, displayName: whole.displayName });
      // What opens nothing is the directory's to say.
      const named = await directory.patch(path, { op: "replace", path: "displayName", value: "Another Name" });
      expect([named.status, named.body.displayName]).toEqual([200, "Another Name"]);
    },
  );

  test("whoever governs is switched off all the same, with the address that they had", async () => {
    const { id, email } = world.hr;
    const whole = (await directory.get(`/Users/${id}`)).body;
    const off = await directory.call("PUT", `/Users/${id}`, { ...whole, emails: [{ value: moved }], active: false });
    expect([off.status, off.body.active, off.body.emails[0].value]).toEqual([200, false, email]);
    expect(await addressOf(id)).toEqual({ email });
  });

  test("deleted there and created again under another address: refused", async () => {
    const { id, email } = world.hr;
    await rows("UPDATE app_user SET parent_id = $1 WHERE id = $2", [id, world.employee.id]);
    expect((await directory.call("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await directory.create({ userName: email, emails: [{ value: moved }] })).status).toBe(403);
    expect(await addressOf(id)).toEqual({ email });
  });

  test("of everybody else it is the directory's", async () => {
    const path = `/Users/${world.employee.id}`;
    const answer = await directory.patch(path, { op: "replace", path: 'emails[type eq "work"].value', value: moved });
    expect([answer.status, answer.body.emails[0].value]).toEqual([200, moved]);
  });
});
