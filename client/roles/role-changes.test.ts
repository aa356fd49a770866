import { permissionAreas } from "../../shared/kernel/permission-areas";
import type { Permission } from "../../shared/kernel/permissions";
import type { Role } from "../../shared/roles/roles.contract";
import {
  areasAfter,
  areasIn,
  changesOf,
  countOf,
  differs,
  holdsThen,
  nothingPending,
  shownAreas,
  withChange,
} from "./role-changes";

const role = (id: number, permissions: Permission[], more: Partial<Role> = {}): Role => ({
  id,
  name: `Role ${id}`,
  code: null,
  permissions,
  seeded: null,
  user_count: 0,
  people: [],
  version: 1,
  can: { edit: true, delete: true, assign: true, view_as: false },
  ...more,
});

test("what is ticked and unticked again is no change", () => {
  const clerk = role(1, ["client-list"]);
  const once = withChange(nothingPending, clerk, "client-edit", true);
  expect(changesOf([clerk], once)).toEqual([{ role_id: 1, add: ["client-edit"], remove: [] }]);
  expect(holdsThen(clerk, "client-edit", once)).toBe(true);
  expect(changesOf([clerk], withChange(once, clerk, "client-edit", false))).toEqual([]);
  const both = withChange(once, clerk, "client-list", false);
  expect(countOf(changesOf([clerk], both))).toBe(2);
});

test("what others have saved meanwhile, and a role that is gone, isn't sent", () => {
  const clerk = role(1, []);
  const pending = withChange(withChange(nothingPending, clerk, "client-edit", true), role(2, []), "client-list", true);
  expect(changesOf([role(1, ["client-edit"])], pending)).toEqual([]);
});

test("permissions are found by words and code, and where a role differs from how it began", () => {
  const hr = role(1, ["client-list"], { code: "hr", seeded: ["client-list", "client-edit"] });
  const found = (text: string, changedOnly = false) =>
    shownAreas([hr], nothingPending, { text, areas: [], changedOnly, wordsOf: (code) => `Words of ${code}` }).flatMap(
      ({ codes }) => codes,
    );
  expect(found("client-l")).toEqual(["client-list"]);
  expect(found("words of role-e")).toEqual(["role-edit"]);
  expect(found("", true)).toEqual(["client-edit"]);
  expect(differs(role(2, []), "client-edit", nothingPending)).toBe(false);
});

test("areas are chosen one by one and stand in the address; none and all are the same", () => {
  const shown = (address: string | null) =>
    shownAreas([], nothingPending, { text: "", areas: areasIn(address), changedOnly: false, wordsOf: String }).map(
      ({ area }) => area,
    );
  expect(shown("leave,projects,unknown")).toEqual(["projects", "leave"]);
  expect(shown(null)).toEqual(permissionAreas);
  expect(areasAfter([], "leave")).toBe("leave");
  expect(areasAfter(["leave"], "projects")).toBe("projects,leave");
  expect(areasAfter(["projects", "leave"], "projects")).toBe("leave");
  expect(areasAfter(["leave"], "leave")).toBeNull();
  expect(areasAfter(permissionAreas.slice(1), permissionAreas[0] ?? "")).toBeNull();
});
