import { testServer } from "../support/server";
import type { World } from "../support/world";
import { type DirectoryClient, withDirectory } from "./directory";

/** A directory says what somebody is called in three places, and need not have changed them all. */
const server = testServer();
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const name = { givenName: "Nadia", familyName: "Noor" };

/** What a directory says of Nadia Noor, and what she is called then. */
const cases: [said: string, more: object, then: string][] = [
  ["nothing new", { displayName: "Nadia Noor", name: { ...name, formatted: "Nadia Noor" } }, "Nadia Noor"],
  ["another whole name", { displayName: "N. Noor", name: { ...name, formatted: "Nadia Noor" } }, "N. Noor"],
  ["another written name", { displayName: "Nadia Noor", name: { ...name, formatted: "Dr. Noor" } }, "Dr. Noor"],
  ["a written name alone", { name: { ...name, formatted: "Dr. Noor" } }, "Dr. Noor"],
  ["two that differ", { displayName: "N. Noor", name: { ...name, formatted: "Dr. Noor" } }, "N. Noor"],
  ["another part", { displayName: "Nadia Noor", name: { ...name, familyName: "Hale" } }, "Nadia Hale"],
  ["its parts alone", { name }, "Nadia Noor"],
  ["a name of spaces", { displayName: "  ", name: { ...name, formatted: " \t" } }, "Nadia Noor"],
];

test.each(cases)("%s", async (_, said, then) => {
  const who = { userName: `nadia@${world.host}`, active: true };
  const made = await directory.create({ ...who, name });
  expect([made.status, made.body.displayName]).toEqual([201, "Nadia Noor"]);
  const put = await directory.call("PUT", `/Users/${made.body.id}`, { schemas: made.body.schemas, ...who, ...said });
  expect([put.status, put.body.displayName]).toEqual([200, then]);
  const kept = await server.owner.query("SELECT fullname FROM app_user WHERE id = $1", [made.body.id]);
  expect(kept).toEqual([{ fullname: then }]);
});
