import { array, type InferType, object, string } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import type { Permission } from "../kernel/permissions";
import { personReply } from "../people/people.contract";
import { dryRunSchema } from "./approval-rules.schema";
import { type RequestFamily, roleRefReply } from "./approvals.contract";

/** Who makes the rules of a family: one of these is enough. */
export const ruleMakers: Record<RequestFamily, readonly Permission[]> = {
  leave: ["approval-rule-edit", "leave-type-edit"],
  finance: ["approval-rule-edit", "payment-settings"],
  form: ["approval-rule-edit", "vas-template-edit"],
};
export const anyRuleMaker: readonly Permission[] = [...new Set(Object.values(ruleMakers).flat())];

export const plannedStepReply = object({
  by: string().oneOf(["manager", "role", "user"]).required(),
  route: string().oneOf(["rule", "upward", "away", "administrators"]).required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  /** Who was meant, where somebody else would be asked. */
  instead_of: personReply.nullable().defined(),
  /** Who decides in the approver's name today. */
  delegatee: personReply.nullable().defined(),
});
export type PlannedStep = InferType<typeof plannedStepReply>;

export const dryRun = endpoint({
  method: "POST",
  path: "/approvals/dry-run",
  summary: "Where a request would go if it were sent now. Nothing is kept.",
  permission: ["leave-request-create", "payment-create", "vas-request-create", ...anyRuleMaker],
  body: dryRunSchema,
  reply: dataReply(
    object({
      /** The rule that fits; null where the manager is asked without one. */
      rule: reply.textOrNull(),
      steps: array(plannedStepReply).required(),
    }),
  ),
  problems: ["feature_not_in_plan"],
  example: { body: { family: "leave", type: "1" } },
});
