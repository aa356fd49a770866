import { projectRoles } from "../kernel/permissions";
import { contractTypes } from "../people/people.fields";

/** What the audit list tells of; the rule of `audit_change.kind` says the same, and a test compares the two. */
export const auditKinds = [
  "person_added",
  "person_removed",
  "role",
  "active",
  "external",
  "email",
  "name",
  "manager",
  "dotted_line",
  "department",
  "position",
  "contract_type",
  "joined_on",
  "last_day",
  "salary",
  "private_details",
  "role_added",
  "role_renamed",
  "role_permissions",
  "role_removed",
  "project_role",
  "group_member",
  "delegation",
  "department_head",
  "view_begun",
  "view_ended",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Kinds whose values are words of ours, and not what somebody has typed. */
const values = {
  active: ["true", "false"],
  external: ["true", "false"],
  contract_type: contractTypes,
  project_role: projectRoles,
} as const satisfies Partial<Record<AuditKind, readonly string[]>>;
type Valued = keyof typeof values;
type ValueText = { [Kind in Valued]: `audit.value.${Kind}.${(typeof values)[Kind][number]}` }[Valued];

/** The text of a value; null for names and amounts, which are kept in the words of their moment. */
export function auditValueText(kind: AuditKind, value: string): ValueText | null {
  const known: readonly string[] = kind in values ? values[kind as Valued] : [];
  return known.includes(value) ? (`audit.value.${kind}.${value}` as ValueText) : null;
}
