import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, deletedReply, idList, messageReply, pathId, reply } from "../../kernel/fields";
import { nameTranslations } from "../../kernel/translations";
import { personReply } from "../../kernel/person-reply";
import { dryRunSchema, familyField, ruleSchema, escalationSchema, escalationUnits } from "./approval-rules.schema";
import { roleRefReply } from "./approvals.contract";
import { requestFamilyDefinitions, requestFamilies } from "./families";
import { approverKinds, type ChainCondition } from "./approvals.chain.rules";
import { anyRuleEditorPermission } from "./rule-editors.rules";

export const plannedStepReply = object({
  by: string()
    .oneOf([...approverKinds])
    .required(),
  route: string()
    .oneOf(["rule", "upward", "away", "absent", "no_right", "administrators", "four_eyes", "alone", "same_person"])
    .required(),
  approver: personReply.nullable().defined(),
  role: roleRefReply.nullable().defined(),
  instead_of: personReply.nullable().defined(),
  /** The user to whom the approver's decisions are delegated today. */
  delegatee: personReply.nullable().defined(),
  /**
   * Last day of the current leave of the approver (`away_until`) and of the originally intended approver (`meant_away_until`); null when
   * not on leave.
   */
  away_until: reply.textOrNull(),
  meant_away_until: reply.textOrNull(),
});
export type PlannedStep = InferType<typeof plannedStepReply>;

export const tryRules = endpoint({
  method: "POST",
  path: "/approvals/dry-run",
  summary: "Previews the approval route of a request without saving it.",
  permission: [
    ...requestFamilies.map((family) => requestFamilyDefinitions[family].permissions.ask),
    ...anyRuleEditorPermission,
  ],
  body: dryRunSchema,
  reply: dataReply(
    object({
      /** The name of the matching rule; null if the manager decides by default. */
      rule: reply.textOrNull(),
      steps: array(plannedStepReply).required(),
      four_eyes: boolean().required(),
    }),
  ),
  problems: ["feature_not_in_plan"],
  example: { body: { family: "leave", type: "1" } },
});

const namedRecord = object({ id: reply.id(), name: reply.text() });

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
  summary: "Lists the approval rules of a family in evaluation order.",
  permission: anyRuleEditorPermission,
  query: ofFamily,
  reply: dataReply(array(ruleReply).required()),
  problems: ["feature_not_in_plan"],
  example: { query: { family: "finance" } },
});

export const readRuleOptions = endpoint({
  method: "GET",
  path: "/approvals/rule-options",
  summary: "Lists the options for approval rules of a family: types, departments, roles and people.",
  permission: anyRuleEditorPermission,
  query: ofFamily,
  reply: dataReply(
    object({
      /** `name` is null for built-in types, which clients translate by code. */
      types: array(
        object({ code: reply.text(), name: reply.textOrNull(), translations: nameTranslations() }),
      ).required(),
      departments: array(namedRecord).required(),
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
  summary: "Adds a rule at the end of its family.",
  permission: anyRuleEditorPermission,
  scope: withoutApiTokens,
  body: ruleSchema,
  reply: dataReply(ruleReply),
  status: 201,
  problems: ["feature_not_in_plan"],
  example: { body: ruleExample },
});

export const updateRule = endpoint({
  method: "PUT",
  path: "/approvals/rule/:id",
  summary: "Updates a rule. Open requests keep their approval route.",
  permission: anyRuleEditorPermission,
  scope: withoutApiTokens,
  params: ruleById,
  body: ruleSchema,
  reply: dataReply(ruleReply),
  problems: ["feature_not_in_plan", "organization.stale"],
  example: { body: ruleExample },
});

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/approvals/rule/:id",
  summary: "Deletes a rule. Open requests keep their approval route.",
  permission: anyRuleEditorPermission,
  scope: withoutApiTokens,
  params: ruleById,
  reply: deletedReply,
  problems: ["feature_not_in_plan"],
});

export const sortRules = endpoint({
  method: "PUT",
  path: "/approvals/rule-order",
  summary: "Sets the order of a family's rules. The first matching rule applies.",
  permission: anyRuleEditorPermission,
  scope: withoutApiTokens,
  body: object({
    family: familyField().required("field.required"),
    ids: idList("approvalRule").required("field.required"),
  }),
  reply: messageReply,
  problems: ["feature_not_in_plan", "approvalRule.stale"],
  example: { body: { family: "finance", ids: [1] } },
});

export const escalationReply = object({
  remind_after: reply.numberOrNull(),
  remind_unit: string()
    .oneOf([...escalationUnits])
    .required(),
  escalate_after: reply.numberOrNull(),
  escalate_unit: string()
    .oneOf([...escalationUnits])
    .required(),
  /**
   * Waiting time for an absent approver before the administrators take over the step. If null, the step waits until the approver returns.
   */
  absent_after: reply.numberOrNull(),
  absent_unit: string()
    .oneOf([...escalationUnits])
    .required(),
  /** Whether separation of duties applies: the same user may not decide two steps of one request, or pay a request they approved. */
  four_eyes: boolean().required(),
  version: reply.number(),
});
export type EscalationSetting = InferType<typeof escalationReply>;

export const readWaiting = endpoint({
  method: "GET",
  path: "/approvals/setting",
  summary: "Returns the settings for reminders, escalation and the four-eyes principle.",
  permission: anyRuleEditorPermission,
  reply: dataReply(escalationReply),
});

export const updateWaiting = endpoint({
  method: "PUT",
  path: "/approvals/setting",
  summary: "Updates the settings for reminders, escalation and the four-eyes principle.",
  permission: "approval-rule-edit",
  scope: withoutApiTokens,
  body: escalationSchema,
  reply: dataReply(escalationReply),
  problems: ["organization.stale"],
  example: { body: { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days" } },
});
