import { type FamilyArea, families, permissionsOf, requestFamilies } from "../requests/families";
import { type Permission, permissions } from "./permissions";

/** Permissions by the part of the product that they open. An area is named by the first words of its codes. */
const areaPrefixes = {
  projects: ["project"],
  time: ["time-tracking"],
  approvals: ["approval-rule"],
  bookings: ["reservation", "room", "building", "car", "driver"],
  people: ["employee", "user"],
  organization: ["department", "position", "group", "organization-chart"],
  clients: ["client"],
  news: ["news"],
  analytics: ["analytics"],
  administration: ["role", "tenant", "audit", "subscription"],
} as const;

type OwnArea = keyof typeof areaPrefixes;
export type PermissionArea = OwnArea | FamilyArea;

const ownAreas = Object.keys(areaPrefixes) as OwnArea[];
const isOwnArea = (area: PermissionArea): area is OwnArea => area in areaPrefixes;
/** Families say theirs, and stand behind what everybody works with; one may stand in an area that there is. */
export const permissionAreas: readonly PermissionArea[] = [
  ...ownAreas.slice(0, 2),
  ...requestFamilies.map((family) => families[family].area).filter((area) => !isOwnArea(area)),
  ...ownAreas.slice(2),
];

/** @throws when a permission belongs to no area: the test goes through all of them. */
export function areaOf(code: Permission): PermissionArea {
  const family = requestFamilies.find((each) => permissionsOf(each).some((own) => own === code));
  if (family) return families[family].area;
  const area = ownAreas.find((name) => areaPrefixes[name].some((prefix) => code.startsWith(`${prefix}-`)));
  if (!area) throw new Error(`${code} belongs to no area`);
  return area;
}

/** All areas with their permissions, in the order in which screens show them. */
export const permissionsByArea: readonly { area: PermissionArea; codes: readonly Permission[] }[] = permissionAreas.map(
  (area) => ({ area, codes: permissions.filter((code) => areaOf(code) === area) }),
);
