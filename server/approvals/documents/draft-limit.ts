import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/** Limit of drafts per user and family: lists and exports contain all of them. Sent requests need no limit because approvers see them. */
export const maxDrafts = 500;

const draftsOf = sql(
  "drafts.count",
  `SELECT count(*)::int AS count FROM request
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND family = $2 AND status = 'draft'`,
);

export async function enforceDraftLimit(tx: Tx, userId: number, family: RequestFamily): Promise<void> {
  const drafts = await tx.one<{ count: number }>(draftsOf, [userId, family]);
  if ((drafts?.count ?? 0) >= maxDrafts) throw invalidFieldProblem("draft", "request.tooManyDrafts");
}
