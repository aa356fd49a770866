import { roleNameIn } from "../../../../shared/kernel/role-names.rules";
import { type InferType, object } from "yup";
import { boolean, number } from "../../../../shared/kernel/schemas";
import type { Actor as Person } from "../../../../shared/kernel/events";
import { dayField, idField, lineField } from "../../../../shared/kernel/fields";
import { translatedNameIn } from "../../../../shared/kernel/translations";
import { countDays, costsByDay } from "../../../../shared/requests/leave/calendar/days.rules";
import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";
import { awaitedApproverName } from "../../../../shared/approvals/approvals/awaited-approver.rules";
import { leaveLifecycle } from "../../../../shared/requests/leave/requests/leave.workflow";
import { presentRequest, stepsOfRequests } from "../../../approvals/approvals/approvals.present";
import { leaveListQuery } from "../../../../shared/requests/leave/requests/leave.schema";
import { exportFormatField } from "../../../platform/http/serve/serve-sheets";
import type { Sheet, SheetCell } from "../../../platform/spreadsheet";
import type { Translate } from "../../../platform/text";
import { mapInChunks } from "../../../platform/chunked-json";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { likePatternsOf, matchesSearch } from "../../../platform/database/search";
import { balancesByPerson } from "../ledger/balance.read";
import { spanOfRequest } from "../ledger/booked-days.read";
import { loadCalendars } from "../calendar/work-calendar.read";
import { type LeaveRow, listLeaveRows } from "../types/leave.sql";
import { nameOrder } from "../../../../shared/kernel/text/order";

const { status, leave_type_id, user_id, department_id } = leaveListQuery;
/** Query for a payroll period: leave that overlaps the period, with the days within it. */
export const leaveExportQuery = object({
  format: exportFormatField(),
  from: dayField().required("field.required"),
  to: dayField().required("field.required"),
  status,
  leave_type_id,
  user_id,
  department_id,
}).test("order", "field.endBeforeStart", ({ from, to }, context) =>
  from && to && to < from ? context.createError({ path: "to" }) : true,
);
export const balanceExportQuery = object({
  format: exportFormatField(),
  year: number().typeError("field.number").integer("field.integer").min(2000).max(2100),
  department_id: idField("department"),
  leave_type_id,
  /** Includes users who have left instead of active ones. */
  left: boolean(),
  q: lineField(100),
});

const selectPeople = sql(
  "leave.exportPeople",
  `SELECT u.id, u.fullname, d.name AS department
   FROM app_user u LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant()
     AND ($1::bigint[] IS NULL AND NOT u.external AND (CASE WHEN $3 THEN NOT u.active AND u.left_on IS NOT NULL ELSE u.active END)
       OR u.id = ANY($1))
     AND ($2::bigint IS NULL OR u.department_id = $2) AND ${matchesSearch("$4", ["u.folded"])}
   ORDER BY u.fullname COLLATE reader, u.id`,
);

interface PersonRow extends Pick<Person, "id" | "fullname"> {
  department: string | null;
}

const pageSize = 1_000;

export async function exportLeaveRequests(
  tx: Tx,
  actorId: number,
  query: InferType<typeof leaveExportQuery>,
  text: Translate,
): Promise<Sheet> {
  const { from, to } = query;
  const filterValues = [
    actorId,
    "all",
    query.status || null,
    query.leave_type_id ?? null,
    query.user_id ?? null,
    query.department_id ?? null,
    from,
    to,
    null,
  ];
  const rows: LeaveRow[] = [];
  for (let before: number | null = null, hasNextPage = true; hasNextPage; ) {
    const page: LeaveRow[] = await tx.rows<LeaveRow>(listLeaveRows, [...filterValues, before, pageSize, 0]);
    rows.push(...page.filter((row) => row.status !== "draft" && row.kind !== "credit"));
    before = page.at(-1)?.id ?? null;
    hasNextPage = page.length === pageSize;
  }
  const ids = [...new Set(rows.map(({ requesterId }) => requesterId))];
  const personById = new Map(
    (await tx.rows<PersonRow>(selectPeople, [ids, null, false, null])).map((row) => [row.id, row]),
  );
  const within = await daysWithin(tx, rows, from, to);
  const undecided = rows.filter(({ status }) => leaveLifecycle.isWaiting(status)).map(({ id }) => id);
  const steps = await stepsOfRequests(tx, undecided);
  const statusOf = (row: LeaveRow) => {
    const name = awaitedApproverName(presentRequest(row, steps.get(row.id) ?? []).next_status, (role) =>
      roleNameIn(text, role.name),
    );
    return name === null
      ? text(`leave.status.${row.status}` as "leave.status.approved")
      : text("request.waitingFor", { name });
  };
  const columns = ["person", "department", "type", "status", "from", "to", "days", "daysInPeriod", "enteredBy", "unit"];
  const order = nameOrder(text.language);
  const sorted = rows.toSorted(
    (a, b) => order.compare(a.requester.fullname, b.requester.fullname) || a.startDate.localeCompare(b.startDate),
  );
  return {
    name: text("leave.sheet.requests"),
    titles: columns.map((column) => text(`leave.column.${column}` as "leave.column.person")),
    rows: sorted.map((row) => [
      row.requester.fullname,
      personById.get(row.requesterId)?.department ?? "",
      translatedNameIn(text.language, row.leaveType),
      statusOf(row),
      { day: row.startDate },
      { day: row.endDate },
      row.days,
      within.get(row.id) ?? 0,
      row.enteredBy?.fullname ?? "",
      text(`leave.unit.${row.leaveType.unit}`),
    ]),
  };
}

const selectLocations = sql(
  "leave.exportLocations",
  `SELECT l.id, t.counting, u.location FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1)`,
);

const batchSize = 10;

export type ExportedLeave = Pick<
  LeaveRow,
  "id" | "requesterId" | "startDate" | "endDate" | "fromNoon" | "toNoon" | "part" | "days" | "counted"
>;

function periodOf(rows: readonly ExportedLeave[]): [from: string, to: string] {
  const days = rows.flatMap(({ startDate, endDate }) => [startDate, endDate]).sort();
  return [days[0] as string, days.at(-1) as string];
}

/**
 * Leave completely within the period has its approved cost; other leave that of its days within the period. Days until the return to work
 * count on the last day of the leave, so that the costs of consecutive periods add up.
 */
export async function daysWithin(
  tx: Tx,
  rows: readonly ExportedLeave[],
  from: string,
  to: string,
): Promise<Map<number, number>> {
  const over = rows.filter(({ startDate, endDate }) => startDate < from || endDate > to);
  const days = new Map(rows.map(({ id, days }) => [id, days]));
  if (over.length === 0) return days;
  const calendarOf = await loadCalendars(tx, ...periodOf(over));
  const places = new Map(
    (
      await tx.rows<{ id: number; counting: DayCounting; location: string | null }>(selectLocations, [
        over.map(({ id }) => id),
      ])
    ).map((row) => [row.id, row]),
  );
  // Yields to other requests between batches, because counting a year takes half a millisecond.
  await mapInChunks(over, batchSize, (row) => {
    const place = places.get(row.id);
    if (!place) return;
    const recount = () => countDays(spanOfRequest(row), place.counting, calendarOf(place.location, row.requesterId));
    const costs = costsByDay({ days: row.days, counted: row.counted, end_date: row.endDate }, recount);
    const within = costs.reduce((sum, { date, days: cost }) => {
      const day = date > row.endDate ? row.endDate : date;
      return sum + (day >= from && day <= to ? cost : 0);
    }, 0);
    days.set(row.id, Math.round(within * 100) / 100);
  });
  return days;
}

export async function exportLeaveBalances(
  tx: Tx,
  query: InferType<typeof balanceExportQuery>,
  text: Translate,
): Promise<Sheet> {
  const all = await tx.rows<PersonRow>(selectPeople, [
    null,
    query.department_id ?? null,
    query.left ?? false,
    likePatternsOf(query.q),
  ]);
  const rows: SheetCell[][] = [];
  for (let at = 0; at < all.length; at += 100) {
    const page = all.slice(at, at + 100);
    const balances = await balancesByPerson(
      tx,
      page.map(({ id }) => id),
      { year: query.year },
    );
    for (const { id, fullname, department } of page) {
      for (const one of balances.get(id) ?? []) {
        if (query.leave_type_id && one.leave_type.id !== query.leave_type_id) continue;
        const { allowance, carried, adjusted, taken, waiting, expired, ahead, balance } = one;
        rows.push([
          fullname,
          department ?? "",
          translatedNameIn(text.language, one.leave_type),
          one.year,
          allowance,
          carried,
          adjusted,
          taken,
          waiting,
          expired,
          ahead,
          balance,
          text(`leave.unit.${one.leave_type.unit}`),
        ]);
      }
    }
  }
  const sums = ["allowance", "carried", "adjusted", "taken", "waiting", "expired", "ahead", "balance"];
  const columns = ["person", "department", "type", "year", ...sums, "unit"];
  return {
    name: text("leave.sheet.balances"),
    titles: columns.map((column) => text(`leave.column.${column}` as "leave.column.person")),
    rows,
  };
}
