import type { Approver } from "../../shared/approvals/approvals.chain.rules";
import { conditionsHold, type FileCounts } from "../../shared/forms/forms.conditions.rules";
import type { Answers, FormDefinition } from "../../shared/forms/forms.definition";
import { type PlannedStep, planChain, planSteps } from "../approvals/approvals.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Requester } from "./forms.sql";

/** The steps of a form that these answers call for. */
export function stepsFor(definition: FormDefinition, answers: Answers, files: FileCounts): Approver[] {
  return definition.steps
    .filter(({ only_if }) => conditionsHold(definition, only_if, answers, files))
    .map((step): Approver => {
      if (step.by === "role") return { by: step.by, role_id: step.role_id };
      return step.by === "user" ? { by: step.by, user_id: step.user_id } : { by: step.by };
    });
}

/** Who is asked, in order: those whom the form names, else as the tenant's rules for forms say. */
export async function chainOfForm(
  tx: Tx,
  form: { id: number; definition: FormDefinition },
  requester: Requester,
  answers: Answers,
  files: FileCounts = {},
): Promise<PlannedStep[]> {
  const subject = {
    requester_id: requester.id,
    department_id: requester.departmentId,
    type: String(form.id),
    amount: null,
  };
  const steps = stepsFor(form.definition, answers, files);
  if (steps.length === 0) return planChain(tx, "form", subject);
  // No rule of the tenant's: the form is named as what brought it there.
  const rule = { id: 0, name: form.definition.title, when: {}, steps };
  return planSteps(tx, "form", subject, rule, (chain) => chain.map((step) => ({ ...step, rule_id: null })));
}
