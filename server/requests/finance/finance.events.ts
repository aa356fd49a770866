import type { RequestSummary } from "../../../shared/approvals/approvals/approvals.contract";
import { financeFamily } from "../../../shared/approvals/approvals/families";
import type { FinanceEvents } from "../../../shared/requests/finance/finance.events";
import { userStream } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import { namesInEvents } from "../money/paid-request.service";
import { type FinanceRow, usersWithFullAccess } from "./finance.sql";

export type ReferencedRequest = Pick<FinanceRow, "id" | "type" | "status" | "version">;

export const financeReference = ({ id, type, status, version }: ReferencedRequest) => ({
  id,
  family: "finance" as const,
  type,
  status,
  version,
});

export const financeEventPayload = (request: FinanceRow): FinanceEvents["request.archived"] => ({
  ...financeReference(request),
  ...namesInEvents(request),
});

/** Emits a change of the totals that include these requests. Drafts are not part of any total. */
export async function emitFinanceChanges(tx: Tx, requests: readonly RequestSummary[]): Promise<void> {
  const sent = requests
    .filter(({ sent_at }) => sent_at !== null)
    .map((request) => financeReference(request as ReferencedRequest));
  if (sent.length === 0) return;
  for (const id of await financeUserIds(tx)) for (const data of sent) tx.emit("finance.changed", userStream(id), data);
}

export const financeUserIds = (tx: Tx): Promise<number[]> =>
  permissionHolderIds(tx, financeFamily.permissions.seeAll, financeFamily.permissions.list);

export async function permissionHolderIds(
  tx: Tx,
  permissions: readonly string[],
  and: string | null = null,
): Promise<number[]> {
  return (await tx.rows<{ id: number }>(usersWithFullAccess, [permissions, and])).map(({ id }) => id);
}
