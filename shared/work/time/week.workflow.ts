import { getNextSnapshot, setup } from "xstate";

export const weekStates = ["open", "submitted", "approved"] as const;
export type WeekState = (typeof weekStates)[number];

export const weekActions = ["submit", "approve", "undo_approval", "reopen"] as const;
export type WeekAction = (typeof weekActions)[number];

export interface WeekActor {
  own: boolean;
  /** Whether the user may decide on other users' time (`time-tracking-all`). */
  decides: boolean;
}

/**
 * State machine of a user's timesheet week. A submitted week is locked until another user approves it or the owner withdraws it; an
 * approved week stays locked. The server uses it for transitions, the client for buttons.
 */
export const weekWorkflow = setup({
  types: { context: {} as WeekActor, input: {} as WeekActor, events: {} as { type: WeekAction } },
  guards: {
    own: ({ context }) => context.own,
    other: ({ context }) => !context.own && context.decides,
    ownOrOther: ({ context }) => context.own || context.decides,
  },
}).createMachine({
  id: "week",
  context: ({ input }) => input,
  initial: "open",
  states: {
    open: { on: { submit: { guard: "own", target: "submitted" } } },
    submitted: {
      on: { approve: { guard: "other", target: "approved" }, reopen: { guard: "ownOrOther", target: "open" } },
    },
    approved: {
      on: { undo_approval: { guard: "other", target: "submitted" }, reopen: { guard: "other", target: "open" } },
    },
  },
});

const snapshotOf = (state: WeekState, asker: WeekActor) => weekWorkflow.resolveState({ value: state, context: asker });

/** The next state; null if the action is not allowed in this state or for this user. */
export function weekStateAfter(state: WeekState, verb: WeekAction, asker: WeekActor): WeekState | null {
  const snapshot = snapshotOf(state, asker);
  return snapshot.can({ type: verb })
    ? (getNextSnapshot(weekWorkflow, snapshot, { type: verb }).value as WeekState)
    : null;
}

export function weekPermissions(state: WeekState, asker: WeekActor): Record<"submit" | "approve" | "reopen", boolean> {
  const may = (verb: WeekAction) => weekStateAfter(state, verb, asker) !== null;
  return { submit: may("submit"), approve: may("approve"), reopen: may("reopen") };
}

export const isWeekLocked = (state: WeekState): boolean => state !== "open";
