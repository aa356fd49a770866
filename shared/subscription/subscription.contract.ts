import { array, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, messageReply, reply, textField, wholeNumber } from "../kernel/fields";
import { invoiceReply } from "./invoice-reply.contract";
import { billingPeriods } from "./subscription.rules";
import { subscriptionStates } from "./subscription.workflow";

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
  openWhen: ["planExpired", "viewing"],
  reply: object({
    message: string(),
    data: array(planReply).required(),
    features: array(object({ code: reply.text(), name: reply.text() })).required(),
    count_summary: object({ users: reply.number(), projects: reply.number() }),
    has_active_subscription: boolean().required(),
    remaining_days: reply.numberOrNull(),
    /** When the plan has ended; null while it runs. */
    ended_at: reply.textOrNull(),
    /** Who may choose a plan, for colleagues who have to ask them. */
    payers: array(reply.text()).required(),
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

/** Which plan, and how it is paid for. */
const choiceFields = {
  plan_id: wholeNumber(1, 1_000_000).required("field.required"),
  type: string().oneOf(billingPeriods, "field.oneOf").required("field.required"),
};
const choice = object(choiceFields);

export const createCheckoutSession = endpoint({
  method: "POST",
  path: "/payment/stripe/checkout-session",
  summary: "A page of the payment provider where a plan is paid for; it opens in a new window.",
  permission: "subscription-create-request",
  openWhen: ["planExpired"],
  body: choice,
  reply: object({ message: string(), checkout_url: reply.text() }),
  problems: ["subscription.live", "subscription.providerRefused", "subscription.providerAway"],
  example: { body: { plan_id: 2, type: "annual" } },
});

const changeReply = object({
  /** An upgrade is made now, everything else at the period's end. */
  when: string().oneOf(["now", "later"]).required(),
  at: reply.text(),
  /** What is paid now for the rest of the period, as money. */
  amount_due: reply.text(),
  currency: reply.text(),
  /** How much more there is than the plan allows; it stays readable. */
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
  summary: "What another plan would cost now or begin later, and which of its limits would be broken.",
  permission: "subscription-create-request",
  query: choice,
  reply: dataReply(changeReply),
  problems: changeProblems,
  example: { query: { plan_id: 2, type: "annual" } },
});

export const changePlan = endpoint({
  method: "POST",
  path: "/subscription/change",
  summary: "Another plan: a larger one at once, a smaller one or Free at the period's end.",
  permission: "subscription-create-request",
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
  summary: "What was to be paid and what was, the latest first.",
  permission: "subscription-list-request",
  openWhen: ["planExpired"],
  reply: dataReply(array(invoiceReply).required()),
});

export const readSubscription = endpoint({
  method: "GET",
  path: "/subscription",
  summary: "How the subscription stands, what may be done with it, and by whom.",
  permission: "subscription-list-request",
  openWhen: ["planExpired"],
  reply: dataReply(
    object({
      state: string().oneOf(subscriptionStates).required(),
      plan: object({ id: reply.id(), code: reply.text(), name: reply.text() }),
      period: string().oneOf(billingPeriods).nullable().defined(),
      starts_at: reply.text(),
      ends_at: reply.textOrNull(),
      /** What the next period costs; null when there is none. */
      renews_for: reply.textOrNull(),
      next_plan: object({ code: reply.text(), name: reply.text() }).nullable().defined().default(null),
      card: object({ brand: reply.text(), last4: reply.text(), expires: reply.text() })
        .nullable()
        .defined()
        .default(null),
      invoices_to: reply.textOrNull(),
      /** Who may choose a plan. */
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

/** Only where there is no key of a provider: the page that stands in for theirs. */
export const readSandbox = endpoint({
  method: "GET",
  path: "/payment/sandbox/:object",
  summary: "What the sandbox in the payment provider's place shows of a checkout or a customer.",
  permission: "subscription-create-request",
  openWhen: ["planExpired"],
  params: sandboxParams,
  reply: dataReply(
    object({
      kind: string().oneOf(["checkout", "portal"]).required(),
      state: reply.text(),
      /** Of a checkout: what is paid for. */
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
  "refuse_authentication",
  "abandon",
  "card_good",
  "card_declines",
  "end_period",
] as const;
export type SandboxAction = (typeof sandboxActions)[number];

export const actInSandbox = endpoint({
  method: "POST",
  path: "/payment/sandbox/:object",
  summary: "What somebody does at the sandbox: pays, is declined, leaves; or lets a period of theirs pass.",
  permission: "subscription-create-request",
  openWhen: ["planExpired"],
  params: sandboxParams,
  body: object({ action: string().oneOf(sandboxActions, "field.oneOf").required("field.required") }),
  reply: object({ message: string(), declined: boolean().required() }),
  problems: ["notFound", "subscription.notPossible"],
  example: { params: { object: "cs_unknown" }, body: { action: "pay" } },
});
