import { lacksForSending } from "../../shared/finance/finance.schema";
import { type FinanceAction, financeActions, financeLife } from "../../shared/finance/finance.workflow";
import type { NextStatus, RequestStep } from "../../shared/approvals/approvals.contract";
import { Problem } from "../../shared/kernel/problems";
import type { FamilyRules } from "../approvals/approvals.service";
import { seesAll } from "../approvals/request-readers.policy";
import type { Apart } from "../approvals/four-eyes.service";
import type { Actor } from "../platform/session";
import { type FinanceRow, type ItemRow, nameOfRequest } from "./finance.sql";

/** What the engine of approvals must know of finance. A role that is asked is finance; people are managers. */
export const financeRules: FamilyRules = {
  family: "finance",
  workflow: financeLife,
  kindOf: ({ approver }) => (approver === "role" ? "finance" : "manager"),
  follows: (request) => followsFinance(request as FinanceRow),
  title: async (tx, id) => (await tx.one<{ name: string }>(nameOfRequest, [id]))?.name ?? "",
};

/** What is done with what was approved: it is paid, an advance is settled, and the schedule takes it to the archive. */
export function followsFinance({ status, settled, payer, neededBy, archiveOn }: FinanceRow): NextStatus {
  const byPayer = { approver: null, role: payer };
  if (status === "approved") return { status: "paid", action: "pay", ...byPayer, day: neededBy };
  if (status !== "paid") return null;
  if (settled === false) return { status: "paid", action: "settle", ...byPayer, day: null };
  return { status: "archived", action: "archive", approver: null, role: null, day: archiveOn };
}

/** Who pays, and who sets how, sees every request. */
export const seesAllFinance = (actor: Pick<Actor, "permissions">): boolean => seesAll(actor, "finance");

/** Its requester; and finance what is approved and wasn't paid. @throws Problem 403. */
export function authorizeCancelling(actor: Actor, request: FinanceRow): void {
  if (request.requesterId === actor.id) return;
  if (!(actor.permissions.has("payment-pay") && request.status === "approved")) throw new Problem("permission.denied");
}

/** @throws Problem 403 for one's own: nobody pays or settles what they asked for themselves. */
export function refuseOwn(actor: Actor, request: FinanceRow): void {
  if (request.requesterId === actor.id) throw new Problem("request.own");
}

/** What the workflow allows now. */
export function possibleActions(request: FinanceRow, steps: readonly RequestStep[]): FinanceAction[] {
  const round = steps.filter((step) => step.round === request.round);
  const kinds = round.map((step) => financeRules.kindOf({ approver: step.by }));
  return financeActions({ status: request.status, steps: kinds, at: request.step, settled: request.settled });
}

/** What this reader may do, out of that. `decides`: the step that is asked is theirs. `apart`: four eyes on their paying. */
export function permittedActions(
  actor: Actor,
  request: FinanceRow,
  items: readonly ItemRow[],
  possible: readonly FinanceAction[],
  { decides, apart }: { decides: boolean; apart: Apart | null },
) {
  const can = (action: FinanceAction) => possible.includes(action);
  const own = request.requesterId === actor.id;
  const creates = own && actor.permissions.has("payment-create");
  const sendable = can("SEND") || can("RESUBMIT");
  const pays = actor.permissions.has("payment-pay");
  return {
    edit: creates && sendable,
    delete: creates && request.status === "draft" && request.code === null,
    send: creates && sendable && Object.keys(lacksForSending(items, request.currency)).length === 0,
    approve: decides && can("APPROVE"),
    reject: decides && can("REJECT"),
    request_changes: decides && can("REQUEST_CHANGES"),
    cancel: can("CANCEL") && (own || (pays && request.status === "approved")),
    pay: pays && !own && can("PAY") && apart !== "somebody_else",
    settle: pays && !own && can("SETTLE"),
    archive: seesAllFinance(actor) && can("ARCHIVE"),
    restore: seesAllFinance(actor) && can("RESTORE"),
  };
}
