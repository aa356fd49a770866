import { assign, setup, transition } from "xstate";
import type { RequestAction } from "../approvals/approvals.workflow";
import { requestLife } from "../approvals/request-life";

/** Who a step of the chain belongs to, as far as statuses tell them apart. */
export type LeaveStep = "manager" | "hr";

export const leaveStatuses = [
  "draft",
  "pending",
  "waiting_manager_approval",
  "approved_by_manager",
  "waiting_hr_approval",
  "approved",
  "changes_requested",
  "rejected_by_manager",
  "rejected_by_hr",
  "cancelled",
] as const;
export type LeaveStatus = (typeof leaveStatuses)[number];

interface LeaveContext {
  steps: readonly LeaveStep[];
  /** The step that is asked now. */
  at: number;
}

/**
 * The life of a leave request: the one place that says what may follow what. The server moves requests
 * by it, the client asks it for its buttons; who may do it is the policy's business.
 * Pending is passed through: sending routes at once.
 */
const leaveWorkflow = setup({
  types: {
    context: {} as LeaveContext,
    input: {} as LeaveContext,
    events: {} as { type: RequestAction | "ENTER" },
  },
  guards: {
    managerIsNext: ({ context: { steps, at } }) => steps[at] === "manager",
    hrIsNext: ({ context: { steps, at } }) => steps[at] === "hr",
    hrHasDecided: ({ context: { steps } }) => steps.includes("hr"),
  },
  actions: {
    next: assign({ at: ({ context }) => context.at + 1 }),
    fromTheStart: assign({ at: 0 }),
  },
}).createMachine({
  id: "leave",
  context: ({ input }) => input,
  initial: "draft",
  states: {
    draft: {
      on: {
        SEND: { target: "pending", actions: "fromTheStart" },
        /** By HR for somebody else: there is nobody left to ask. */
        ENTER: "approved",
        CANCEL: "cancelled",
      },
    },
    pending: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
      ],
      on: { CANCEL: "cancelled" },
    },
    waiting_manager_approval: {
      on: {
        APPROVE: { target: "approved_by_manager", actions: "next" },
        REJECT: "rejected_by_manager",
        REQUEST_CHANGES: "changes_requested",
        CANCEL: "cancelled",
      },
    },
    /** Final where nobody else is asked. */
    approved_by_manager: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
        { guard: "hrHasDecided", target: "approved" },
      ],
      on: { CANCEL: "cancelled" },
    },
    waiting_hr_approval: {
      on: {
        APPROVE: { target: "approved_by_hr", actions: "next" },
        REJECT: "rejected_by_hr",
        REQUEST_CHANGES: "changes_requested",
        CANCEL: "cancelled",
      },
    },
    /** Passed through; never kept. */
    approved_by_hr: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
        { target: "approved" },
      ],
    },
    approved: { on: { CANCEL: "cancelled" } },
    changes_requested: {
      on: { RESUBMIT: { target: "pending", actions: "fromTheStart" }, ENTER: "approved", CANCEL: "cancelled" },
    },
    rejected_by_manager: { on: { RESUBMIT: { target: "pending", actions: "fromTheStart" }, ENTER: "approved" } },
    rejected_by_hr: { on: { RESUBMIT: { target: "pending", actions: "fromTheStart" }, ENTER: "approved" } },
    cancelled: { type: "final" },
  },
});

/** Nothing is asked of anybody any more, and the leave is taken. */
export const grantedLeave: readonly LeaveStatus[] = ["approved", "approved_by_manager"];
/** Somebody has to decide; the days are reserved. */
export const undecidedLeave: readonly LeaveStatus[] = ["pending", "waiting_manager_approval", "waiting_hr_approval"];

/** Where leave is once HR has entered it for somebody; null where that isn't possible. */
export function enteredFrom(status: string): LeaveStatus | null {
  const before = leaveWorkflow.resolveState({ value: status as LeaveStatus, context: { steps: [], at: 0 } });
  if (!before.can({ type: "ENTER" })) return null;
  const [after] = transition(leaveWorkflow, before, { type: "ENTER" });
  return after.value as LeaveStatus;
}

/** How both sides ask the workflow. */
export const leaveLife = requestLife(leaveWorkflow, undecidedLeave);
