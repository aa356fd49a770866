import { array, type InferType, object } from "yup";
import { leaveFamily } from "../../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../../kernel/fields";
import { personReply } from "../../../kernel/person-reply";
import { string } from "../../../kernel/schemas";
import { contractTypes } from "../../../people/people/people.fields";
import { allowanceRulesSchema, overrideSchema } from "./allowances.schema";

const { feature } = leaveFamily;

export const allowanceRuleReply = object({
  name: reply.text(),
  location: reply.textOrNull(),
  contract_type: string()
    .oneOf([...contractTypes])
    .nullable()
    .defined(),
  group_id: reply.numberOrNull(),
  department_id: reply.numberOrNull(),
  days: reply.number(),
  steps: array(object({ years: reply.number(), days: reply.number() })).required(),
});
export type AllowanceRuleRecord = InferType<typeof allowanceRuleReply>;

const typeById = object({ id: pathId("leaveType") });
const choices = () => array(object({ id: reply.id(), name: reply.text() })).required();

const rulesReply = object({
  /** Version of the leave type. */
  version: reply.number(),
  rules: array(allowanceRuleReply).required(),
  departments: choices(),
  groups: choices(),
  locations: array(reply.text()).required(),
});
export type AllowanceRules = InferType<typeof rulesReply>;

export const readAllowanceRules = endpoint({
  method: "GET",
  path: "/leave/leave-type/:id/allowance-rules",
  summary: "Returns the allowance rules of a leave type in their order, with what conditions can refer to.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: dataReply(rulesReply),
});

const ruleExample = {
  rules: [{ name: "Seniority", days: 28, steps: [{ years: 5, days: 30 }] }],
};

export const updateAllowanceRules = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id/allowance-rules",
  summary: "Replaces the allowance rules of a leave type and recalculates the allowances of this and next year.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  body: allowanceRulesSchema,
  reply: dataReply(rulesReply),
  problems: ["leave.typeStale"],
  example: { body: ruleExample },
});

export const previewAllowanceRules = endpoint({
  method: "POST",
  path: "/leave/leave-type/:id/allowance-rules/preview",
  summary: "Returns this year's allowance of each user before and after a change of the rules, without saving it.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  body: allowanceRulesSchema,
  expensive: true,
  readOnly: true,
  reply: dataReply(
    object({
      year: reply.number(),
      people: reply.number(),
      changed: reply.number(),
      /** Users whose allowance changes first; at most 500. */
      rows: array(
        object({
          person: personReply,
          before: reply.number(),
          after: reply.number(),
          /** Rule that applies at the end of the year; null if the leave type decides. */
          rule: reply.textOrNull(),
          /** Override that decides instead of the rules; null if there is none. */
          override: reply.textOrNull(),
          seniority: reply.numberOrNull(),
        }),
      ).required(),
    }),
  ),
  example: { body: ruleExample },
});

export const overrideReply = object({
  id: reply.id(),
  leave_type_id: reply.number(),
  from: reply.text(),
  until: reply.textOrNull(),
  days: reply.number(),
  reason: reply.text(),
  created_by: personReply.nullable().defined(),
});
export type AllowanceOverrideRecord = InferType<typeof overrideReply>;

const ofUser = object({ user_id: pathId("user") });

export const listOverrides = endpoint({
  method: "GET",
  path: "/leave/balance/:user_id/overrides",
  summary: "Lists a user's allowance overrides of all leave types, the first one first.",
  feature,
  permission: "leave-request-list",
  params: ofUser,
  reply: dataReply(array(overrideReply).required()),
});

export const createOverride = endpoint({
  method: "POST",
  path: "/leave/balance/:user_id/override",
  summary: "Sets the days per year of a user for a period, with a reason, and recalculates the allowance.",
  feature,
  permission: "leave-balance-edit",
  scope: withoutApiTokens,
  params: ofUser,
  body: overrideSchema,
  reply: dataReply(overrideReply),
  status: 201,
  problems: ["leave.ownBalance"],
  example: { body: { leave_type_id: 1, from: "2031-01-01", until: null, days: 35, reason: "Contract" } },
});

export const deleteOverride = endpoint({
  method: "DELETE",
  path: "/leave/allowance-override/:id",
  summary: "Deletes an allowance override and recalculates the allowance.",
  feature,
  permission: "leave-balance-edit",
  scope: withoutApiTokens,
  params: object({ id: pathId("leaveAllowanceOverride") }),
  reply: deletedReply,
  problems: ["leave.ownBalance"],
});
