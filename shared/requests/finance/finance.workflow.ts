import { assign, setup, transition } from "xstate";
import type { WorkflowProgress, RequestAction, RequestWorkflow } from "../../approvals/approvals/approvals.workflow";

export type FinanceStep = "manager" | "finance";

export const financeStatuses = [
  "draft",
  "submitted",
  "waiting_manager_approval",
  "waiting_finance_approval",
  "approved",
  "paid",
  "archived",
  "changes_requested",
  "rejected",
  "cancelled",
] as const;
export type FinanceStatus = (typeof financeStatuses)[number];

/** `RETURN` means that the bank returned the payment. */
export type FinanceAction = RequestAction | "PAY" | "RETURN" | "SETTLE" | "ARCHIVE" | "RESTORE";

export interface FinanceProgress extends WorkflowProgress {
  /** Whether the cash advance is settled; null if no settlement is needed. */
  settled?: boolean | null;
}

interface FinanceContext {
  steps: readonly FinanceStep[];
  at: number;
  settled: boolean | null;
}

const decisions = {
  APPROVE: { target: "asked", actions: "next" },
  REJECT: "rejected",
  REQUEST_CHANGES: "changes_requested",
  CANCEL: "cancelled",
} as const;

/**
 * State machine of finance requests. The server uses it for transitions and the client for buttons, whereas the policy checks permissions.
 * `submitted` and `asked` are transient states that continue immediately to the next status.
 */
export const financeWorkflow = setup({
  types: {
    context: {} as FinanceContext,
    input: {} as FinanceContext,
    events: {} as { type: FinanceAction },
  },
  guards: {
    managerIsNext: ({ context: { steps, at } }) => steps[at] === "manager",
    financeIsNext: ({ context: { steps, at } }) => steps[at] === "finance",
    owes: ({ context }) => context.settled === false,
    owesNothing: ({ context }) => context.settled !== false,
  },
  actions: {
    next: assign({ at: ({ context }) => context.at + 1 }),
    fromTheStart: assign({ at: 0 }),
  },
}).createMachine({
  id: "finance",
  context: ({ input }) => input,
  initial: "draft",
  states: {
    draft: { on: { SEND: { target: "submitted", actions: "fromTheStart" }, CANCEL: "cancelled" } },
    submitted: { always: "asked", on: { CANCEL: "cancelled" } },
    asked: {
      always: [
        { guard: "managerIsNext", target: "waiting_manager_approval" },
        { guard: "financeIsNext", target: "waiting_finance_approval" },
        { target: "approved" },
      ],
    },
    waiting_manager_approval: { on: decisions },
    waiting_finance_approval: { on: decisions },
    approved: { on: { PAY: "paid", CANCEL: "cancelled" } },
    paid: {
      on: {
        RETURN: "approved",
        SETTLE: { guard: "owes", target: "paid" },
        ARCHIVE: { guard: "owesNothing", target: "archived" },
      },
    },
    archived: { on: { RESTORE: "paid" } },
    changes_requested: { on: { RESUBMIT: { target: "submitted", actions: "fromTheStart" }, CANCEL: "cancelled" } },
    rejected: { on: { RESUBMIT: { target: "submitted", actions: "fromTheStart" } } },
    cancelled: { type: "final" },
  },
});

const requestActions: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];
const ownActions = ["PAY", "RETURN", "SETTLE", "ARCHIVE", "RESTORE"] as const;

const snapshotOf = ({ status, steps, at, settled = null }: FinanceProgress) =>
  financeWorkflow.resolveState({
    value: status as FinanceStatus,
    context: { steps: steps as readonly FinanceStep[], at, settled },
  });

export function financeActions(progress: FinanceProgress): FinanceAction[] {
  const snapshot = snapshotOf(progress);
  return [...requestActions, ...ownActions].filter((type) => snapshot.can({ type }));
}

export function financeProgressAfter(progress: FinanceProgress, action: FinanceAction): FinanceProgress | null {
  const before = snapshotOf(progress);
  if (!before.can({ type: action })) return null;
  const [after] = transition(financeWorkflow, before, { type: action });
  return { ...progress, status: after.value as FinanceStatus, at: after.context.at };
}

export const undecidedFinanceStatuses: readonly FinanceStatus[] = [
  "submitted",
  "waiting_manager_approval",
  "waiting_finance_approval",
];

/** Statuses of requests that were sent and not yet rejected, cancelled or paid. */
export const openFinanceStatuses: readonly FinanceStatus[] = [...undecidedFinanceStatuses, "approved"];

export const financeLifecycle: RequestWorkflow = {
  actions: (progress) =>
    financeActions(progress).filter((action): action is RequestAction =>
      (requestActions as readonly string[]).includes(action),
    ),
  after: financeProgressAfter,
  isWaiting: (status) => undecidedFinanceStatuses.includes(status as FinanceStatus),
};
