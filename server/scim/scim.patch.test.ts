import { type PatchedGroup, patchGroup } from "./scim.patch";

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
