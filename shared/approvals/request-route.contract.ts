import { array, type InferType, mixed, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import type { ChainCondition } from "./approvals.chain.rules";
import { stepReply } from "./approvals.contract";

/** A step of a route with who decides in the approver's name today. */
const routeStepReply = stepReply.shape({ delegatee: personReply.nullable().defined() });
export type RouteStep = InferType<typeof routeStepReply>;

/** The rule as it is today, with the names of what it looks at. */
const routeRuleReply = object({
  name: reply.text(),
  condition: mixed<ChainCondition>().required(),
  /** `name` null: known by its code. */
  types: array(object({ code: reply.text(), name: reply.textOrNull(), translations: nameTranslations() })).required(),
  departments: array(object({ id: reply.id(), name: reply.text() })).required(),
});
export type RouteRule = InferType<typeof routeRuleReply>;

export const readRequestRoute = endpoint({
  method: "GET",
  path: "/approvals/request/:id/route",
  openWhen: ["viewing"],
  summary: "Why a request goes where it goes: the rule that fitted, and who is asked in each step, in whose place.",
  params: object({ id: pathId("request") }),
  reply: dataReply(
    object({
      /** What the rule was called when the request was sent; null where it went to the manager without one. */
      rule_name: reply.textOrNull(),
      /** Null where there was none, and where it has been renamed or removed since. */
      rule: routeRuleReply.nullable().defined(),
      /** Of the round that runs, or ran last. */
      steps: array(routeStepReply).required(),
    }),
  ),
});
export type RequestRoute = InferType<typeof readRequestRoute.reply>["data"];
