import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { ListedRequest, RequestFamilyService } from "../approvals/request-family.service";
import { presentRequest } from "../approvals/approvals.present";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { presentLeave } from "./leave.present";
import { leftAfter } from "./leave-after.read";
import { decideLeave, undoLeaveDecision, visibleLeave } from "./leave-requests.service";
import { type LeaveRow, leaveByIds } from "./leave.sql";

// What an approver looks at first, beside what is left: who else is away then.
const beside = sql(
  "leave.beside",
  `SELECT l.id,
     (SELECT count(*)::int FROM leave_request o JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id
      WHERE o.tenant_id = l.tenant_id AND o.live AND o.halves && l.halves AND o.user_id <> l.user_id
        AND u.department_id = me.department_id) AS also_away
   FROM leave_request l JOIN app_user me ON me.tenant_id = l.tenant_id AND me.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1)`,
);

/** Leave as the inbox shows it: dates and days, what is left, who else is away. */
async function leaveEntries(
  tx: Tx,
  ids: readonly number[],
  steps: ReadonlyMap<number, readonly RequestStep[]>,
): Promise<Map<number, ListedRequest>> {
  const [rows, facts, left] = await Promise.all([
    tx.rows<LeaveRow>(leaveByIds, [[...ids]]),
    tx.rows<{ id: number; also_away: number }>(beside, [[...ids]]),
    leftAfter(tx, ids),
  ]);
  const byId = new Map(facts.map((row) => [row.id, row]));
  return new Map(
    rows.map((row) => {
      const told = byId.get(row.id);
      return [
        row.id,
        {
          request: presentRequest(row, steps.get(row.id) ?? []),
          facts: {
            leave_type: row.leaveType,
            start_date: row.startDate,
            end_date: row.endDate,
            start_half: row.fromNoon ? "afternoon" : null,
            end_half: row.toNoon ? "morning" : null,
            days: row.days,
            reason: row.reason,
            balance_after: left.get(row.id)?.after ?? null,
            balance_now: left.get(row.id)?.now ?? null,
            also_away: told?.also_away ?? 0,
          },
        },
      ];
    }),
  );
}

const kinds = sql(
  "leave.kinds",
  `SELECT id::text AS type, name, translations FROM leave_type WHERE tenant_id = current_tenant()`,
);

export const leaveRequests: RequestFamilyService = {
  feature: "leave_management",
  entries: leaveEntries,
  async rows(tx, ids, steps) {
    const rows = await tx.rows<LeaveRow>(leaveByIds, [[...ids]]);
    return new Map(rows.map((row) => [row.id, presentLeave(row, steps.get(row.id) ?? [])]));
  },
  kindNames: (tx) => tx.rows(kinds),
  decide: decideLeave,
  undo: undoLeaveDecision,
  visible: visibleLeave,
};
