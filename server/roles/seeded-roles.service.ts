import { externalPermissions, type Permission, permissions } from "../../shared/kernel/permissions";
import { families, permissionsOf } from "../../shared/requests/families";
import type { Tx } from "../platform/database/unit-of-work";
import { RoleEntity } from "./role.entity";

const requests = Object.values(families);
/** What their own people ask for, of any family; of some, managers alone decide. */
const decideRequests: readonly Permission[] = requests.flatMap(({ seededFor, permissions: { approve } }) =>
  seededFor === null ? [] : approve[0],
);
const managersDecide: readonly Permission[] = requests.map(({ permissions: { approve } }) => approve[0]);
/** Everything of the families that are this role's. */
const requestsOf = (role: RoleCode): Permission[] =>
  requests.flatMap(({ code, seededFor }) => (seededFor === role ? permissionsOf(code) : []));

/** What every employee may: see projects, the directory and bookings, and make requests of their own. */
const employee: readonly Permission[] = [
  ...requests.flatMap(({ permissions: { ask, list } }) => [ask, list]),
  "building-list",
  "building-view",
  "car-list",
  "department-list",
  "department-view",
  "employee-list",
  "news-view",
  "organization-chart-view",
  "project-list",
  "project-view",
  "room-list",
  "time-tracking-list",
  "user-list",
  "user-view",
];

const family = (...things: string[]): Permission[] =>
  permissions.filter((code) => things.includes(code.slice(0, code.lastIndexOf("-"))));

const hr: readonly Permission[] = [
  ...employee,
  ...decideRequests,
  ...requestsOf("hr"),
  ...family("user", "department", "position", "group", "client"),
  "analytics-department-list",
  "analytics-user-list",
  "news-create",
  "role-list",
];

const manager: readonly Permission[] = [
  ...employee,
  ...managersDecide,
  ...family("client"),
  "analytics-department-list",
  "analytics-project-list",
  "analytics-task-list",
  "analytics-user-list",
  "driver-list",
  "group-create",
  "group-edit",
  "group-list",
  "news-create",
  "position-list",
  "project-create",
  "project-edit",
  "time-tracking-all",
];

const finance: readonly Permission[] = [
  ...employee,
  ...decideRequests,
  ...requestsOf("finance"),
  "client-list",
  "analytics-department-list",
  "analytics-project-list",
  "subscription-list-request",
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
  const rows = roleCodes.map((code) => {
    const { name, permissions: held } = seededRoles[code];
    return { code, name, permissions: permissions.filter((permission) => held.includes(permission)) }; // sorted, none twice
  });
  await tx.repo(RoleEntity).insertMany(rows);
  const made = await tx.repo(RoleEntity).find();
  return Object.fromEntries(made.map(({ code, id }) => [code, id])) as Record<RoleCode, number>;
}
