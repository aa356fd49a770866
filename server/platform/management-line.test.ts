import { listScopeOf } from "./management-line";

test("a reader who may not see all records gets those of the team instead", () => {
  expect(listScopeOf("all", false)).toBe("team");
  expect(listScopeOf("all", true)).toBe("all");
});

test("a list without a scope contains the reader's own records", () => {
  for (const scope of ["", undefined] as const) expect(listScopeOf(scope, true)).toBe("mine");
});

test("other scopes don't depend on whether the reader may see all records", () => {
  for (const scope of ["mine", "team"] as const) {
    expect(listScopeOf(scope, false)).toBe(scope);
    expect(listScopeOf(scope, true)).toBe(scope);
  }
});
