import type { Duplicate } from "../../../shared/requests/expenses/expenses.contract";
import { type CheckedItem, type Violation, violationsOf } from "../../../shared/requests/expenses/expenses.rules";
import { groupBy } from "../../../shared/kernel/group-by";
import { readableRequests } from "../../approvals/approvals/request-readers.policy";
import type { RequestRow } from "../../approvals/approvals/request.entity";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { checkedItems, duplicatesOfClaims } from "./expenses.sql";

interface DuplicateRow extends Pick<RequestRow, "family" | "requesterId" | "status" | "sentAt"> {
  claim_id: number;
  item_id: number;
  kind: Duplicate["kind"];
  otherId: number;
  number: string | null;
}

/** Possible duplicates of a claim's items. Claims that the actor may not see aren't named. */
export async function duplicatesFor(tx: Tx, actor: Actor, claimId: number): Promise<Duplicate[]> {
  const rows = await tx.rows<DuplicateRow>(duplicatesOfClaims, [[claimId]]);
  const readable = await readableRequests(
    tx,
    actor,
    rows.map(({ otherId, ...other }) => ({ ...other, id: otherId })),
  );
  const found = new Map<string, Duplicate>();
  for (const { item_id, kind, otherId, number } of rows) {
    const claim = readable.has(otherId) ? { id: otherId, number } : null;
    found.set(`${item_id} ${kind} ${claim?.id}`, { item_id, kind, claim });
  }
  return [...found.values()];
}

/** Violated limits and missing receipts by claim. */
export async function violationsByClaim(tx: Tx, claimIds: readonly number[]): Promise<Map<number, Violation[]>> {
  const rows = await tx.rows<CheckedItem & { claim_id: number; currency: string }>(checkedItems, [[...claimIds]]);
  const byClaim = groupBy(rows, ({ claim_id }) => claim_id);
  return new Map([...byClaim].map(([id, items]) => [id, violationsOf(items, items[0]?.currency ?? "")]));
}

/** Number of violations and items with a possible duplicate, by claim. */
export async function warningCounts(tx: Tx, claimIds: readonly number[]): Promise<Map<number, number>> {
  const violations = await violationsByClaim(tx, claimIds);
  const duplicates = groupBy(await tx.rows<DuplicateRow>(duplicatesOfClaims, [[...claimIds]]), (row) => row.claim_id);
  const itemsOf = (id: number) => new Set(duplicates.get(id)?.map(({ item_id }) => item_id)).size;
  return new Map(claimIds.map((id) => [id, (violations.get(id)?.length ?? 0) + itemsOf(id)]));
}
