import { projectRoles } from "../../kernel/permissions";
import { contractTypes } from "../../people/people/people.fields";

/** Also listed in a check constraint of `audit_change.kind`; a test compares the two lists. */
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
  "bank_account",
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
  "schedule",
  "payroll_closed",
  "payroll_reopened",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Kinds whose values are translated enum values instead of user input. */
const values = {
  active: ["true", "false"],
  external: ["true", "false"],
  contract_type: contractTypes,
  project_role: projectRoles,
} as const satisfies Partial<Record<AuditKind, readonly string[]>>;
type Valued = keyof typeof values;
type ValueText = { [Kind in Valued]: `audit.value.${Kind}.${(typeof values)[Kind][number]}` }[Valued];

/** Text id of a value; null for names and amounts, which are stored as plain text at the time of the change. */
export function auditValueText(kind: AuditKind, value: string): ValueText | null {
  const valuesOfKind: readonly string[] = kind in values ? values[kind as Valued] : [];
  return valuesOfKind.includes(value) ? (`audit.value.${kind}.${value}` as ValueText) : null;
}
