import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { toMoney } from "../../../shared/kernel/money";
import { audienceOfRequests } from "../../approvals/approvals/request-audience.service";
import { notifyUsers } from "../../communication/notifications/notify.service";
import type { Tx } from "../../platform/database/unit-of-work";
import { budgetOwnerFor } from "./finance-budget.service";
import { type FinanceDetailRow, findFinance } from "./finance.sql";

/**
 * Notifies the budget's owner when a request exceeds the budget, unless the owner is the requester or an approver, or may not see the
 * request.
 */
export async function notifyOwnerOfExceededBudget(
  tx: Tx,
  id: number,
  requesterId: number,
  year: number | null,
): Promise<void> {
  const ownerId = await budgetOwnerFor(tx, requesterId, year);
  if (ownerId === null || ownerId === requesterId) return;
  const owner = (await audienceOfRequests(tx, [id])).find((reader) => reader.id === ownerId);
  if (!owner || owner.decides) return;
  const { title, code, amount, currency, requester } = (await tx.one<FinanceDetailRow>(findFinance, [
    id,
  ])) as FinanceDetailRow;
  const facts = { title, amount: toMoney(amount, currency), currency, ...(code === null ? {} : { number: code }) };
  await notifyUsers(tx, { eventId: null, sender: requester }, [
    {
      kind: "request.overBudget",
      people: [{ id: ownerId, reason: null }],
      values: { sender: requester.fullname, ...facts },
      path: requestPath({ id, family: "finance" }),
      subject: title,
      taskId: null,
      projectId: null,
      requestId: id,
    },
  ]);
}
