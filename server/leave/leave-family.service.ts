import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { Named } from "../../shared/kernel/translations";
import { leaveLife } from "../../shared/leave/leave.workflow";
import { titleOf } from "../../shared/notifications/request.words";
import type { FamilyService, ListedRequest } from "../approvals/request-family.service";
import { presentRequest } from "../approvals/approvals.present";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { registerHolidayRoutes } from "./holidays.routes";
import { registerLeaveBalanceRoutes } from "./leave-balance.routes";
import { registerLeaveCalendarRoutes } from "./leave-calendar.routes";
import { planLeave } from "./leave-chain.service";
import { registerLeaveExportRoutes } from "./leave-export.routes";
import { registerLeaveRequestRoutes } from "./leave-requests.routes";
import { registerLeaveTypeRoutes } from "./leave-types.routes";
import { HolidayEntity, LeaveRequestEntity, LeaveTypeEntity } from "./leave.entity";
import { presentLeave } from "./leave.present";
import { leftAfter } from "./leave-after.read";
import { cancelLeave, decideLeave, discardLeave, undoLeaveDecision, visibleLeave } from "./leave-requests.service";
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

const offered = sql(
  "leave.offered",
  `SELECT id::text AS code, name, translations FROM leave_type
   WHERE tenant_id = current_tenant() AND active ORDER BY lower(name), id`,
);

interface WordFacts {
  leave_type: Named;
  start_date: string;
  end_date: string;
  days: number;
  balance_now: number | null;
}

export const leaveRequests: FamilyService = {
  routes: [
    registerLeaveRequestRoutes,
    registerLeaveExportRoutes,
    registerLeaveTypeRoutes,
    registerHolidayRoutes,
    registerLeaveBalanceRoutes,
    registerLeaveCalendarRoutes,
  ],
  entities: [HolidayEntity, LeaveRequestEntity, LeaveTypeEntity],
  workflow: leaveLife,
  steps: ["manager", "hr"],
  plan: planLeave,
  types: (tx) => tx.rows(offered),
  kindNames: (tx) => tx.rows(kinds),
  entries: leaveEntries,
  async rows(tx, ids, steps) {
    const rows = await tx.rows<LeaveRow>(leaveByIds, [[...ids]]);
    return new Map(rows.map((row) => [row.id, presentLeave(row, steps.get(row.id) ?? [])]));
  },
  words(facts) {
    const { leave_type, start_date, end_date, days, balance_now } = facts as unknown as WordFacts;
    return {
      ...titleOf(leave_type),
      from: start_date,
      to: end_date,
      days: String(days),
      ...(balance_now === null ? {} : { left: String(balance_now) }),
    };
  },
  // What is left of somebody's days is for them and for who decides, as long as they do (`mayReadBalance`).
  unasked: (facts, mine) => (mine ? facts : { ...facts, balance_after: null, balance_now: null }),
  ownFiles: "SELECT id FROM leave_request WHERE tenant_id = current_tenant() AND file_id = $1",
  decide: decideLeave,
  undo: undoLeaveDecision,
  withdraw: (tx, requester, { id, status }) =>
    status === "draft" ? discardLeave(tx, requester, id) : cancelLeave(tx, requester, id),
  visible: visibleLeave,
};
