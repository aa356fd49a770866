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
    expect((await make(other.roles.employee, fresh)).body.errors).toHaveProperty("role_id");
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
