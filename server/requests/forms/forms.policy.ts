import type { FormStepKind } from "../../../shared/requests/forms/forms.workflow";
import { formLifecycle } from "../../../shared/requests/forms/forms.workflow";
import type { FormAudience } from "../../../shared/requests/forms/forms.definition";
import type { RequestFamilyRules } from "../../approvals/approvals/approvals.service";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { findFormRequest, type FormRequestRow, type FormRow, hrRoleOfForms } from "./forms.sql";

/** Users who edit forms see all forms and all sent requests. */
export const mayEditForms = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("vas-template-edit");

/** Rules of forms for the approval engine. As with leave, HR steps have their own statuses. */
export async function formRules(tx: Tx): Promise<RequestFamilyRules> {
  const hr = await tx.one<{ id: number }>(hrRoleOfForms);
  const kindOf: RequestFamilyRules["kindOf"] = ({ approver, role_id }): FormStepKind =>
    approver === "manager" ? "manager" : role_id != null && role_id === hr?.id ? "hr" : "other";
  const title: RequestFamilyRules["title"] = async (unit, id) =>
    (await unit.one<FormRequestRow>(findFormRequest, [id]))?.definition.title ?? "";
  return { family: "form", workflow: formLifecycle, kindOf, title };
}

interface Person {
  roleId: number;
  departmentId: number | null;
}

export function isInAudience(
  { everyone, role_ids, department_ids }: FormAudience,
  { roleId, departmentId }: Person,
): boolean {
  if (everyone || role_ids.includes(roleId)) return true;
  return departmentId !== null && department_ids.includes(departmentId);
}

export function mayUseForm(form: Pick<FormRow, "active" | "definition">, person: Person): boolean {
  return form.active && form.definition !== null && isInAudience(form.definition.audience, person);
}
