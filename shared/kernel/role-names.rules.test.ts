import { roleNameIn } from "./role-names.rules";

test("roleNameIn translates seeded roles and keeps renamed roles unchanged", () => {
  const text = (id: string) => `<${id}>`;
  expect(["HR", "Finance", "Night shift", "toString"].map((name) => roleNameIn(text, name))).toEqual([
    "<role.hr>",
    "<role.finance>",
    "Night shift",
    "toString",
  ]);
});
