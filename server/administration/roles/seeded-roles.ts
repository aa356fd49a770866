import { externalPermissions, permissions, permissionsOfSeededRole } from "../../../shared/access";
import type { Permission } from "../../../shared/kernel/access";
import type { Tx } from "../../platform/database/unit-of-work";
import { RoleEntity } from "./role.entity";

export const roleCodes = ["administrator", "hr", "manager", "finance", "employee", "external"] as const;
export type RoleCode = (typeof roleCodes)[number];

export const seededRoles: Record<RoleCode, { name: string; permissions: readonly Permission[] }> = {
  administrator: { name: "Administrator", permissions },
  hr: { name: "HR", permissions: permissionsOfSeededRole("hr") },
  manager: { name: "Manager", permissions: permissionsOfSeededRole("manager") },
  finance: { name: "Finance", permissions: permissionsOfSeededRole("finance") },
  employee: { name: "Employee", permissions: permissionsOfSeededRole("employee") },
  external: { name: "External", permissions: externalPermissions },
};

export async function seedRoles(tx: Tx): Promise<Record<RoleCode, number>> {
  const rows = roleCodes.map((code) => ({
    code,
    name: seededRoles[code].name,
    permissions: [...seededRoles[code].permissions],
  }));
  await tx.repo(RoleEntity).insertMany(rows);
  const roles = await tx.repo(RoleEntity).find();
  return Object.fromEntries(roles.map(({ code, id }) => [code, id])) as Record<RoleCode, number>;
}
