import { assign, setup } from "xstate";
import type { RequestAction } from "../approvals/approvals.workflow";
import { requestLife } from "../approvals/request-life";

/** Who a step of the chain belongs to, as far as statuses tell them apart. */
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
  /** The step that is asked now. */
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

const sentAgain = { RESUBMIT: { target: "pending", actions: "fromTheStart" } } as const;

/**
 * The life of a filled form: the one place that says what may follow what. The states are those of leave; a form may
 * also ask people and offices that are neither manager nor HR. What is granted stays granted.
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
    pending: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
        { guard: "otherIsNext", target: "waiting_approval" },
      ],
    },
    waiting_manager_approval: asking("approved_by_manager", "rejected_by_manager"),
    waiting_hr_approval: asking("passed", "rejected_by_hr"),
    waiting_approval: asking("passed", "rejected"),
    /** Final where nobody but managers is asked. */
    approved_by_manager: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
        { guard: "otherIsNext", target: "waiting_approval" },
        { guard: "othersHaveDecided", target: "approved" },
      ],
    },
    /** Passed through; never kept. */
    passed: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "hrIsNext", target: "waiting_hr_approval" },
        { guard: "otherIsNext", target: "waiting_approval" },
        { target: "approved" },
      ],
    },
    approved: { type: "final" },
    changes_requested: { on: { ...sentAgain, CANCEL: "cancelled" } },
    rejected_by_manager: { on: sentAgain },
    rejected_by_hr: { on: sentAgain },
    rejected: { on: sentAgain },
    cancelled: { type: "final" },
  },
});

/** Somebody has to decide. */
export const undecidedForms: readonly FormStatus[] = [
  "pending",
  "waiting_manager_approval",
  "waiting_hr_approval",
  "waiting_approval",
];
export const grantedForms: readonly FormStatus[] = ["approved", "approved_by_manager"];

/** How both sides ask the workflow. */
export const formLife = requestLife(formWorkflow, undecidedForms);
