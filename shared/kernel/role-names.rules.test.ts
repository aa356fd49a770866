import { roleNameIn, roleNameOfId } from "./role-names.rules";

test("roleNameIn translates seeded roles and keeps renamed roles unchanged", () => {
  const text = (id: string) => `<${id}>`;
  expect(["HR", "Finance", "Night shift", "toString"].map((name) => roleNameIn(text, name))).toEqual([
    "<role.hr>",
    "<role.finance>",
    "Night shift",
    "toString",
  ]);
});

test("roleNameOfId translates the text ids of seeded roles only", () => {
  const text = (id: string) => `<${id}>`;
  expect(["role.hr", "role.night", "HR"].map((name) => roleNameOfId(text, name))).toEqual([
    "<role.hr>",
    "role.night",
    "HR",
  ]);
});
