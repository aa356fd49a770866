import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { presentFields } from "../../../shared/approvals/documents/document-fields";
import { minusMoney, toMoney } from "../../../shared/kernel/money";
import type { Expense, ExpenseDetail, ExpenseItem } from "../../../shared/requests/expenses/expenses.contract";
import { claimFields } from "../../../shared/requests/expenses/expenses.fields";
import { isRefused, missingForSending } from "../../../shared/requests/expenses/expenses.rules";
import { ownerActions, presentDecisionState } from "../../approvals/documents/document.present";
import { fourEyesState } from "../../approvals/approvals/four-eyes.policy";
import { presentRequest } from "../../approvals/approvals/approvals.present";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { type FileDetails, presentStoredFile } from "../../work/attachments/attachments.present";
import { duplicatesFor, violationsByClaim } from "./expense-warnings.read";
import { expenseRules, mayPay, nextExpenseStatus } from "./expenses.policy";
import { type ExpenseRow, type ItemRow, itemsOfClaims, receiptsOfClaims, requesterFacts } from "./expenses.sql";

export function presentExpense(row: ExpenseRow, steps: readonly RequestStep[]): Expense {
  const { paidOn, payrollMonth } = row;
  return {
    ...presentRequest(row, steps, nextExpenseStatus(row)),
    status: row.status,
    number: row.code,
    ...presentFields(claimFields, row),
    amount: toMoney(row.amount, row.currency),
    currency: row.currency,
    advance_amount: toMoney(row.advanceAmount, row.currency),
    items_count: row.itemsCount,
    reject_reason: row.rejectReason,
    paid:
      paidOn === null
        ? null
        : { date: paidOn, reference: row.paidReference ?? "", by: row.paidBy, payroll_month: payrollMonth },
  };
}

function presentItem({ claim_id: _, ...item }: ItemRow, home: string): Omit<ExpenseItem, "receipts"> {
  const money = (amount: string | null) => (amount === null ? null : toMoney(amount, item.currency));
  return {
    ...item,
    amount: money(item.amount),
    vat_amount: money(item.vat_amount),
    home_amount: toMoney(item.home_amount, home),
  };
}

export async function itemsWithReceipts(tx: Tx, { id, currency }: ExpenseRow): Promise<ExpenseItem[]> {
  const items = await tx.rows<ItemRow>(itemsOfClaims, [[id]]);
  const files = await tx.rows<FileDetails & { item_id: number; claim_id: number }>(receiptsOfClaims, [[id]]);
  return items.map((item) => ({
    ...presentItem(item, currency),
    receipts: files.filter(({ item_id }) => item_id === item.id).map(presentStoredFile),
  }));
}

/** Converts an item to the form in which its completeness is checked. */
export const sendableItem = (item: Pick<ExpenseItem, keyof ItemRow & keyof ExpenseItem>) => ({
  ...item,
  category_id: item.category?.id ?? null,
});

export async function presentExpenseDetail(tx: Tx, actor: Actor, row: ExpenseRow): Promise<ExpenseDetail> {
  const { id } = row;
  const { steps, possible, canDecide, on_behalf_of } = await presentDecisionState(tx, actor, row, expenseRules);
  const items = await itemsWithReceipts(tx, row);
  const violations = (await violationsByClaim(tx, [id])).get(id) ?? [];
  const today = (await tx.one<{ today: string }>(requesterFacts, [row.requesterId]))?.today as string;
  const missing = Object.keys(missingForSending(items.map(sendableItem), today)).length;
  const notes = new Map(items.map((item) => [item.id, item.note]));
  const isBlocked = violations.some((violation) => isRefused(violation, notes.get(violation.item_id)));
  const isComplete = missing === 0 && !isBlocked && items.every(({ rate }) => rate !== null);
  const pays = row.status === "approved" && actor.permissions.has("expense-pay");
  const apart = pays ? await fourEyesState(tx, actor, row, "expense-pay") : null;
  return {
    ...presentExpense(row, steps),
    items,
    violations,
    advance: row.advance_id === null ? null : { id: row.advance_id, number: row.advanceNumber ?? "" },
    to_pay: minusMoney(row.amount, row.advanceAmount, row.currency),
    pay_apart: apart,
    duplicates: await duplicatesFor(tx, actor, id),
    steps,
    can: {
      ...ownerActions(actor, row, possible, { isComplete }),
      ...canDecide,
      pay: mayPay(actor, row, apart),
    },
    on_behalf_of,
  };
}
