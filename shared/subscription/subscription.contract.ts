import { array, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { messageReply, reply } from "../kernel/fields";

export const planReply = object({
  id: reply.id(),
  name: reply.text(),
  code: reply.text(),
  description: reply.text(),
  /** Money as text with its decimals. */
  monthly_price: reply.text(),
  annual_price: reply.text(),
  /** Null means unlimited. */
  user_limit: reply.numberOrNull(),
  project_limit: reply.numberOrNull(),
  features: array(object({ code: reply.text(), name: reply.text() })).required(),
  can_subscribe: boolean().required(),
  current_plan: boolean().required(),
});

export const listPlans = endpoint({
  method: "GET",
  path: "/api-plan",
  summary: "The plans, with limits and features, and which one is in force.",
  openWhen: ["planExpired"],
  reply: object({
    message: string(),
    data: array(planReply).required(),
    features: array(object({ code: reply.text(), name: reply.text() })).required(),
    count_summary: object({ users: reply.number(), projects: reply.number() }),
    has_active_subscription: boolean().required(),
    remaining_days: reply.numberOrNull(),
  }),
});

export const continueFree = endpoint({
  method: "POST",
  path: "/subscription/continue-free",
  summary: "Goes on with the free plan after the plan has expired. Nothing is deleted; limits apply to what is new.",
  permission: "subscription-create-request",
  openWhen: ["planExpired"],
  reply: messageReply,
  problems: ["plan.notExpired"],
});
