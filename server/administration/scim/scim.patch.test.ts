import { type PatchedGroup, patchGroup, normalizeOperations } from "./scim.patch";

const patched = (...operations: object[]): PatchedGroup => {
  const group = { displayName: "Crew", externalId: "ext-1", members: new Set(["1", "2"]) };
  patchGroup(group, operations);
  return group;
};

test.each<[string, object, Partial<PatchedGroup>]>([
  ["the group's name", { op: "replace", path: "displayName", value: "Night" }, { displayName: "Night" }],
  ["its external id", { op: "Replace", path: "externalId", value: "ext-2" }, { externalId: "ext-2" }],
  ["removal of the external id", { op: "remove", path: "externalId", value: "ext-1" }, { externalId: null }],
  ["an invalid external id", { op: "add", path: "externalid", value: 7 }, { externalId: null }],
  ["removal of a member", { op: "remove", path: 'members[value eq "2"]' }, { members: new Set(["1"]) }],
  [
    "several changes without a path",
    { op: "add", value: { id: "9", displayName: "Day", externalId: "ext-3" } },
    { displayName: "Day", externalId: "ext-3" },
  ],
])("a group PATCH handles %s", (_, operation, change) => {
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
])("rejects the group PATCH %j", (operation) => {
  expect(() => patched(operation)).toThrow(expect.objectContaining({ status: 400 }));
});

test.each([
  { op: "replace", path: "members" },
  { op: "Add", path: "members" },
  { op: "replace", path: "externalId" },
  { op: "replace" },
])("rejects the PATCH %j without a value", (operation) => {
  const invalid = expect.objectContaining({ status: 400, scimType: "invalidValue" });
  expect(() => patched(operation)).toThrow(invalid);
  expect(() => normalizeOperations([operation], {})).toThrow(invalid);
});

test.each([
  ["replacing them with none", { op: "replace", path: "members", value: [] }],
  ["removing all", { op: "remove", path: "members" }],
])("a group PATCH empties the members by %s", (_, operation) => {
  expect(patched(operation).members.size).toBe(0);
});

describe("limits of a user PATCH", () => {
  const emails = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `a${n}@acme.test` }));
  const add = (count: number) => ({ op: "add", path: "emails", value: emails(count) });
  const rename = { op: "replace", path: "displayName", value: "Ada" };
  const path = (...types: string[]) => `emails[${types.map((type) => `type eq "${type}"`).join(" or ")}].value`;
  const refused = (...operations: object[]) => {
    try {
      normalizeOperations(operations, {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each<[string, object[], string | null]>([
    ["one hundred operations", Array.from({ length: 100 }, () => rename), null],
    ["one hundred and one operations", Array.from({ length: 101 }, () => rename), "Too many operations"],
    ["forty addresses", [add(40)], null],
    ["too many values over several operations", [add(21), add(20)], "Too many values"],
    ["too many values in a nested list", [{ op: "add", path: "emails", value: [emails(40)] }], "Too many values"],
    [
      "more attributes than exist",
      [{ op: "add", value: Object.fromEntries(emails(2_000).entries()) }],
      "Too many values",
    ],
    ["a path of four comparisons", [{ op: "replace", path: path("a", "b", "c", "d"), value: "x" }], null],
    ["a path of five", [{ op: "remove", path: path("a", "b", "c", "d", "e") }], "The path compares too much"],
  ])("applies the limits of a user PATCH to %s", (_, operations, message) => {
    expect(refused(...operations)).toBe(message);
  });
});
