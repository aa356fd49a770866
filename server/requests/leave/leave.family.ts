import { leaveSearch } from "./requests/leave.search";
import { inNameOrder, type NamedRecord } from "../../../shared/kernel/translations";
import type { DayPart } from "../../../shared/requests/leave/calendar/days.rules";
import type { LeaveUnit } from "../../../shared/requests/leave/types/counting.rules";
import { leaveLifecycle } from "../../../shared/requests/leave/requests/leave.workflow";
import { requestTitleOf } from "../../../shared/communication/notifications/request.texts";
import type { FamilyService } from "../../approvals/approvals/families.slots";
import { documentLists } from "../../approvals/documents/document.present";
import { sql } from "../../platform/database/unit-of-work";
import { registerHolidayRoutes } from "./calendar/holidays.routes";
import { registerLeaveAllowanceRoutes } from "./ledger/allowances.routes";
import { registerLeaveBalanceRoutes } from "./ledger/balance.routes";
import { registerLeaveBatchRoutes } from "./ledger/batches.routes";
import { registerLeaveCalendarRoutes } from "./cover/team-calendar.routes";
import { planLeaveChain } from "./requests/chain";
import { registerLeaveExportRoutes } from "./requests/export.routes";
import { registerLeaveRequestRoutes } from "./requests/leave.routes";
import { registerLeaveTypeRoutes } from "./types/types.routes";
import { HolidayEntity, LeaveRequestEntity, LeaveTypeEntity } from "./types/leave.entity";
import { LeaveChangeEntity } from "./types/leave-change.entity";
import { LeaveCreditEntity } from "./types/leave-credit.entity";
import { presentLeave } from "./requests/leave.present";
import { balancesAfterLeave } from "./ledger/balances-after-leave.read";
import { leaveDocument, withdrawLeave } from "./requests/leave.service";
import { type LeaveRow, leaveByIds, leaveStateExpression } from "./types/leave.sql";
import { revokeAllFeeds } from "./calendar/calendar-feed.service";
import { readDaysOffOfPeople } from "./calendar/days-off.read";
import { leavePayroll } from "./requests/payroll.read";
import { recountAfterScheduleChange, recountLeave } from "./ledger/recount.service";
import { applyLastDay, remainingLeaveOn } from "./requests/leaver.service";
import { handOverCover } from "./cover/stand-ins.service";
import { grantAllowances } from "./ledger/allowance.service";

// Numbers of colleagues with booked and with pending leave at the same time, shown to approvers.
const otherAbsences = sql(
  "leave.beside",
  `SELECT l.id, others.also_away, others.also_waiting
   FROM leave_request l JOIN app_user me ON me.tenant_id = l.tenant_id AND me.id = l.user_id
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE ${leaveStateExpression} = 'booked')::int AS also_away,
       count(*) FILTER (WHERE ${leaveStateExpression} = 'waiting')::int AS also_waiting
     FROM leave_request o JOIN request r ON r.tenant_id = o.tenant_id AND r.id = o.id
     JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id
     WHERE o.tenant_id = l.tenant_id AND o.live AND o.halves && l.halves AND o.occupied && l.occupied AND l.kind <> 'credit' AND o.user_id <> l.user_id
       AND u.department_id = me.department_id) AS others
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1)`,
);

const selectKindNames = sql(
  "leave.kinds",
  `SELECT id::text AS type, name, translations FROM leave_type WHERE tenant_id = current_tenant()`,
);

const selectActiveTypes = sql(
  "leave.offered",
  `SELECT id::text AS code, name, translations FROM leave_type
   WHERE tenant_id = current_tenant() AND active ORDER BY id`,
);

interface WordFacts {
  leave_type: NamedRecord & { unit?: LeaveUnit };
  start_date: string;
  end_date: string;
  part?: DayPart | null;
  credit?: boolean;
  days: number;
  balance_now: number | null;
}

export const leaveRequestFamily = {
  routes: [
    registerLeaveRequestRoutes,
    registerLeaveExportRoutes,
    registerLeaveTypeRoutes,
    registerHolidayRoutes,
    registerLeaveBalanceRoutes,
    registerLeaveBatchRoutes,
    registerLeaveAllowanceRoutes,
    registerLeaveCalendarRoutes,
  ],
  entities: [HolidayEntity, LeaveChangeEntity, LeaveCreditEntity, LeaveRequestEntity, LeaveTypeEntity],
  workflow: leaveLifecycle,
  steps: ["manager", "hr"],
  plan: planLeaveChain,
  types: async (tx) => inNameOrder(tx.language, await tx.rows<NamedRecord & { code: string }>(selectActiveTypes)),
  kindNames: (tx) => tx.rows(selectKindNames),
  ...documentLists<LeaveRow>({
    find: (tx, ids) => tx.rows(leaveByIds, [[...ids]]),
    present: presentLeave,
    async facts(tx, rows) {
      const ids = rows.map(({ id }) => id);
      const absences = await tx.rows<{ id: number; also_away: number; also_waiting: number }>(otherAbsences, [ids]);
      const absencesById = new Map(absences.map((row) => [row.id, row]));
      const balances = await balancesAfterLeave(tx, ids);
      return (row) => {
        const { leave_type, start_date, end_date, start_half, end_half, part, days, reason, changes } = presentLeave(
          row,
          [],
        );
        const span = { start_date, end_date, start_half, end_half, part };
        return {
          leave_type,
          ...span,
          credit: row.kind === "credit",
          days,
          reason,
          changes,
          balance_after: balances.get(row.id)?.after ?? null,
          balance_now: balances.get(row.id)?.now ?? null,
          also_away: absencesById.get(row.id)?.also_away ?? 0,
          also_waiting: absencesById.get(row.id)?.also_waiting ?? 0,
        };
      };
    },
  }),
  words(facts) {
    const { leave_type, start_date, end_date, part, credit, days, balance_now } = facts as unknown as WordFacts;
    return {
      ...requestTitleOf(leave_type),
      from: start_date,
      to: end_date,
      days: credit ? `+${days}` : String(days),
      ...(leave_type.unit === "hours" ? { unit: "hours" } : {}),
      ...(part ? { begins: part.start_time, ends: part.end_time } : {}),
      ...(balance_now === null ? {} : { left: String(balance_now) }),
    };
  },
  // The balance is visible to the requester and to approvers while they decide (`mayReadBalance`).
  unasked: (facts, mine) => (mine ? facts : { ...facts, balance_after: null, balance_now: null }),
  ownFiles: "SELECT id FROM leave_request WHERE tenant_id = current_tenant() AND file_id = $1",
  decide: leaveDocument.decide,
  undo: leaveDocument.undo,
  withdraw: withdrawLeave,
  visible: leaveDocument.loadVisible,
  searches: { leave: leaveSearch },
  fills: {
    revokeSecretLinks: [revokeAllFeeds],
    lastDayEffects: { apply: applyLastDay, remainingLeave: remainingLeaveOn },
    handovers: { cover: handOverCover },
    daysOff: readDaysOffOfPeople,
    schedulesChanged: recountAfterScheduleChange,
    calendarChanged: recountLeave,
    leaveTypeChanged: grantAllowances,
    payrollSources: [leavePayroll],
  },
  personalData: {
    areas: {
      leave: `leave_request.user_id leave_change.user_id leave_credit.user_id leave_balance.user_id leave_ledger.user_id
        leave_allowance_override.user_id`,
      access: "calendar_feed.user_id",
    },
    actors: `leave_request.entered_by leave_allowance_override.created_by leave_batch.created_by leave_batch.undone_by`,
    leaders: "leave_request.substitute_id",
    internal: "leave_reminder.user_id",
  },
  unexportedTables: "calendar_feed",
  demo: {
    leave: async () => (await import("./demo/demo.leave")).writeLeave,
  },
} satisfies FamilyService;
