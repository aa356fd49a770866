import { assign, setup } from "xstate";
import type { RequestAction } from "../approvals/approvals.workflow";
import { requestLife } from "../approvals/request-life";

/** Whoever decides a step: statuses don't tell them apart. */
export type ReservationStepKind = "approver";

/** Of a request for a booking. `draft` is passed through in the transaction that asks; never kept. */
export const reservationStatuses = [
  "draft",
  "pending",
  "approved",
  "changes_requested",
  "rejected",
  "cancelled",
  "expired",
] as const;
export type ReservationStatus = (typeof reservationStatuses)[number];

interface ReservationContext {
  steps: readonly ReservationStepKind[];
  /** The step that is asked now. */
  at: number;
}

const askedAnew = { target: "pending", actions: "fromTheStart" } as const;

/**
 * The life of a booking that somebody decides: the one place that says what may follow what. A booking that is moved is
 * asked for anew, whether somebody had decided it or not; one that a room grants by itself, once moved there, waits for
 * nobody and is asked for again when it leaves that room. What nobody has decided in time is over.
 */
const reservationWorkflow = setup({
  types: {
    context: {} as ReservationContext,
    input: {} as ReservationContext,
    events: {} as { type: RequestAction },
  },
  guards: { isLastStep: ({ context: { steps, at } }) => at + 1 >= steps.length },
  actions: {
    next: assign({ at: ({ context }) => context.at + 1 }),
    fromTheStart: assign({ at: 0 }),
  },
}).createMachine({
  id: "reservation",
  context: ({ input }) => input,
  initial: "draft",
  states: {
    draft: { on: { SEND: askedAnew } },
    pending: {
      on: {
        APPROVE: [
          { guard: "isLastStep", target: "approved", actions: "next" },
          { target: "pending", actions: "next" },
        ],
        REJECT: "rejected",
        REQUEST_CHANGES: "changes_requested",
        MOVE: askedAnew,
        CANCEL: "cancelled",
        EXPIRE: "expired",
      },
    },
    changes_requested: { on: { RESUBMIT: askedAnew, MOVE: askedAnew, CANCEL: "cancelled", EXPIRE: "expired" } },
    approved: { on: { MOVE: askedAnew, CANCEL: "cancelled" } },
    rejected: { type: "final" },
    cancelled: { on: { MOVE: askedAnew } },
    expired: { type: "final" },
  },
});

/** How both sides ask the workflow. */
export const reservationLife = requestLife(reservationWorkflow, ["pending"]);
