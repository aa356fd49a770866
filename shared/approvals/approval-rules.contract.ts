import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idList, messageReply, pathId, reply } from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import { dryRunSchema, familyField, ruleSchema, waitingSchema, waitingUnits } from "./approval-rules.schema";
import { roleRefReply } from "./approvals.contract";
import { families, requestFamilies } from "../requests/families";
import { approverKinds, type ChainCondition } from "./approvals.chain.rules";
import { anyRuleMaker } from "./rule-makers.rules";

export const plannedStepReply = object({
  by: string()
    .oneOf([...approverKinds])
    .required(),
  route: string().oneOf(["rule", "upward", "away", "no_right", "administrators", "four_eyes", "alone"]).required(),
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
  permission: [...requestFamilies.map((family) => families[family].permissions.ask), ...anyRuleMaker],
  body: dryRunSchema,
  reply: dataReply(
    object({
      /** The rule that fits; null where the manager is asked without one. */
      rule: reply.textOrNull(),
      steps: array(plannedStepReply).required(),
      /** Nobody decides two of these steps, or pays what they approved. */
      four_eyes: boolean().required(),
    }),
  ),
  problems: ["feature_not_in_plan"],
  example: { body: { family: "leave", type: "1" } },
});

const named = object({ id: reply.id(), name: reply.text() });

export const ruleReply = object({
  id: reply.id(),
  family: string()
    .oneOf([...requestFamilies])
    .required(),
  name: reply.text(),
  condition: mixed<ChainCondition>().required(),
  steps: array(
    object({
      by: string()
        .oneOf([...approverKinds])
        .required(),
      role: roleRefReply.nullable().defined(),
      user: personReply.nullable().defined(),
    }),
  ).required(),
  version: reply.number(),
});
export type ApprovalRule = InferType<typeof ruleReply>;

const ruleById = object({ id: pathId("approvalRule") });
const ofFamily = object({ family: familyField().required("field.required") });

export const listRules = endpoint({
  method: "GET",
  path: "/approvals/rule",
  summary: "The rules of a family, in the order in which they are tried.",
  permission: anyRuleMaker,
  query: ofFamily,
  reply: dataReply(array(ruleReply).required()),
  problems: ["feature_not_in_plan"],
  example: { query: { family: "finance" } },
});

export const ruleOptions = endpoint({
  method: "GET",
  path: "/approvals/rule-options",
  summary: "What the rules of a family can name: types, departments, roles, people.",
  permission: anyRuleMaker,
  query: ofFamily,
  reply: dataReply(
    object({
      /** `name` null: known by its code. */
      types: array(
        object({ code: reply.text(), name: reply.textOrNull(), translations: nameTranslations() }),
      ).required(),
      departments: array(named).required(),
      roles: array(roleRefReply).required(),
      people: array(personReply).required(),
    }),
  ),
  problems: ["feature_not_in_plan"],
  example: { query: { family: "finance" } },
});

const ruleExample = { family: "finance", name: "From 1,000 on", from_amount: "1000", steps: [{ by: "manager" }] };

export const createRule = endpoint({
  method: "POST",
  path: "/approvals/rule",
  summary: "Adds a rule after the others of its family.",
  permission: anyRuleMaker,
  body: ruleSchema,
  reply: dataReply(ruleReply),
  status: 201,
  problems: ["feature_not_in_plan"],
  example: { body: ruleExample },
});

export const updateRule = endpoint({
  method: "PUT",
  path: "/approvals/rule/:id",
  summary: "Changes a rule. Requests that are under way keep their chain.",
  permission: anyRuleMaker,
  params: ruleById,
  body: ruleSchema,
  reply: dataReply(ruleReply),
  problems: ["feature_not_in_plan", "approvalRule.stale"],
  example: { body: ruleExample },
});

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/approvals/rule/:id",
  summary: "Removes a rule. Requests that are under way keep their chain.",
  permission: anyRuleMaker,
  params: ruleById,
  reply: deletedReply,
  problems: ["feature_not_in_plan"],
});

export const sortRules = endpoint({
  method: "PUT",
  path: "/approvals/rule-order",
  summary: "Puts the rules of a family into this order: the first that fits counts.",
  permission: anyRuleMaker,
  body: object({
    family: familyField().required("field.required"),
    ids: idList("approvalRule").required("field.required"),
  }),
  reply: messageReply,
  problems: ["feature_not_in_plan", "approvalRule.stale"],
  example: { body: { family: "finance", ids: [1] } },
});

export const waitingReply = object({
  remind_after: reply.numberOrNull(),
  remind_unit: string()
    .oneOf([...waitingUnits])
    .required(),
  escalate_after: reply.numberOrNull(),
  escalate_unit: string()
    .oneOf([...waitingUnits])
    .required(),
  /** Nobody decides two steps of one request, or pays what they approved. */
  four_eyes: boolean().required(),
  version: reply.number(),
});
export type WaitingSetting = InferType<typeof waitingReply>;

export const readWaiting = endpoint({
  method: "GET",
  path: "/approvals/setting",
  summary: "When who lets a request wait is reminded, when it goes upward, and whether four eyes are asked for.",
  permission: anyRuleMaker,
  reply: dataReply(waitingReply),
});

export const updateWaiting = endpoint({
  method: "PUT",
  path: "/approvals/setting",
  summary: "Changes when reminders come, when a request goes upward, and whether four eyes are asked for.",
  permission: "approval-rule-edit",
  body: waitingSchema,
  reply: dataReply(waitingReply),
  problems: ["approvalRule.stale"],
  example: { body: { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days" } },
});
