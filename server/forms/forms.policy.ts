import type { FormStepKind } from "../../shared/forms/forms.workflow";
import { formLife } from "../../shared/forms/forms.workflow";
import type { Audience } from "../../shared/forms/forms.definition";
import { Problem } from "../../shared/kernel/problems";
import { isAsked } from "../approvals/approvals.policy";
import type { FamilyRules } from "../approvals/approvals.service";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { findFormRequest, type FormRequestRow, type FormRow, hrRoleOfForms, requestIsSeenBy } from "./forms.sql";

/** Who makes forms sees all of them, and everything that was sent with them. */
export const makesForms = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("vas-template-edit");

/** What the engine of approvals must know of forms. HR has statuses of its own, as with leave. */
export async function formFamily(tx: Tx): Promise<FamilyRules> {
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

/**
 * One's own; what one decides or decided, in one's own name or for someone; that of one's people; everything that was
 * sent for who makes forms. Drafts are their owner's alone.
 * @throws Problem 404, the same as for what doesn't exist.
 */
export async function authorizeSeeing(tx: Tx, actor: Actor, request: FormRequestRow): Promise<void> {
  if (request.requesterId === actor.id) return;
  if (request.status !== "draft" && makesForms(actor)) return;
  if (actor.external) throw new Problem("notFound");
  if (request.status !== "draft" && (await isAsked(tx, actor.id, request.id))) return;
  const { seen } = (await tx.one<{ seen: boolean }>(requestIsSeenBy, [request.id, actor.id])) as { seen: boolean };
  if (!seen || !actor.permissions.has("vas-request-list")) throw new Problem("notFound");
}
