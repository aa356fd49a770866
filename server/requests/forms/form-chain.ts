import type { Approver } from "../../../shared/approvals/approvals/approvals.chain.rules";
import { areConditionsMet, type FileCounts } from "../../../shared/requests/forms/forms.conditions.rules";
import type { FormAnswers, FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { type PlannedStep, planChain, planSteps } from "../../approvals/approvals/approvals.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Requester } from "./forms.sql";

export function formStepsFor(definition: FormDefinition, answers: FormAnswers, files: FileCounts): Approver[] {
  return definition.steps
    .filter(({ only_if }) => areConditionsMet(definition, only_if, answers, files))
    .map((step): Approver => {
      if (step.by === "role") return { by: step.by, role_id: step.role_id };
      return step.by === "user" ? { by: step.by, user_id: step.user_id } : { by: step.by };
    });
}

/** Plans the approval chain: the form's own steps, otherwise the tenant's rules for forms. */
export async function planFormChain(
  tx: Tx,
  form: { id: number; definition: FormDefinition },
  requester: Requester,
  answers: FormAnswers,
  files: FileCounts = {},
): Promise<PlannedStep[]> {
  const subject = {
    requester_id: requester.id,
    department_id: requester.departmentId,
    type: String(form.id),
    amount: null,
  };
  const steps = formStepsFor(form.definition, answers, files);
  if (steps.length === 0) return planChain(tx, "form", subject);
  // The form itself is shown as the rule, because no rule of the tenant applied.
  const rule = { id: 0, name: form.definition.title, when: {}, steps };
  return planSteps(tx, "form", subject, rule, (chain) => chain.map((step) => ({ ...step, rule_id: null })));
}
