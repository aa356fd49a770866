import { assign, setup, transition } from "xstate";
import type { Progress, RequestAction, RequestWorkflow } from "../approvals/approvals.workflow";

/** Who a step of the chain belongs to, as far as statuses tell them apart. */
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

/** What every request can go through, and what is done once it is decided. */
export type FinanceAction = RequestAction | "PAY" | "SETTLE" | "ARCHIVE" | "RESTORE";

/** Where a request stands; of a cash advance also whether anything is still owed. */
export interface FinanceProgress extends Progress {
  /** Null for what needs no settlement; else whether it is settled. */
  settled?: boolean | null;
}

interface FinanceContext {
  steps: readonly FinanceStep[];
  /** The step that is asked now. */
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
 * The life of a finance request: the one place that says what may follow what. The server moves requests by it, the
 * client asks it for its buttons; who may do it is the policy's business.
 * Submitted and asked are passed through: sending and deciding route at once.
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
    paid: { on: { SETTLE: { guard: "owes", target: "paid" }, ARCHIVE: { guard: "owesNothing", target: "archived" } } },
    archived: { on: { RESTORE: "paid" } },
    changes_requested: { on: { RESUBMIT: { target: "submitted", actions: "fromTheStart" }, CANCEL: "cancelled" } },
    rejected: { on: { RESUBMIT: { target: "submitted", actions: "fromTheStart" } } },
    cancelled: { type: "final" },
  },
});

const requestActions: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];
const ownActions = ["PAY", "SETTLE", "ARCHIVE", "RESTORE"] as const;

const snapshotOf = ({ status, steps, at, settled = null }: FinanceProgress) =>
  financeWorkflow.resolveState({
    value: status as FinanceStatus,
    context: { steps: steps as readonly FinanceStep[], at, settled },
  });

/** Everything that is possible now. */
export function financeActions(progress: FinanceProgress): FinanceAction[] {
  const snapshot = snapshotOf(progress);
  return [...requestActions, ...ownActions].filter((type) => snapshot.can({ type }));
}

/** Where an action leads; null when it isn't possible now. */
export function afterFinance(progress: FinanceProgress, action: FinanceAction): FinanceProgress | null {
  const before = snapshotOf(progress);
  if (!before.can({ type: action })) return null;
  const [after] = transition(financeWorkflow, before, { type: action });
  return { ...progress, status: after.value as FinanceStatus, at: after.context.at };
}

/** Somebody has to decide. */
export const undecidedFinance: readonly FinanceStatus[] = [
  "submitted",
  "waiting_manager_approval",
  "waiting_finance_approval",
];

/** Sent, and nobody has refused it or taken it back: it is on the way to being paid, or paid. */
export const openFinance: readonly FinanceStatus[] = [...undecidedFinance, "approved"];

/** What is spent, or will be: what a budget counts beside what waits. */
export const grantedFinance: readonly FinanceStatus[] = ["approved", "paid", "archived"];

/** How the engine of approvals asks the workflow. */
export const financeLife: RequestWorkflow = {
  actions: (progress) =>
    financeActions(progress).filter((action): action is RequestAction =>
      (requestActions as readonly string[]).includes(action),
    ),
  after: afterFinance,
  isWaiting: (status) => undecidedFinance.includes(status as FinanceStatus),
};
