import type { Permission } from "../../../shared/kernel/access";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import {
  effectiveRole,
  hasProjectPermission,
  mayInProject,
  permissionsInProject,
  canSeeAllProjects,
} from "./projects.policy";

const person = (external: boolean, ...permissions: Permission[]) => ({
  id: 1,
  external,
  permissions: new Set(permissions),
});

const employee = person(false, "project-list");
const manager = person(false, "project-create", "project-edit");
const janitor = person(false, "project-delete");
const administrator = person(false, "project-all", "project-edit", "project-delete");
const outsider = person(true, "project-list");
const outsideAdministrator = person(true, "project-all", "project-edit", "project-delete");

const columns = [
  "task-create",
  "task-move",
  "comment-create",
  "status-edit",
  "tag-edit",
  "member-edit",
  "project-edit",
  "project-delete",
] as const;
const row = (viewer: ReturnType<typeof person>, role: ProjectRole | null) => {
  const permissions = permissionsInProject(viewer, role);
  return columns.map((permission) => (permissions.includes(permission) ? "x" : "·")).join("");
};

test.each([
  ["owner", employee, "owner", "xxxxxxxx"],
  ["member", employee, "member", "xxx·x···"],
  ["viewer", employee, "viewer", "········"],
  ["not a member", employee, null, "········"],
  ["manager, owner", manager, "owner", "xxxxxxxx"],
  ["manager, member", manager, "member", "xxxxxxx·"],
  ["manager, viewer", manager, "viewer", "········"],
  ["manager, not a member", manager, null, "········"],
  ["may delete, viewer", janitor, "viewer", "·······x"],
  ["administrator, not a member", administrator, null, "xxxxxxxx"],
  ["administrator, viewer", administrator, "viewer", "xxxxxxxx"],
  ["external, member", outsider, "member", "xxx·x···"],
  ["external, not a member", outsider, null, "········"],
  ["external administrator, not a member", outsideAdministrator, null, "········"],
] as const)("has the expected permissions for %s", (_, viewer, role, expected) => {
  expect(row(viewer, role)).toBe(expected);
});

test("in an archived project the owner still holds project-edit but can't use it", () => {
  const archived = { role: "owner" as const, archived: true };
  expect(hasProjectPermission(employee, "project-edit", archived)).toBe(true);
  expect(mayInProject(employee, "project-edit", archived)).toBe(false);
  expect(mayInProject(employee, "project-edit", { ...archived, archived: false })).toBe(true);
});

test("external users never see all projects", () => {
  expect([administrator, outsideAdministrator, manager].map(canSeeAllProjects)).toEqual([true, false, false]);
  expect(effectiveRole(administrator, null)).toBe("owner");
  expect(effectiveRole(outsideAdministrator, "viewer")).toBe("viewer");
});
