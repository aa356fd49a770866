import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { type DirectoryClient, withDirectory } from "./directory";

/** SCIM has three fields for a user's name, and a directory may change only some of them. */
const server = testServer();
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const name = { givenName: "Nadia", familyName: "Noor" };

const cases: [said: string, more: object, then: string][] = [
  ["unchanged", { displayName: "Nadia Noor", name: { ...name, formatted: "Nadia Noor" } }, "Nadia Noor"],
  ["another display name", { displayName: "N. Noor", name: { ...name, formatted: "Nadia Noor" } }, "N. Noor"],
  ["another formatted name", { displayName: "Nadia Noor", name: { ...name, formatted: "Dr. Noor" } }, "Dr. Noor"],
  ["only a formatted name", { name: { ...name, formatted: "Dr. Noor" } }, "Dr. Noor"],
  ["two different names", { displayName: "N. Noor", name: { ...name, formatted: "Dr. Noor" } }, "N. Noor"],
  ["another name part", { displayName: "Nadia Noor", name: { ...name, familyName: "Hale" } }, "Nadia Hale"],
  ["only name parts", { name }, "Nadia Noor"],
  ["a name of spaces only", { displayName: "  ", name: { ...name, formatted: " \t" } }, "Nadia Noor"],
];

test.each(cases)("the full name is correct when the directory sends %s", async (_, nameAttributes, then) => {
  const who = { userName: `nadia@${world.host}`, active: true };
  const createAnswer = await directory.create({ ...who, name });
  expect([createAnswer.status, createAnswer.body.displayName]).toEqual([201, "Nadia Noor"]);
  const replaceAnswer = await directory.call("PUT", `/Users/${createAnswer.body.id}`, {
    schemas: createAnswer.body.schemas,
    ...who,
    ...nameAttributes,
  });
  expect([replaceAnswer.status, replaceAnswer.body.displayName]).toEqual([200, then]);
  const storedUsers = await server.owner.query("SELECT fullname FROM app_user WHERE id = $1", [createAnswer.body.id]);
  expect(storedUsers).toEqual([{ fullname: then }]);
});
