import { assign, setup, transition } from "xstate";
import type { RequestAction } from "../../../approvals/approvals/approvals.workflow";
import { createRequestLifecycle } from "../../../approvals/approvals/request-lifecycle";

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
  at: number;
}

const firstStep = { target: "pending", actions: "fromTheStart" } as const;
const nextStep = [
  { guard: "managerIsNext", target: "waiting_manager_approval" },
  { guard: "hrIsNext", target: "waiting_hr_approval" },
] as const;

const decisions = (step: LeaveStep) =>
  ({
    APPROVE: { target: `approved_by_${step}`, actions: "next" },
    REJECT: `rejected_by_${step}`,
    REQUEST_CHANGES: "changes_requested",
    MOVE: firstStep,
    CANCEL: "cancelled",
  }) as const;

/**
 * State machine of leave requests. The server uses it for transitions, the client for buttons; the policy checks permissions. `pending` is
 * a transient state, which continues immediately to the first step.
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
        SEND: firstStep,
        /** HR enters leave on an employee's behalf, without further approval. */
        ENTER: "approved",
        CANCEL: "cancelled",
      },
    },
    pending: { always: nextStep, on: { CANCEL: "cancelled" } },
    waiting_manager_approval: { on: decisions("manager") },
    /** The final status if there is no further step. */
    approved_by_manager: {
      always: [...nextStep, { guard: "hrHasDecided", target: "approved" }],
      on: { CANCEL: "cancelled" },
    },
    waiting_hr_approval: { on: decisions("hr") },
    approved_by_hr: { always: [...nextStep, { target: "approved" }] },
    approved: { on: { CANCEL: "cancelled" } },
    changes_requested: { on: { RESUBMIT: firstStep, ENTER: "approved", CANCEL: "cancelled" } },
    rejected_by_manager: { on: { RESUBMIT: firstStep, ENTER: "approved" } },
    rejected_by_hr: { on: { RESUBMIT: firstStep, ENTER: "approved" } },
    cancelled: { type: "final" },
  },
});

export const grantedLeaveStatuses: readonly LeaveStatus[] = ["approved", "approved_by_manager"];
export const undecidedLeaveStatuses: readonly LeaveStatus[] = [
  "pending",
  "waiting_manager_approval",
  "waiting_hr_approval",
];
export const isGranted = ({ status }: { status: string }): boolean =>
  grantedLeaveStatuses.some((granted) => granted === status);
export const isUndecided = ({ status }: { status: string }): boolean =>
  undecidedLeaveStatuses.some((undecided) => undecided === status);

/** Status after HR enters the leave for an employee; null if HR cannot enter it. */
export function statusAfterEntry(status: string): LeaveStatus | null {
  const before = leaveWorkflow.resolveState({ value: status as LeaveStatus, context: { steps: [], at: 0 } });
  if (!before.can({ type: "ENTER" })) return null;
  const [after] = transition(leaveWorkflow, before, { type: "ENTER" });
  return after.value as LeaveStatus;
}

export const leaveLifecycle = createRequestLifecycle(leaveWorkflow, undecidedLeaveStatuses);
