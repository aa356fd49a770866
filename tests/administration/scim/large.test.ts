import { testServer } from "../../support/server";
import { withDirectory } from "./directory";

/** SCIM groups with as many members as in large organizations. */
const server = testServer();
const memberCount = 2_500;

test(`a group of ${memberCount} is created in one request; most members can be removed`, async () => {
  const world = await server.world();
  const people = await server.owner.query<{ id: number }[]>(
    `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
     SELECT $1, 'member' || n || '@acme.test', 'Member ' || n, 'x', $2 FROM generate_series(1, $3) AS n RETURNING id`,
    [world.tenantId, world.roles.employee, memberCount],
  );
  await server.owner.query("ANALYZE app_user");
  const directory = await withDirectory(server, world);
  const { id } = (await directory.createGroup({ displayName: "Everybody" })).body;
  const value = people.map((one) => ({
    value: String(one.id),
    display: "Member",
    type: "User",
    $ref: `https://directory.test/Users/${one.id}`,
  }));
  const added = await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value });
  expect([added.status, added.body.members.length]).toEqual([200, memberCount]);
  const left = await directory.call("PUT", `/Groups/${id}`, { displayName: "Everybody", members: value.slice(3) });
  expect([left.status, left.body.members.length]).toEqual([200, memberCount - 3]);
}, 60_000);

test("a request with too many values gets 413 before it is parsed", async () => {
  const world = await server.world();
  const directory = await withDirectory(server, world);
  const members = Array.from({ length: 26_000 }, () => ({}));
  const refused = await directory.createGroup({ displayName: "Everybody", members });
  expect([refused.status, refused.body.status]).toEqual([413, "413"]);
});
