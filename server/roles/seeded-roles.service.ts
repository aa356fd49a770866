import { externalPermissions, type Permission, permissions } from "../../shared/kernel/permissions";
import type { Tx } from "../platform/database/unit-of-work";
import { RoleEntity } from "./role.entity";

/** What every employee may: see projects, the directory and bookings, and make requests of their own. */
const employee: readonly Permission[] = [
  "building-list",
  "building-view",
  "car-list",
  "department-list",
  "department-view",
  "employee-list",
  "leave-request-create",
  "leave-request-list",
  "news-view",
  "organization-chart-view",
  "payment-create",
  "payment-list",
  "project-list",
  "project-view",
  "reservation-create",
  "reservation-list",
  "room-list",
  "time-tracking-list",
  "user-list",
  "user-view",
  "vas-request-create",
  "vas-request-list",
];

const family = (...things: string[]): Permission[] =>
  permissions.filter((code) => things.includes(code.slice(0, code.lastIndexOf("-"))));

const hr: readonly Permission[] = [
  ...employee,
  ...family("user", "department", "position", "group", "client"),
  "analytics-department-list",
  "analytics-user-list",
  "leave-balance-edit",
  "leave-request-approve",
  "leave-request-hr-approve",
  "leave-type-edit",
  "news-create",
  "payment-approve", // what their own people ask for
  "role-list",
  "vas-request-approve",
  "vas-template-edit",
];

const manager: readonly Permission[] = [
  ...employee,
  ...family("client"),
  "analytics-department-list",
  "analytics-project-list",
  "analytics-task-list",
  "analytics-user-list",
  "driver-list",
  "group-create",
  "group-edit",
  "group-list",
  "leave-request-approve",
  "news-create",
  "payment-approve",
  "position-list",
  "project-create",
  "project-edit",
  "reservation-approve",
  "time-tracking-all",
  "vas-request-approve",
];

const finance: readonly Permission[] = [
  ...employee,
  ...family("payment"),
  "client-list",
  "analytics-department-list",
  "analytics-project-list",
  "leave-request-approve", // of their own people
  "subscription-list-request",
  "vas-request-approve",
];

export const roleCodes = ["administrator", "hr", "manager", "finance", "employee", "external"] as const;
export type RoleCode = (typeof roleCodes)[number];

export const seededRoles: Record<RoleCode, { name: string; permissions: readonly Permission[] }> = {
  administrator: { name: "Administrator", permissions },
  hr: { name: "HR", permissions: hr },
  manager: { name: "Manager", permissions: manager },
  finance: { name: "Finance", permissions: finance },
  employee: { name: "Employee", permissions: employee },
  external: { name: "External", permissions: externalPermissions },
};

/** The six roles a tenant starts with. @returns their ids by code. */
export async function seedRoles(tx: Tx): Promise<Record<RoleCode, number>> {
  const ids = {} as Record<RoleCode, number>;
  for (const code of roleCodes) {
    const { name, permissions: held } = seededRoles[code];
    const list = permissions.filter((permission) => held.includes(permission)); // sorted, none twice
    ids[code] = (await tx.repo(RoleEntity).insert({ code, name, permissions: list })).id;
  }
  return ids;
}
