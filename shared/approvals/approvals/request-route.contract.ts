import { array, type InferType, mixed, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { nameTranslations } from "../../kernel/translations";
import { personReply } from "../../kernel/person-reply";
import type { ChainCondition } from "./approvals.chain.rules";
import { stepReply } from "./approvals.contract";

const routeStepReply = stepReply.shape({ delegatee: personReply.nullable().defined() });
export type RouteStep = InferType<typeof routeStepReply>;

/** The current version of the rule, with the names of the types and departments in its condition. */
const routeRuleReply = object({
  name: reply.text(),
  condition: mixed<ChainCondition>().required(),
  /** `name` is null for built-in types, which clients translate by code. */
  types: array(object({ code: reply.text(), name: reply.textOrNull(), translations: nameTranslations() })).required(),
  departments: array(object({ id: reply.id(), name: reply.text() })).required(),
});
export type RouteRule = InferType<typeof routeRuleReply>;

export const readRequestRoute = endpoint({
  method: "GET",
  path: "/approvals/request/:id/route",
  openWhen: ["viewing"],
  summary: "Returns the approval route with the matching rule, the approvers of each step and whom they replace.",
  params: object({ id: pathId("request") }),
  reply: dataReply(
    object({
      /** Name of the rule at the time of sending; null if the manager decided by default. */
      rule_name: reply.textOrNull(),
      /** Null if no rule applied, or if it was renamed or deleted since. */
      rule: routeRuleReply.nullable().defined(),
      steps: array(routeStepReply).required(),
    }),
  ),
});
export type RequestRoute = InferType<typeof readRequestRoute.reply>["data"];
