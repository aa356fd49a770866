import { testServer } from "../../support/server";
import { measureWorkOf } from "../../support/statements/work";
import type { World } from "../../support/world";
import { type DirectoryClient, withDirectory } from "./directory";

/** Pages are limited not only by the number of resources, but by their nested values: groups of users and members of groups. */
const server = testServer();
const counts = { people: 200, groups: 60 };
let world: World;
let directory: DirectoryClient;
beforeAll(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
  await server.owner.query(
    `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
     SELECT $1, 'one' || n || '@crowd.test', 'One of many', 'x', $2 FROM generate_series(1, $3::int) AS n`,
    [world.tenantId, world.roles.employee, counts.people],
  );
  await server.owner.query(
    "INSERT INTO user_group (tenant_id, title) SELECT $1, 'Crowd ' || n FROM generate_series(1, $2::int) AS n",
    [world.tenantId, counts.groups],
  );
  await server.owner.query(
    `INSERT INTO user_group_member (tenant_id, group_id, user_id) SELECT $1, g.id, u.id FROM user_group g, app_user u
     WHERE g.tenant_id = $1 AND u.tenant_id = $1 AND u.email LIKE '%@crowd.test'`,
    [world.tenantId],
  );
});

async function pages(kind: "Users" | "Groups", extraQuery = "") {
  const ids: string[] = [];
  const lengths: number[] = [];
  for (let total = 1; ids.length < total; ) {
    const { body } = await directory.get(`/${kind}?count=200&startIndex=${ids.length + 1}${extraQuery}`);
    expect(body.Resources).toHaveLength(body.itemsPerPage);
    expect(body.startIndex).toBe(ids.length + 1);
    if (body.itemsPerPage === 0) throw new Error("An empty page");
    total = body.totalResults;
    lengths.push(body.itemsPerPage);
    ids.push(...body.Resources.map(({ id }: { id: string }) => id));
  }
  expect(new Set(ids).size).toBe(ids.length);
  return lengths;
}

// The tenant's five initial users come first and belong to no group.
test.each([
  ["Users", "groups", [5 + 167, 33], [200, 5]],
  ["Groups", "members", [50, 10], [60]],
] as const)("%s: a page ends after ten thousand nested %s", async (kind, nestedAttribute, all, without) => {
  expect(await pages(kind)).toEqual(all);
  expect(await pages(kind, `&excludedAttributes=${nestedAttribute}`)).toEqual(without);
  expect(await pages(kind, "&attributes=displayName")).toEqual(without);
  expect(await pages(kind, `&attributes=${nestedAttribute}.value`)).toEqual(all);
});

test("a group's members aren't read when excluded", async () => {
  const [{ id }] = (await directory.get("/Groups?count=1")).body.Resources;
  const rowsOf = async (query: string) => {
    let memberCount = 0;
    const works = await measureWorkOf(async () => {
      const { body } = await directory.get(`/Groups/${id}${query}`);
      memberCount = body.members?.length ?? 0;
    });
    return { shown: memberCount, isMuch: works.some(({ rows }) => rows >= counts.people) };
  };
  expect(await rowsOf("")).toEqual({ shown: counts.people, isMuch: true });
  expect(await rowsOf("?excludedAttributes=members")).toEqual({ shown: 0, isMuch: false });
  expect(await rowsOf("?attributes=displayName")).toEqual({ shown: 0, isMuch: false });
});
