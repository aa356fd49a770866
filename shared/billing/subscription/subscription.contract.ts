import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, messageReply, reply, textField, wholeNumber } from "../../kernel/fields";
import { invoiceReply } from "./invoice-reply.contract";
import { billingPeriods } from "./subscription.rules";
import { subscriptionStates } from "./subscription.workflow";

export const planReply = object({
  id: reply.id(),
  name: reply.text(),
  code: reply.text(),
  description: reply.text(),
  monthly_price: reply.text(),
  annual_price: reply.text(),
  user_limit: reply.numberOrNull(),
  project_limit: reply.numberOrNull(),
  features: array(object({ code: reply.text(), name: reply.text() })).required(),
  can_subscribe: boolean().required(),
  current_plan: boolean().required(),
});

export const listPlans = endpoint({
  method: "GET",
  path: "/api-plan",
  summary: "Lists the plans with limits and features, and the current plan.",
  openWhen: ["planExpired", "viewing"],
  reply: object({
    message: string(),
    data: array(planReply).required(),
    features: array(object({ code: reply.text(), name: reply.text() })).required(),
    count_summary: object({ users: reply.number(), projects: reply.number() }),
    has_active_subscription: boolean().required(),
    remaining_days: reply.numberOrNull(),
    ended_at: reply.textOrNull(),
    payers: array(reply.text()).required(),
  }),
});

export const continueFree = endpoint({
  method: "POST",
  path: "/subscription/continue-free",
  summary: "Continues with the free plan after the plan has expired. Nothing is deleted; limits apply to new records.",
  permission: "subscription-create-request",
  scope: withoutApiTokens,
  openWhen: ["planExpired"],
  reply: messageReply,
  problems: ["plan.notExpired"],
});

const choiceFields = {
  plan_id: wholeNumber(1, 1_000_000).required("field.required"),
  type: string().oneOf(billingPeriods, "field.oneOf").required("field.required"),
};
const choice = object(choiceFields);

export const createCheckoutSession = endpoint({
  method: "POST",
  path: "/payment/stripe/checkout-session",
  summary: "Creates a checkout page of the payment provider, which opens in a new window.",
  permission: "subscription-create-request",
  scope: withoutApiTokens,
  openWhen: ["planExpired"],
  body: choice,
  reply: object({ message: string(), checkout_url: reply.text() }),
  problems: ["subscription.live", "subscription.providerRefused", "subscription.providerAway"],
  example: { body: { plan_id: 2, type: "annual" } },
});

const changeReply = object({
  /** Upgrades apply immediately, other changes at the end of the billing period. */
  when: string().oneOf(["now", "later"]).required(),
  at: reply.text(),
  amount_due: reply.text(),
  currency: reply.text(),
  over: object({ people: reply.number(), projects: reply.number() }),
});

const changeProblems = [
  "subscription.notPossible",
  "subscription.samePlan",
  "subscription.declined",
  "subscription.providerRefused",
  "subscription.providerAway",
] as const;

export const previewPlanChange = endpoint({
  method: "GET",
  path: "/subscription/change",
  summary: "Previews a plan change: its cost or start date, and the limits it would exceed.",
  permission: "subscription-create-request",
  query: choice,
  reply: dataReply(changeReply),
  problems: changeProblems,
  example: { query: { plan_id: 2, type: "annual" } },
});

export const changePlan = endpoint({
  method: "POST",
  path: "/subscription/change",
  summary: "Changes the plan: upgrades take effect immediately, downgrades at the end of the period.",
  permission: "subscription-create-request",
  scope: withoutApiTokens,
  body: choice,
  reply: messageReply,
  problems: changeProblems,
  example: { body: { plan_id: 2, type: "annual" } },
});

const subscriptionCall = (path: string, summary: string) =>
  ({
    method: "POST",
    path,
    summary,
    permission: "subscription-create-request",
    scope: withoutApiTokens,
    openWhen: ["planExpired"],
    reply: messageReply,
    problems: [
      "subscription.notPossible",
      "subscription.noCustomer",
      "subscription.providerRefused",
      "subscription.providerAway",
    ],
  }) as const;

export const cancelSubscription = endpoint(
  subscriptionCall("/subscription/cancel", "Lets the subscription end with its period; until then everything goes on."),
);
export const resumeSubscription = endpoint(
  subscriptionCall("/subscription/resume", "Takes back that it ends, or becomes another one, with its period."),
);
export const openPortal = endpoint({
  ...subscriptionCall("/subscription/portal", "A page of the payment provider for card, address and tax number."),
  reply: object({ message: string(), portal_url: reply.text() }),
});

export const listInvoices = endpoint({
  method: "GET",
  path: "/subscription/invoice",
  summary: "Lists invoices, newest first.",
  permission: "subscription-list-request",
  openWhen: ["planExpired"],
  reply: dataReply(array(invoiceReply).required()),
});

export const readSubscription = endpoint({
  method: "GET",
  path: "/subscription",
  summary: "Returns the state of the subscription, the possible actions and who may perform them.",
  permission: "subscription-list-request",
  openWhen: ["planExpired"],
  reply: dataReply(
    object({
      state: string().oneOf(subscriptionStates).required(),
      plan: object({ id: reply.id(), code: reply.text(), name: reply.text() }),
      period: string().oneOf(billingPeriods).nullable().defined(),
      starts_at: reply.text(),
      ends_at: reply.textOrNull(),
      /** Price of the present billing period; null if there is none. */
      price: reply.textOrNull(),
      /** Price of the next billing period, also of a scheduled change; null if there is none. */
      renews_for: reply.textOrNull(),
      next_plan: object({ code: reply.text(), name: reply.text() }).nullable().defined().default(null),
      card: object({ brand: reply.text(), last4: reply.text(), expires: reply.text() })
        .nullable()
        .defined()
        .default(null),
      invoices_to: reply.textOrNull(),
      payers: array(reply.text()).required(),
      used: object({ users: reply.number(), projects: reply.number(), invited: reply.number() }),
      sandbox: boolean().required(),
      can: object({
        check_out: boolean().required(),
        change: boolean().required(),
        cancel: boolean().required(),
        resume: boolean().required(),
        portal: boolean().required(),
      }),
    }),
  ),
});

const sandboxParams = object({ object: textField(80).required("field.required") });

/** Sandbox that replaces the payment provider's page when no provider key is configured. */
export const readSandbox = endpoint({
  method: "GET",
  path: "/payment/sandbox/:object",
  summary: "Returns a checkout or customer of the payment sandbox.",
  permission: "subscription-create-request",
  openWhen: ["planExpired"],
  params: sandboxParams,
  reply: dataReply(
    object({
      kind: string().oneOf(["checkout", "portal"]).required(),
      state: reply.text(),
      price: object({ plan: reply.text(), period: string().oneOf(billingPeriods).required(), amount: reply.text() })
        .nullable()
        .defined()
        .default(null),
    }),
  ),
  problems: ["notFound"],
  example: { params: { object: "cs_unknown" } },
});

export const sandboxActions = [
  "pay",
  "decline",

  "abandon",
  "card_good",
  "card_declines",
  "end_period",
] as const;
export type SandboxAction = (typeof sandboxActions)[number];

export const performSandboxAction = endpoint({
  method: "POST",
  path: "/payment/sandbox/:object",
  summary: "Simulates an action in the payment sandbox: pay, decline, abandon or end the period.",
  permission: "subscription-create-request",
  scope: withoutApiTokens,
  openWhen: ["planExpired"],
  params: sandboxParams,
  body: object({ action: string().oneOf(sandboxActions, "field.oneOf").required("field.required") }),
  reply: object({ message: string(), declined: boolean().required() }),
  problems: ["notFound", "subscription.notPossible"],
  example: { params: { object: "cs_unknown" }, body: { action: "pay" } },
});
