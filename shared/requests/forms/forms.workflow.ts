import { assign, setup } from "xstate";
import type { RequestAction } from "../../approvals/approvals/approvals.workflow";
import { createRequestLifecycle } from "../../approvals/approvals/request-lifecycle";

export type FormStepKind = "manager" | "hr" | "other";

export const formStatuses = [
  "draft",
  "pending",
  "waiting_manager_approval",
  "approved_by_manager",
  "waiting_hr_approval",
  "waiting_approval",
  "approved",
  "changes_requested",
  "rejected_by_manager",
  "rejected_by_hr",
  "rejected",
  "cancelled",
] as const;
export type FormStatus = (typeof formStatuses)[number];

interface FormContext {
  steps: readonly FormStepKind[];
  at: number;
}

const asking = (
  approved: "approved_by_manager" | "passed",
  rejected: "rejected_by_manager" | "rejected_by_hr" | "rejected",
) =>
  ({
    on: {
      APPROVE: { target: approved, actions: "next" },
      REJECT: rejected,
      REQUEST_CHANGES: "changes_requested",
      CANCEL: "cancelled",
    },
  }) as const;

const nextStep = [
  { guard: "managerIsNext", target: "waiting_manager_approval" },
  { guard: "hrIsNext", target: "waiting_hr_approval" },
  { guard: "otherIsNext", target: "waiting_approval" },
] as const;

const sentAgain = { RESUBMIT: { target: "pending", actions: "fromTheStart" } } as const;

/**
 * State machine of form requests: the states of leave requests, plus steps decided by other users and roles. Approved requests cannot be
 * cancelled.
 */
const formWorkflow = setup({
  types: {
    context: {} as FormContext,
    input: {} as FormContext,
    events: {} as { type: RequestAction },
  },
  guards: {
    managerIsNext: ({ context: { steps, at } }) => steps[at] === "manager",
    hrIsNext: ({ context: { steps, at } }) => steps[at] === "hr",
    otherIsNext: ({ context: { steps, at } }) => steps[at] === "other",
    othersHaveDecided: ({ context: { steps } }) => steps.some((step) => step !== "manager"),
  },
  actions: {
    next: assign({ at: ({ context }) => context.at + 1 }),
    fromTheStart: assign({ at: 0 }),
  },
}).createMachine({
  id: "form",
  context: ({ input }) => input,
  initial: "draft",
  states: {
    draft: { on: { SEND: { target: "pending", actions: "fromTheStart" }, CANCEL: "cancelled" } },
    pending: { always: nextStep },
    waiting_manager_approval: asking("approved_by_manager", "rejected_by_manager"),
    waiting_hr_approval: asking("passed", "rejected_by_hr"),
    waiting_approval: asking("passed", "rejected"),
    /** The final status if there are only manager steps. */
    approved_by_manager: { always: [...nextStep, { guard: "othersHaveDecided", target: "approved" }] },
    /** Transient state, never stored. */
    passed: { always: [...nextStep, { target: "approved" }] },
    approved: { type: "final" },
    changes_requested: { on: { ...sentAgain, CANCEL: "cancelled" } },
    rejected_by_manager: { on: sentAgain },
    rejected_by_hr: { on: sentAgain },
    rejected: { on: sentAgain },
    cancelled: { type: "final" },
  },
});

export const undecidedFormStatuses: readonly FormStatus[] = [
  "pending",
  "waiting_manager_approval",
  "waiting_hr_approval",
  "waiting_approval",
];
export const grantedFormStatuses: readonly FormStatus[] = ["approved", "approved_by_manager"];

export const formLifecycle = createRequestLifecycle(formWorkflow, undecidedFormStatuses);
