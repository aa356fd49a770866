import { setup, transition } from "xstate";

export const subscriptionStates = ["none", "trialing", "active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export const subscriptionActions = ["CHECK_OUT", "CHANGE_PLAN", "CANCEL", "RESUME", "CONTINUE_FREE"] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export type ProviderReport = Exclude<SubscriptionState, "none">;

/** An action without a transition, because only the payment provider's report changes the state. */
const noTransition = {};

/**
 * State machine of a subscription, used by the server for transitions and by the client for buttons. `cancelled` lasts until the end of the
 * billing period; in `expired` calls return 402 until a plan is paid or the free plan is chosen.
 */
export const subscriptionWorkflow = setup({
  types: {
    events: {} as { type: SubscriptionAction } | { type: `REPORTED.${ProviderReport}` },
  },
}).createMachine({
  id: "subscription",
  initial: "none",
  // The payment provider is authoritative and reports can be lost, so any state can follow any other state.
  on: {
    "REPORTED.trialing": ".trialing",
    "REPORTED.active": ".active",
    "REPORTED.past_due": ".past_due",
    "REPORTED.cancelled": ".cancelled",
    "REPORTED.expired": ".expired",
  },
  states: {
    // A failed checkout leaves no subscription that could expire.
    none: { on: { CHECK_OUT: noTransition, "REPORTED.expired": {} } },
    trialing: { on: { CHANGE_PLAN: noTransition, CANCEL: noTransition } },
    active: { on: { CHANGE_PLAN: noTransition, CANCEL: noTransition } },
    // The open invoice must be paid before the plan can change.
    past_due: { on: { CANCEL: noTransition } },
    cancelled: { on: { RESUME: noTransition, CHANGE_PLAN: noTransition } },
    expired: { on: { CHECK_OUT: noTransition, CONTINUE_FREE: "none" } },
  },
});

const snapshotOf = (state: SubscriptionState) => subscriptionWorkflow.resolveState({ value: state });

export function isSubscriptionActionAllowed(state: SubscriptionState, action: SubscriptionAction): boolean {
  // Looks up the action instead of using `can`, which is false for actions without a target.
  return Object.hasOwn(subscriptionWorkflow.states[state]?.config.on ?? {}, action);
}

export function stateAfterReport(state: SubscriptionState, report: ProviderReport): SubscriptionState {
  const [after] = transition(subscriptionWorkflow, snapshotOf(state), { type: `REPORTED.${report}` });
  return after.value as SubscriptionState;
}
