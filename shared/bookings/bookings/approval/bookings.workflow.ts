import { assign, setup } from "xstate";
import type { RequestAction } from "../../../approvals/approvals/approvals.workflow";
import { createRequestLifecycle } from "../../../approvals/approvals/request-lifecycle";

export type BookingStepKind = "approver";

/** Statuses of a booking request. `draft` exists only within the creating transaction. */
export const bookingRequestStatuses = [
  "draft",
  "pending",
  "approved",
  "changes_requested",
  "rejected",
  "cancelled",
  "expired",
] as const;
export type ReservationStatus = (typeof bookingRequestStatuses)[number];

interface BookingContext {
  steps: readonly BookingStepKind[];
  at: number;
}

const resubmitted = { target: "pending", actions: "fromTheStart" } as const;

/**
 * State machine of bookings that need approval. A moved booking needs approval again, even if it was already decided. A booking moved to an
 * auto-approved room is approved until it is moved to another room. Undecided bookings expire.
 */
const bookingWorkflow = setup({
  types: {
    context: {} as BookingContext,
    input: {} as BookingContext,
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
    draft: { on: { SEND: resubmitted } },
    pending: {
      on: {
        APPROVE: [
          { guard: "isLastStep", target: "approved", actions: "next" },
          { target: "pending", actions: "next" },
        ],
        REJECT: "rejected",
        REQUEST_CHANGES: "changes_requested",
        MOVE: resubmitted,
        CANCEL: "cancelled",
        EXPIRE: "expired",
      },
    },
    changes_requested: { on: { RESUBMIT: resubmitted, MOVE: resubmitted, CANCEL: "cancelled", EXPIRE: "expired" } },
    approved: { on: { MOVE: resubmitted, CANCEL: "cancelled" } },
    rejected: { type: "final" },
    cancelled: { on: { MOVE: resubmitted } },
    expired: { type: "final" },
  },
});

export const bookingLifecycle = createRequestLifecycle(bookingWorkflow, ["pending"]);
