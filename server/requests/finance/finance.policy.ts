import type { SubmittableRequest } from "../../../shared/requests/finance/finance.schema";
import { moneyActions, moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import type { NextStatus } from "../../../shared/approvals/approvals/approvals.contract";
import { Problem } from "../../../shared/kernel/problems";
import type { RequestFamilyRules } from "../../approvals/approvals/approvals.service";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import type { FourEyesState } from "../../approvals/approvals/four-eyes.policy";
import type { Actor } from "../../platform/session";
import { type FinanceDetailRow, type FinanceRow, type ItemRow, financeRequestName } from "./finance.sql";

/** Rules of finance for the approval engine. Steps decided by a role are finance steps, all others are manager steps. */
export const financeRules: RequestFamilyRules = {
  family: "finance",
  workflow: moneyLifecycle,
  kindOf: ({ approver }) => (approver === "role" ? "finance" : "manager"),
  follows: (request) => nextFinanceStatus(request as FinanceRow),
  title: async (tx, id) => (await tx.one<{ name: string }>(financeRequestName, [id]))?.name ?? "",
};

/** Next action for an approved request: payment, then settlement of an advance, then archiving by the schedule. */
export function nextFinanceStatus({ status, settled, payer, needed_by, due_on, archiveOn }: FinanceRow): NextStatus {
  const byPayer = { approver: null, role: payer };
  if (status === "approved") return { status: "paid", action: "pay", ...byPayer, day: due_on ?? needed_by };
  if (status !== "paid") return null;
  if (settled === false) return { status: "paid", action: "settle", ...byPayer, day: null };
  return { status: "archived", action: "archive", approver: null, role: null, day: archiveOn };
}

/**
 * Allowed for the requester, and for payers while the request is approved and unpaid.
 * @throws Problem 403.
 */
export function authorizeCancelling(actor: Actor, request: FinanceRow): void {
  if (!mayCancel(actor, request)) throw new Problem("permission.denied");
}

/** @throws Problem 403 for the actor's own request: users may not pay or settle their own requests. */
export function refuseOwnRequest(actor: Actor, request: FinanceRow): void {
  if (request.requesterId === actor.id) throw new Problem("request.own");
}

/** Fields that determine whether a request is complete. */
export const submittableFieldsOf = (request: FinanceDetailRow, items: readonly ItemRow[]): SubmittableRequest => ({
  ...request,
  has_file: request.hasFile,
  items,
});

/** Permissions of the reader on a request after its approval. @param apart whether separation of duties affects payments by the reader. */
export function paymentActions(actor: Actor, request: FinanceRow, apart: FourEyesState | null) {
  const { status, step: at, settled } = request;
  const possible = moneyActions({ status, steps: [], at, settled });
  const pays = actor.permissions.has("payment-pay") && request.requesterId !== actor.id;
  const archives = canSeeAllRequests(actor, "finance");
  return {
    pay: pays && possible.includes("PAY") && apart !== "somebody_else",
    settle: pays && possible.includes("SETTLE"),
    archive: archives && possible.includes("ARCHIVE"),
    restore: archives && possible.includes("RESTORE"),
  };
}

export const mayCancel = (actor: Actor, request: FinanceRow): boolean =>
  request.requesterId === actor.id || (actor.permissions.has("payment-pay") && request.status === "approved");
