import { type PatchedGroup, patchGroup, plainOperations } from "./scim.patch";

const patched = (...operations: object[]): PatchedGroup => {
  const group = { displayName: "Crew", externalId: "ext-1", members: new Set(["1", "2"]) };
  patchGroup(group, operations);
  return group;
};

test.each<[string, object, Partial<PatchedGroup>]>([
  ["its name", { op: "replace", path: "displayName", value: "Night" }, { displayName: "Night" }],
  ["what the directory calls it", { op: "Replace", path: "externalId", value: "ext-2" }, { externalId: "ext-2" }],
  ["that it has a name there no more", { op: "remove", path: "externalId", value: "ext-1" }, { externalId: null }],
  ["a name there that is none", { op: "add", path: "externalid", value: 7 }, { externalId: null }],
  ["one who goes", { op: "remove", path: 'members[value eq "2"]' }, { members: new Set(["1"]) }],
  [
    "several at once, without a path",
    { op: "add", value: { id: "9", displayName: "Day", externalId: "ext-3" } },
    { displayName: "Day", externalId: "ext-3" },
  ],
])("a group takes %s", (_, operation, change) => {
  expect(patched(operation)).toEqual({
    displayName: "Crew",
    externalId: "ext-1",
    members: new Set(["1", "2"]),
    ...change,
  });
});

test.each([
  { op: "remove", path: "displayName" },
  { op: "replace", path: "displayName", value: 7 },
  { op: "add", path: 'members[value eq "2"]', value: "x" },
  { op: "replace", path: "owner", value: "1" },
  { op: "rename", path: "displayName", value: "x" },
  { op: "remove" },
  { op: "add", value: "x" },
])("and refuses what it hasn't: %j", (operation) => {
  expect(() => patched(operation)).toThrow(expect.objectContaining({ status: 400 }));
});

describe("what a person's steps may hold: each has the library read all lists again", () => {
  const emails = (many: number) => Array.from({ length: many }, (_, n) => ({ value: `a${n}@acme.test` }));
  const add = (many: number) => ({ op: "add", path: "emails", value: emails(many) });
  const rename = { op: "replace", path: "displayName", value: "Ada" };
  const path = (...types: string[]) => `emails[${types.map((type) => `type eq "${type}"`).join(" or ")}].value`;
  const refused = (...operations: object[]) => {
    try {
      plainOperations(operations, {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each<[string, object[], string | null]>([
    ["a hundred steps", Array.from({ length: 100 }, () => rename), null],
    ["one more", Array.from({ length: 101 }, () => rename), "Too many operations"],
    ["forty addresses", [add(40)], null],
    ["more in several steps", [add(21), add(20)], "Too many values"],
    ["more in a list within a list", [{ op: "add", path: "emails", value: [emails(40)] }], "Too many values"],
    [
      "more names than there are",
      [{ op: "add", value: Object.fromEntries(emails(2_000).entries()) }],
      "Too many values",
    ],
    ["a path of four comparisons", [{ op: "replace", path: path("a", "b", "c", "d"), value: "x" }], null],
    ["a path of five", [{ op: "remove", path: path("a", "b", "c", "d", "e") }], "The path compares too much"],
  ])("%s", (_, operations, message) => {
    expect(refused(...operations)).toBe(message);
  });
});
