import type { Permission } from "../../../shared/kernel/access";
import { permissionAreas } from "../../../shared/access";
import type { Role } from "../../../shared/administration/roles/roles.contract";
import {
  toggleArea,
  parseAreas,
  roleChangesOf,
  countRoleChanges,
  differsFromDefault,
  willHavePermission,
  noPendingRoleChanges,
  visibleAreas,
  withPermissionChange,
} from "./role-changes";

const role = (id: number, permissions: Permission[], overrides: Partial<Role> = {}): Role => ({
  id,
  name: `Role ${id}`,
  code: null,
  permissions,
  seeded: null,
  user_count: 0,
  people: [],
  version: 1,
  can: { edit: true, delete: true, assign: true, view_as: false },
  ...overrides,
});

test("toggling a permission twice is no change", () => {
  const clerk = role(1, ["client-list"]);
  const once = withPermissionChange(noPendingRoleChanges, clerk, "client-edit", true);
  expect(roleChangesOf([clerk], once)).toEqual([{ role_id: 1, add: ["client-edit"], remove: [] }]);
  expect(willHavePermission(clerk, "client-edit", once)).toBe(true);
  expect(roleChangesOf([clerk], withPermissionChange(once, clerk, "client-edit", false))).toEqual([]);
  const both = withPermissionChange(once, clerk, "client-list", false);
  expect(countRoleChanges(roleChangesOf([clerk], both))).toBe(2);
});

test("changes that other users already saved and deleted roles aren't sent", () => {
  const clerk = role(1, []);
  const pending = withPermissionChange(
    withPermissionChange(noPendingRoleChanges, clerk, "client-edit", true),
    role(2, []),
    "client-list",
    true,
  );
  expect(roleChangesOf([role(1, ["client-edit"])], pending)).toEqual([]);
});

test("permissions are found by text and code, and by changes from the role's default", () => {
  const hr = role(1, ["client-list"], { code: "hr", seeded: ["client-list", "client-edit"] });
  const found = (text: string, changedOnly = false) =>
    visibleAreas([hr], noPendingRoleChanges, {
      text,
      areas: [],
      changedOnly,
      wordsOf: (code) => `Words of ${code}`,
    }).flatMap(({ codes }) => codes);
  expect(found("client-l")).toEqual(["client-list"]);
  expect(found("words of role-e")).toEqual(["role-edit"]);
  expect(found("", true)).toEqual(["client-edit"]);
  expect(differsFromDefault(role(2, []), "client-edit", noPendingRoleChanges)).toBe(false);
});

test("areas are toggled in the URL, none and all are equivalent", () => {
  const visible = (address: string | null) =>
    visibleAreas([], noPendingRoleChanges, {
      text: "",
      areas: parseAreas(address),
      changedOnly: false,
      wordsOf: String,
    }).map(({ area }) => area);
  expect(visible("leave,projects,unknown")).toEqual(["projects", "leave"]);
  expect(visible(null)).toEqual(permissionAreas);
  expect(toggleArea([], "leave")).toBe("leave");
  expect(toggleArea(["leave"], "projects")).toBe("projects,leave");
  expect(toggleArea(["projects", "leave"], "projects")).toBe("leave");
  expect(toggleArea(["leave"], "leave")).toBeNull();
  expect(toggleArea(permissionAreas.slice(1), permissionAreas[0] ?? "")).toBeNull();
});
