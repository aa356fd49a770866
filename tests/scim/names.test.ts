import { testServer } from "../support/server";
import type { World } from "../support/world";
import { type DirectoryClient, enterprise, withDirectory } from "./directory";

/**
 * What the standard's parser reads it keeps under the names it reads. Names that every object has by itself come through wherever a
 * directory can write a name; none may become a property of all objects of the process, which serves other organisations as well.
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
  (name) => `${enterprise}.${name}.status pr`,
  (name) => `${name}.prototype.status eq 1`,
];

test.each(names)("%s names no attribute in a filter", async (name) => {
  for (const kind of ["Users", "Groups"] as const)
    for (const shape of shapes) {
      const { body } = await directory.search(kind, shape(name));
      expect([shape(name), body.status, body.scimType]).toEqual([shape(name), "400", "invalidFilter"]);
    }
});

test.each(names)("%s among wanted attributes is left out", async (name) => {
  for (const list of ["attributes", "excludedAttributes"])
    for (const each of [name, `${name}.status`, `name.${name}.status`, `${enterprise}.${name}.status`])
      expect([each, (await directory.get(`/Users?${list}=userName,${each}`)).status]).toEqual([each, 200]);
});

test.each(names)("%s in a change or a new person changes nobody but them", async (name) => {
  for (const path of [name, `${name}.status`, `name.${name}.status`, `emails[${name}.status eq "1"].value`]) {
    const { status } = await directory.patch(`/Users/${user}`, { op: "add", path, value: "1" });
    expect([path, status]).toEqual([path, 400]);
  }
  for (const key of [name, `${name}.status`, `name.${name}.status`, `${enterprise}:${name}.status`]) {
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

test("what is compared with may be called so", async () => {
  for (const name of names)
    expect((await directory.search("Users", `userName eq "${name}"`)).body).toMatchObject({ totalResults: 0 });
});

test.each(["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "1e9", "2026-13-01", "now"])(
  "%s is no time",
  async (time) => {
    expect((await directory.search("Users", `meta.created gt "${time}"`)).body).toMatchObject({
      scimType: "invalidFilter",
    });
  },
);
