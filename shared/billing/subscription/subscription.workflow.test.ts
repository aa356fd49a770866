import {
  isSubscriptionActionAllowed,
  stateAfterReport,
  subscriptionActions,
  subscriptionStates,
  type SubscriptionAction,
  type SubscriptionState,
} from "./subscription.workflow";

test("each state allows its actions only", () => {
  const allowed: Record<SubscriptionState, SubscriptionAction[]> = {
    none: ["CHECK_OUT"],
    trialing: ["CHANGE_PLAN", "CANCEL"],
    active: ["CHANGE_PLAN", "CANCEL"],
    past_due: ["CANCEL"],
    cancelled: ["CHANGE_PLAN", "RESUME"],
    expired: ["CHECK_OUT", "CONTINUE_FREE"],
  };
  for (const state of subscriptionStates)
    expect(subscriptionActions.filter((action) => isSubscriptionActionAllowed(state, action))).toEqual(allowed[state]);
});

test("a report of the provider sets the state, but an expired checkout leaves none", () => {
  for (const report of ["trialing", "active", "past_due", "cancelled", "expired"] as const)
    for (const state of subscriptionStates)
      expect(stateAfterReport(state, report)).toBe(state === "none" && report === "expired" ? "none" : report);
});
