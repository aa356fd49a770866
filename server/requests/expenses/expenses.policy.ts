import type { NextStatus, RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { compareAmounts } from "../../../shared/kernel/money";
import { moneyActions } from "../../../shared/requests/money/money.workflow";
import { expenseLifecycle } from "../../../shared/requests/expenses/expenses.workflow";
import type { RequestFamilyRules } from "../../approvals/approvals/approvals.service";
import type { FourEyesState } from "../../approvals/approvals/four-eyes.policy";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import type { Actor } from "../../platform/session";
import { expenseName, type ExpenseRow } from "./expenses.sql";

/** Rules of expense claims for the approval engine. Steps decided by a role are finance steps, all others are manager steps. */
export const expenseRules: RequestFamilyRules = {
  family: "expense",
  workflow: expenseLifecycle,
  kindOf: ({ approver }) => (approver === "role" ? "finance" : "manager"),
  follows: (request) => nextExpenseStatus(request as ExpenseRow),
  title: async (tx, id) => (await tx.one<{ name: string }>(expenseName, [id]))?.name ?? "",
};

/** Whether a cash advance covers the whole claim, so that nothing is paid. */
export const isCovered = ({ status, amount, advanceAmount }: ExpenseRow): boolean =>
  status === "approved" && compareAmounts(advanceAmount, "0") > 0 && compareAmounts(advanceAmount, amount) >= 0;

export const nextExpenseStatus = (claim: ExpenseRow): NextStatus =>
  claim.status === "approved" && !isCovered(claim)
    ? { status: "paid", action: "pay", approver: null, role: claim.payer, day: null }
    : null;

export const canSeeAllExpenses = (actor: Pick<Actor, "permissions">): boolean => canSeeAllRequests(actor, "expense");

/**
 * @param decides whether the actor may decide the active step.
 * @param complete whether nothing prevents sending.
 * @param apart whether separation of duties affects payments by the actor.
 */
export function permittedActions(
  actor: Actor,
  request: ExpenseRow,
  steps: readonly RequestStep[],
  { decides, complete, apart }: { decides: boolean; complete: boolean; apart: FourEyesState | null },
) {
  const round = steps.filter((step) => step.round === request.round);
  const kinds = round.map((step) => expenseRules.kindOf({ approver: step.by }));
  const possible = moneyActions({ status: request.status, steps: kinds, at: request.step });
  const own = request.requesterId === actor.id;
  const creates = own && actor.permissions.has("expense-create");
  const sendable = creates && (possible.includes("SEND") || possible.includes("RESUBMIT"));
  return {
    edit: sendable,
    delete: creates && request.status === "draft" && request.code === null,
    send: sendable && complete,
    approve: decides && possible.includes("APPROVE"),
    reject: decides && possible.includes("REJECT"),
    request_changes: decides && possible.includes("REQUEST_CHANGES"),
    pay:
      actor.permissions.has("expense-pay") &&
      !own &&
      possible.includes("PAY") &&
      apart !== "somebody_else" &&
      !isCovered(request),
    cancel: own && request.code !== null && possible.includes("CANCEL"),
  };
}
