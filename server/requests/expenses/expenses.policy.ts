import type { NextStatus } from "../../../shared/approvals/approvals/approvals.contract";
import { compareAmounts } from "../../../shared/kernel/money";
import { expenseLifecycle } from "../../../shared/requests/expenses/expenses.workflow";
import type { RequestFamilyRules } from "../../approvals/approvals/approvals.service";
import type { FourEyesState } from "../../approvals/approvals/four-eyes.policy";
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

/** Whether the actor may pay the claim. @param apart whether separation of duties affects payments by the actor. */
export const mayPay = (actor: Actor, claim: ExpenseRow, apart: FourEyesState | null): boolean =>
  actor.permissions.has("expense-pay") &&
  claim.requesterId !== actor.id &&
  claim.status === "approved" &&
  apart !== "somebody_else" &&
  !isCovered(claim);
