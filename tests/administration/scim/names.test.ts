import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { type DirectoryClient, enterpriseSchema, withDirectory } from "./directory";

/**
 * The SCIM parser uses names from requests as keys. Names like `__proto__` must not become properties of all objects in the process, which
 * serves all tenants.
 */
const server = testServer();
let world: World;
let directory: DirectoryClient;
let user: string;
beforeAll(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
  user = (await directory.create({ userName: "ada@names.test" })).body.id;
});

const names = Object.getOwnPropertyNames(Object.prototype);
const inherited = () => {
  const found: string[] = [];
  for (const name in {}) {
    found.push(name);
    Reflect.deleteProperty(Object.prototype, name);
  }
  return found;
};
afterEach(() => expect(inherited()).toEqual([]));

const shapes: readonly ((name: string) => string)[] = [
  (name) => `${name} pr`,
  (name) => `${name}.status eq 1`,
  (name) => `${name}.status.code pr`,
  (name) => `${name}[status eq 1]`,
  (name) => `name.${name}.status eq "1"`,
  (name) => `emails[${name}.status eq "1"]`,
  (name) => `not (${name}.status pr)`,
  (name) => `userName eq "a" and ${name}.status pr`,
  (name) => `${enterpriseSchema}.${name}.status pr`,
  (name) => `${name}.prototype.status eq 1`,
];

test.each(names)("a filter with the attribute %s gets invalidFilter", async (name) => {
  for (const kind of ["Users", "Groups"] as const)
    for (const shape of shapes) {
      const { body } = await directory.search(kind, shape(name));
      expect([shape(name), body.status, body.scimType]).toEqual([shape(name), "400", "invalidFilter"]);
    }
});

test.each(names)("%s in requested attributes is ignored", async (name) => {
  for (const list of ["attributes", "excludedAttributes"])
    for (const each of [name, `${name}.status`, `name.${name}.status`, `${enterpriseSchema}.${name}.status`])
      expect([each, (await directory.get(`/Users?${list}=userName,${each}`)).status]).toEqual([each, 200]);
});

test.each(names)("%s in a changed or new user affects no other object", async (name) => {
  for (const path of [name, `${name}.status`, `name.${name}.status`, `emails[${name}.status eq "1"].value`]) {
    const { status } = await directory.patch(`/Users/${user}`, { op: "add", path, value: "1" });
    expect([path, status]).toEqual([path, 400]);
  }
  for (const key of [name, `${name}.status`, `name.${name}.status`, `${enterpriseSchema}:${name}.status`]) {
    const value = Object.fromEntries([[key, "1"]]);
    const answers = [
      await directory.patch(`/Users/${user}`, { op: "add", value }),
      await directory.patch(`/Users/${user}`, { op: "add", path: "name", value }),
      await directory.create({ userName: "new@names.test", ...value }),
      await directory.createGroup({ displayName: "New", ...value }),
      await directory.call("PUT", `/Users/${user}`, { userName: "ada@names.test", name: value }),
    ];
    expect([key, ...answers.map(({ status }) => status)]).toEqual([key, 400, 400, 400, 400, 400]);
  }
});

test("names such as __proto__ are allowed as filter values", async () => {
  for (const name of names)
    expect((await directory.search("Users", `userName eq "${name}"`)).body).toMatchObject({ totalResults: 0 });
});

test.each(["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "1e9", "2026-13-01", "now"])(
  "a filter with the time %s gets invalidFilter",
  async (time) => {
    expect((await directory.search("Users", `meta.created gt "${time}"`)).body).toMatchObject({
      scimType: "invalidFilter",
    });
  },
);
