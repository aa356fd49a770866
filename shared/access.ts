import * as listed from "./access.list";
import type {
  AccessDefinition,
  AccessRegister,
  Permission,
  PermissionArea,
  PlanFeature,
  SeededRole,
} from "./kernel/access";
import { projectPermissions } from "./kernel/permissions";
import type { Scope } from "./kernel/scopes";
import { accessOfFamily } from "./approvals/approvals/define-family";
import { requestFamilyDefinitions } from "./approvals/approvals/families";

/** Does not compile while a feature with permissions is missing from `access.list.ts`. */
const ownAccess: Omit<AccessRegister, `family.${string}`> = listed;

const definitions: readonly AccessDefinition<PermissionArea, string, PlanFeature>[] = [
  ...Object.values(ownAccess),
  ...Object.values(requestFamilyDefinitions).map(accessOfFamily),
];
const codesOf = (of: readonly AccessDefinition[]) =>
  of.flatMap(({ permissions: codes }) => Object.keys(codes) as Permission[]).sort();

export const permissions: readonly Permission[] = codesOf(definitions);

/** All areas, in the order of the role and token editors. */
const areas: Record<PermissionArea, true> = {
  projects: true,
  time: true,
  leave: true,
  finance: true,
  forms: true,
  approvals: true,
  bookings: true,
  people: true,
  organization: true,
  clients: true,
  news: true,
  analytics: true,
  administration: true,
};
export const permissionAreas = Object.keys(areas) as readonly PermissionArea[];

export const permissionsByArea: readonly { area: PermissionArea; codes: readonly Permission[] }[] = permissionAreas.map(
  (area) => ({ area, codes: codesOf(definitions.filter((each) => each.area === area)) }),
);

/** All features that a plan can include, in the order in which plans list them. */
const ofPlans: Record<PlanFeature, true> = {
  news: true,
  leave_management: true,
  payment: true,
  vas_approval_form: true,
  analytics: true,
};
export const planFeatures = Object.keys(ofPlans) as readonly PlanFeature[];

/** Returns the permissions of a seeded role. Except for external users, they include those of employees. */
export function permissionsOfSeededRole(role: SeededRole): readonly Permission[] {
  const roles: readonly SeededRole[] = role === "external" ? [role] : ["employee", role];
  const heldCodes = definitions.flatMap(({ permissions: codes }) =>
    Object.entries(codes).flatMap(([code, having]) => (roles.some((each) => having.includes(each)) ? code : [])),
  );
  return permissions.filter((code) => heldCodes.includes(code));
}

/**
 * The only tenant-wide permissions that external users can have, regardless of their role. They apply to projects that the user is a member
 * of.
 */
export const externalPermissions: readonly Permission[] = permissionsOfSeededRole("external");

export const scopes: readonly Scope[] = [...new Set<Scope>([...permissions, ...projectPermissions])];
