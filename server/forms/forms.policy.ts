import type { FormStepKind } from "../../shared/forms/forms.workflow";
import { formLife } from "../../shared/forms/forms.workflow";
import type { Audience } from "../../shared/forms/forms.definition";
import type { FamilyRules } from "../approvals/approvals.service";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { findFormRequest, type FormRequestRow, type FormRow, hrRoleOfForms } from "./forms.sql";

/** Who makes forms sees all of them, and everything that was sent with them. */
export const makesForms = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("vas-template-edit");

/** What the engine of approvals must know of forms. HR has statuses of its own, as with leave. */
export async function formRules(tx: Tx): Promise<FamilyRules> {
  const hr = await tx.one<{ id: number }>(hrRoleOfForms);
  const kindOf: FamilyRules["kindOf"] = ({ approver, role_id }): FormStepKind =>
    approver === "manager" ? "manager" : role_id != null && role_id === hr?.id ? "hr" : "other";
  const title: FamilyRules["title"] = async (unit, id) =>
    (await unit.one<FormRequestRow>(findFormRequest, [id]))?.definition.title ?? "";
  return { family: "form", workflow: formLife, kindOf, title };
}

interface Person {
  roleId: number;
  departmentId: number | null;
}

export function isAmong({ everyone, role_ids, department_ids }: Audience, { roleId, departmentId }: Person): boolean {
  if (everyone || role_ids.includes(roleId)) return true;
  return departmentId !== null && department_ids.includes(departmentId);
}

/** Whether a form is offered to someone at the moment. */
export function mayUse(form: Pick<FormRow, "active" | "definition">, person: Person): boolean {
  return form.active && form.definition !== null && isAmong(form.definition.audience, person);
}
