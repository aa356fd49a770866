import { invalid } from "../../shared/kernel/problems";
import type { RequestFamily } from "../../shared/requests/families";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** What is sent others see and answer; drafts one could make by the thousand, and lists and files have all of them. */
export const mostDrafts = 500;

const draftsOf = sql(
  "drafts.count",
  `SELECT count(*)::int AS count FROM request
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND family = $2 AND status = 'draft'`,
);

/** Before a draft is made: of each family a person has so many. @throws Problem 422 for one too many. */
export async function requireRoomForDraft(tx: Tx, userId: number, family: RequestFamily): Promise<void> {
  const there = await tx.one<{ count: number }>(draftsOf, [userId, family]);
  if ((there?.count ?? 0) >= mostDrafts) throw invalid("draft", "request.tooManyDrafts");
}
