import { missingForSubmission, type SubmittableRequest } from "../../../shared/requests/finance/finance.schema";
import { type MoneyAction, moneyActions, moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import type { NextStatus, RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
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
export function nextFinanceStatus({ status, settled, payer, neededBy, dueOn, archiveOn }: FinanceRow): NextStatus {
  const byPayer = { approver: null, role: payer };
  if (status === "approved") return { status: "paid", action: "pay", ...byPayer, day: dueOn ?? neededBy };
  if (status !== "paid") return null;
  if (settled === false) return { status: "paid", action: "settle", ...byPayer, day: null };
  return { status: "archived", action: "archive", approver: null, role: null, day: archiveOn };
}

/** Users who pay and users who manage the finance settings see every request. */
export const canSeeAllFinance = (actor: Pick<Actor, "permissions">): boolean => canSeeAllRequests(actor, "finance");

/**
 * Allowed for the requester, and for payers while the request is approved and unpaid.
 * @throws Problem 403.
 */
export function authorizeCancelling(actor: Actor, request: FinanceRow): void {
  if (request.requesterId === actor.id) return;
  if (!(actor.permissions.has("payment-pay") && request.status === "approved")) throw new Problem("permission.denied");
}

/** @throws Problem 403 for the actor's own request: users may not pay or settle their own requests. */
export function refuseOwnRequest(actor: Actor, request: FinanceRow): void {
  if (request.requesterId === actor.id) throw new Problem("request.own");
}

export function possibleActions(request: FinanceRow, steps: readonly RequestStep[]): MoneyAction[] {
  const round = steps.filter((step) => step.round === request.round);
  const kinds = round.map((step) => financeRules.kindOf({ approver: step.by }));
  return moneyActions({ status: request.status, steps: kinds, at: request.step, settled: request.settled });
}

/** Fields that determine whether a request is complete. */
export const submittableFieldsOf = (request: FinanceDetailRow, items: readonly ItemRow[]): SubmittableRequest => ({
  type: request.type,
  currency: request.currency,
  supplier: request.supplier,
  invoice_number: request.invoiceNumber,
  invoice_date: request.invoiceDate,
  no_file_reason: request.noFileReason,
  has_file: request.hasFile,
  items,
});

/**
 * Returns the actions that the reader may perform.
 * @param decides whether the reader may decide the active step.
 * @param apart whether separation of duties applies to payments by the reader.
 */
export function permittedActions(
  actor: Actor,
  request: FinanceDetailRow,
  items: readonly ItemRow[],
  possible: readonly MoneyAction[],
  { decides, apart }: { decides: boolean; apart: FourEyesState | null },
) {
  const can = (action: MoneyAction) => possible.includes(action);
  const own = request.requesterId === actor.id;
  const creates = own && actor.permissions.has("payment-create");
  const sendable = can("SEND") || can("RESUBMIT");
  const pays = actor.permissions.has("payment-pay");
  return {
    edit: creates && sendable,
    delete: creates && request.status === "draft" && request.code === null,
    send: creates && sendable && Object.keys(missingForSubmission(submittableFieldsOf(request, items))).length === 0,
    approve: decides && can("APPROVE"),
    reject: decides && can("REJECT"),
    request_changes: decides && can("REQUEST_CHANGES"),
    cancel: can("CANCEL") && (own || (pays && request.status === "approved")),
    pay: pays && !own && can("PAY") && apart !== "somebody_else",
    settle: pays && !own && can("SETTLE"),
    archive: canSeeAllFinance(actor) && can("ARCHIVE"),
    restore: canSeeAllFinance(actor) && can("RESTORE"),
  };
}
