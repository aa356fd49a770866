import { setup, transition } from "xstate";

export const subscriptionStates = ["none", "trialing", "active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What people ask for. None of it changes a state by itself: the provider does it, and reports. */
export const subscriptionActions = ["CHECK_OUT", "CHANGE_PLAN", "CANCEL", "RESUME", "CONTINUE_FREE"] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

/** What the provider says that a subscription is now. */
export type ProviderReport = Exclude<SubscriptionState, "none">;

/** A checkout that was paid leads here by the provider's report, an asked-for cancellation likewise. */
const asked = {};

/**
 * The life of what an organisation subscribes to: the one place that says what may follow what. The server moves rows by it,
 * the client asks it for its buttons. `cancelled` runs until its period's end; `expired` answers 402 until somebody goes on
 * with the free plan or pays again.
 */
export const subscriptionWorkflow = setup({
  types: {
    events: {} as { type: SubscriptionAction } | { type: `REPORTED.${ProviderReport}` },
  },
}).createMachine({
  id: "subscription",
  initial: "none",
  // The provider's word is the truth, and reports may be left out: any state follows any other.
  on: {
    "REPORTED.trialing": ".trialing",
    "REPORTED.active": ".active",
    "REPORTED.past_due": ".past_due",
    "REPORTED.cancelled": ".cancelled",
    "REPORTED.expired": ".expired",
  },
  states: {
    // What was never there can't end: a checkout that failed for good leaves nothing behind.
    none: { on: { CHECK_OUT: asked, "REPORTED.expired": {} } },
    trialing: { on: { CHANGE_PLAN: asked, CANCEL: asked } },
    active: { on: { CHANGE_PLAN: asked, CANCEL: asked } },
    // Another plan isn't sold to somebody who owes for this one: the card comes first.
    past_due: { on: { CANCEL: asked } },
    cancelled: { on: { RESUME: asked, CHANGE_PLAN: asked } },
    expired: { on: { CHECK_OUT: asked, CONTINUE_FREE: "none" } },
  },
});

const snapshotOf = (state: SubscriptionState) => subscriptionWorkflow.resolveState({ value: state });

export function maySubscription(state: SubscriptionState, action: SubscriptionAction): boolean {
  // An action without a target is one that the state knows; `can` asks for a change and would say no.
  return Object.hasOwn(subscriptionWorkflow.states[state]?.config.on ?? {}, action);
}

/** Where the provider's report leads. */
export function afterReport(state: SubscriptionState, report: ProviderReport): SubscriptionState {
  const [after] = transition(subscriptionWorkflow, snapshotOf(state), { type: `REPORTED.${report}` });
  return after.value as SubscriptionState;
}

/** In which the plan that was paid for counts. */
export const liveStates: readonly SubscriptionState[] = ["trialing", "active", "past_due", "cancelled"];
