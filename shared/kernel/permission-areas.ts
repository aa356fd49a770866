import { type Permission, permissions } from "./permissions";

/** Permissions by the part of the product that they open. An area is named by the first words of its codes. */
const areaPrefixes = {
  projects: ["project"],
  time: ["time-tracking"],
  leave: ["leave"],
  finance: ["payment"],
  forms: ["vas"],
  approvals: ["approval-rule"],
  bookings: ["reservation", "room", "building", "car", "driver"],
  people: ["employee", "user"],
  organization: ["department", "position", "group", "organization-chart"],
  clients: ["client"],
  news: ["news"],
  analytics: ["analytics"],
  administration: ["role", "tenant", "audit", "subscription"],
} as const;

export type PermissionArea = keyof typeof areaPrefixes;
export const permissionAreas = Object.keys(areaPrefixes) as PermissionArea[];

/** @throws when a permission belongs to no area: the test goes through all of them. */
export function areaOf(code: Permission): PermissionArea {
  const area = permissionAreas.find((name) => areaPrefixes[name].some((prefix) => code.startsWith(`${prefix}-`)));
  if (!area) throw new Error(`${code} belongs to no area`);
  return area;
}

/** All areas with their permissions, in the order in which screens show them. */
export const permissionsByArea: readonly { area: PermissionArea; codes: readonly Permission[] }[] = permissionAreas.map(
  (area) => ({ area, codes: permissions.filter((code) => areaOf(code) === area) }),
);
