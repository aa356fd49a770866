import type { Department } from "../../shared/departments/departments.contract";
import type { Actor } from "../platform/session";

export type DepartmentRow = Omit<Department, "can">;

export const presentDepartment = (row: DepartmentRow, actor: Pick<Actor, "permissions">): Department => ({
  id: row.id,
  name: row.name,
  code: row.code,
  parent_id: row.parent_id,
  head: row.head,
  employee_count: row.employee_count,
  version: row.version,
  can: { edit: actor.permissions.has("department-edit"), delete: actor.permissions.has("department-delete") },
});
