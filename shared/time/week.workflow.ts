import { getNextSnapshot, setup } from "xstate";

export const weekStates = ["open", "submitted", "approved"] as const;
export type WeekState = (typeof weekStates)[number];

export const weekVerbs = ["submit", "approve", "reopen"] as const;
export type WeekVerb = (typeof weekVerbs)[number];

/** Who asks, about whose week. */
export interface WeekAsker {
  /** It is their own. */
  own: boolean;
  /** May decide on other people's time (`time-tracking-all`). */
  decides: boolean;
}

/**
 * A week of somebody's time. What is handed in is locked; who decides is never the one whose week it is. Until it is
 * approved one may take it back oneself. Run by the server, asked by the client for its buttons.
 */
export const weekWorkflow = setup({
  types: { context: {} as WeekAsker, input: {} as WeekAsker, events: {} as { type: WeekVerb } },
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
    approved: { on: { reopen: { guard: "other", target: "open" } } },
  },
});

const snapshotOf = (state: WeekState, asker: WeekAsker) => weekWorkflow.resolveState({ value: state, context: asker });

/** The state after the verb; null when it isn't allowed in this state, or not to this person. */
export function weekAfter(state: WeekState, verb: WeekVerb, asker: WeekAsker): WeekState | null {
  const snapshot = snapshotOf(state, asker);
  return snapshot.can({ type: verb })
    ? (getNextSnapshot(weekWorkflow, snapshot, { type: verb }).value as WeekState)
    : null;
}

/** What a person may do with a week now: for buttons. */
export function weekCan(state: WeekState, asker: WeekAsker): Record<WeekVerb, boolean> {
  const may = (verb: WeekVerb) => weekAfter(state, verb, asker) !== null;
  return { submit: may("submit"), approve: may("approve"), reopen: may("reopen") };
}

/** Whether nothing may be written into it. */
export const isLocked = (state: WeekState): boolean => state !== "open";
