import { assign, setup } from "xstate";
import type { WorkflowProgress, RequestAction } from "../../approvals/approvals/approvals.workflow";
import { createLifecycle, createRequestLifecycle, requestActions } from "../../approvals/approvals/request-lifecycle";

export type MoneyStep = "manager" | "finance";

export const moneyStatuses = [
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
export type MoneyStatus = (typeof moneyStatuses)[number];

/** `RETURN` means that the bank returned the payment. */
export type MoneyAction = RequestAction | "PAY" | "RETURN" | "SETTLE" | "ARCHIVE" | "RESTORE";

export interface MoneyProgress extends WorkflowProgress {
  /** Whether the cash advance is settled; null if no settlement is needed. */
  settled?: boolean | null;
}

interface MoneyContext {
  steps: readonly MoneyStep[];
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
 * State machine of requests that are paid: finance requests and expense claims. The server uses it for transitions and the client for buttons, whereas the policy checks permissions.
 * `submitted` and `asked` are transient states that continue immediately to the next status.
 */
export const moneyWorkflow = setup({
  types: {
    context: {} as MoneyContext,
    input: {} as MoneyContext,
    events: {} as { type: MoneyAction },
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
  id: "money",
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

const { actions, after } = createLifecycle<MoneyProgress, MoneyAction>(
  moneyWorkflow,
  [...requestActions, "PAY", "RETURN", "SETTLE", "ARCHIVE", "RESTORE"],
  ({ steps, at, settled = null }) => ({ steps, at, settled }),
);
export const moneyActions = actions;
export const moneyProgressAfter = after;

export const undecidedMoneyStatuses: readonly MoneyStatus[] = [
  "submitted",
  "waiting_manager_approval",
  "waiting_finance_approval",
];

/** Statuses of requests that were sent and not yet rejected, cancelled or paid. */
export const openMoneyStatuses: readonly MoneyStatus[] = [...undecidedMoneyStatuses, "approved"];

export const moneyLifecycle = createRequestLifecycle(moneyWorkflow, undecidedMoneyStatuses);
