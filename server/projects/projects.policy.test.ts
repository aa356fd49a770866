import type { Permission, ProjectRole } from "../../shared/kernel/permissions";
import { effectiveRole, holds, may, permissionsIn, seesAllProjects } from "./projects.policy";

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
  const held = permissionsIn(viewer, role);
  return columns.map((permission) => (held.includes(permission) ? "x" : "·")).join("");
};

test.each([
  ["owner", employee, "owner", "xxxxxxxx"],
  ["member", employee, "member", "xxx·x···"],
  ["viewer", employee, "viewer", "········"],
  ["not in it", employee, null, "········"],
  ["manager, owner", manager, "owner", "xxxxxxxx"],
  ["manager, member", manager, "member", "xxxxxxx·"],
  ["manager, viewer", manager, "viewer", "········"],
  ["manager, not in it", manager, null, "········"],
  ["may delete, viewer", janitor, "viewer", "·······x"],
  ["administrator, not in it", administrator, null, "xxxxxxxx"],
  ["administrator, viewer", administrator, "viewer", "xxxxxxxx"],
  ["outsider, member", outsider, "member", "xxx·x···"],
  ["outsider, not in it", outsider, null, "········"],
  ["outside administrator, not in it", outsideAdministrator, null, "········"],
] as const)("%s", (_, viewer, role, expected) => {
  expect(row(viewer, role)).toBe(expected);
});

test("an archived project still says who may bring it back, and lets nobody change it", () => {
  const archived = { role: "owner" as const, archived: true };
  expect(holds(employee, "project-edit", archived)).toBe(true);
  expect(may(employee, "project-edit", archived)).toBe(false);
  expect(may(employee, "project-edit", { ...archived, archived: false })).toBe(true);
});

test("only people of the organisation ever see everything", () => {
  expect([administrator, outsideAdministrator, manager].map(seesAllProjects)).toEqual([true, false, false]);
  expect(effectiveRole(administrator, null)).toBe("owner");
  expect(effectiveRole(outsideAdministrator, "viewer")).toBe("viewer");
});
