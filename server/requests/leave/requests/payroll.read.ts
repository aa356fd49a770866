import type { Actor as Person } from "../../../../shared/kernel/events";
import type { NamedRecord } from "../../../../shared/kernel/translations";
import type { PayrollCells } from "../../../../shared/people/payroll/payroll.rules";
import type { PayrollSource } from "../../../people/payroll/payroll.slots";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";
import { daysWithin, type ExportedLeave } from "./leave.export";
import { dayPartJson } from "../types/leave.sql";

const selectUndecidedLeave = sql(
  "leave.payrollUndecided",
  `SELECT l.id, l.start_date::text AS day, ${personJson("u")} AS "user"
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status NOT IN ('approved', 'approved_by_manager')
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND l.start_date <= $2 AND l.end_date >= $1
   UNION ALL
   -- A change that waits for a decision, if the old or the new dates are in the month.
   SELECT l.id, LEAST(l.start_date, o.start_date)::text, ${personJson("u")}
   FROM leave_change c
   JOIN leave_request l ON l.tenant_id = c.tenant_id AND l.id = c.id
   JOIN leave_request o ON o.tenant_id = c.tenant_id AND o.id = c.leave_id AND o.live
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE c.tenant_id = current_tenant() AND c.proposed
     AND (l.start_date <= $2 AND l.end_date >= $1 OR o.start_date <= $2 AND o.end_date >= $1)
   ORDER BY day, id`,
);

const selectTakenLeave = sql(
  "leave.payrollTaken",
  `SELECT l.id, l.user_id AS "requesterId", l.leave_type_id AS "leaveTypeId", l.start_date AS "startDate", l.end_date AS "endDate",
     l.from_noon AS "fromNoon", l.to_noon AS "toNoon", ${dayPartJson("l")} AS part, l.days::float8 AS days, l.counted
   FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   WHERE l.tenant_id = current_tenant() AND l.user_id = ANY($1) AND l.live AND l.start_date <= $3 AND l.end_date >= $2`,
);

const paidOut = sql(
  "leave.payrollPaidOut",
  `SELECT user_id AS "userId", leave_type_id AS "leaveTypeId", -sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND reason = 'payout' AND user_id = ANY($1) AND on_day BETWEEN $2 AND $3
   GROUP BY 1, 2 HAVING sum(days) <> 0`,
);

interface TypeRow extends NamedRecord {
  id: number;
  paid: boolean;
  active: boolean;
  inHours: boolean;
}
const selectTypes = sql(
  "leave.payrollTypes",
  `SELECT id, name, translations, paid, active, counting = 'hours' AS "inHours" FROM leave_type WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id`,
);

/** The sum, rounded to hundredths because of floating point. */
const addHundredths = (sum: PayrollCells[string] | undefined, days: number): number =>
  Math.round((Number(sum ?? 0) + days) * 100) / 100;

/** Days or hours of approved leave within a month by type, the days without pay, and those paid out; paid-out hours by type. */
export const leavePayroll: PayrollSource = {
  async openPoints(tx, { from, to }) {
    const rows = await tx.rows<{ id: number; day: string; user: Person }>(selectUndecidedLeave, [from, to]);
    return rows.map((row) => ({ ...row, kind: "leave", weeks: null }));
  },
  async read(tx, userIds, { from, to }) {
    const all = await tx.rows<TypeRow>(selectTypes);
    const rows = await tx.rows<ExportedLeave & { leaveTypeId: number }>(selectTakenLeave, [userIds, from, to]);
    const within = await daysWithin(tx, rows, from, to);
    const unpaid = new Set(all.filter(({ paid, inHours }) => !paid && !inHours).map(({ id }) => id));
    const cells = new Map<number, PayrollCells>();
    for (const { id, requesterId, leaveTypeId } of rows) {
      const days = within.get(id) ?? 0;
      const own = cells.get(requesterId) ?? {};
      const add = (key: string) => (own[key] = addHundredths(own[key], days));
      add(`leave:${leaveTypeId}`);
      if (unpaid.has(leaveTypeId)) add("unpaid");
      cells.set(requesterId, own);
    }
    const inHours = new Set(all.filter((type) => type.inHours).map(({ id }) => id));
    const payouts = await tx.rows<{ userId: number; leaveTypeId: number; days: number }>(paidOut, [userIds, from, to]);
    for (const { userId, leaveTypeId, days } of payouts) {
      const own = cells.get(userId) ?? {};
      const key = inHours.has(leaveTypeId) ? `payout:${leaveTypeId}` : "payout";
      cells.set(userId, { ...own, [key]: addHundredths(own[key], days) });
    }
    const used = new Set(rows.map(({ leaveTypeId }) => leaveTypeId));
    const columns = all.filter(({ id, active }) => active || used.has(id)).map((type) => columnOf("leave", type));
    const hours = new Set(payouts.map(({ leaveTypeId }) => leaveTypeId).filter((id) => inHours.has(id)));
    return {
      columns: [...columns, ...all.filter(({ id }) => hours.has(id)).map((type) => columnOf("payout", type))],
      cells,
    };
  },
};

const columnOf = (base: "leave" | "payout", { id, name, translations, inHours }: TypeRow) => ({
  key: `${base}:${id}`,
  name: { name, translations },
  inHours,
});
