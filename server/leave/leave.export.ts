import { type InferType, object } from "yup";
import { number, string } from "../../shared/kernel/schemas";
import type { Actor as Person } from "../../shared/kernel/events";
import { dayField, idField } from "../../shared/kernel/fields";
import { nameIn } from "../../shared/kernel/translations";
import { countDays } from "../../shared/leave/leave.days.rules";
import { leaveListQuery } from "../../shared/leave/leave.schema";
import type { Sheet, SheetCell } from "../platform/spreadsheet";
import type { Translate } from "../platform/text";
import { inPieces } from "../platform/in-pieces";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { balancesByPerson } from "./leave-balance.read";
import { calendars } from "./leave.calendar";
import { type LeaveRow, listLeaveRows } from "./leave.sql";

export const exportFormats = ["csv", "xlsx"] as const;
const format = string()
  .oneOf([...exportFormats], "field.oneOf")
  .required("field.required");

const { status, leave_type_id, user_id, department_id } = leaveListQuery;
/** Whoever pays wages asks for a period: leave that lies in it, with the days of it that do. */
export const requestsQuery = object({
  format,
  from: dayField().required("field.required"),
  to: dayField().required("field.required"),
  status,
  leave_type_id,
  user_id,
  department_id,
}).test("order", "field.endBeforeStart", ({ from, to }, context) =>
  from && to && to < from ? context.createError({ path: "to" }) : true,
);
export const balancesQuery = object({
  format,
  year: number()
    .typeError("field.number")
    .integer("field.integer")
    .min(2000, "field.outOfRange")
    .max(2100, "field.outOfRange"),
  department_id: idField("department"),
  leave_type_id,
});

const people = sql(
  "leave.exportPeople",
  `SELECT u.id, u.fullname, d.name AS department
   FROM app_user u LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND ($1::bigint[] IS NULL AND u.active AND NOT u.external OR u.id = ANY($1))
     AND ($2::bigint IS NULL OR u.department_id = $2)
   ORDER BY u.fullname, u.id`,
);

interface PersonRow extends Pick<Person, "id" | "fullname"> {
  department: string | null;
}

const pageSize = 1_000;

/** Leave of a period, one line per request, by person and day. */
export async function exportRequests(
  tx: Tx,
  actorId: number,
  query: InferType<typeof requestsQuery>,
  text: Translate,
): Promise<Sheet> {
  const { from, to } = query;
  const which = [
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
  for (let before: number | null = null, more = true; more; ) {
    const page: LeaveRow[] = await tx.rows<LeaveRow>(listLeaveRows, [...which, before, pageSize, 0]);
    rows.push(...page.filter((row) => row.status !== "draft"));
    before = page.at(-1)?.id ?? null;
    more = page.length === pageSize;
  }
  const ids = [...new Set(rows.map(({ requesterId }) => requesterId))];
  const known = new Map((await tx.rows<PersonRow>(people, [ids, null])).map((row) => [row.id, row]));
  const within = await daysWithin(tx, rows, from, to);
  const columns = ["person", "department", "type", "status", "from", "to", "days", "daysInPeriod", "enteredBy"];
  const sorted = rows.toSorted(
    (a, b) => a.requester.fullname.localeCompare(b.requester.fullname) || a.startDate.localeCompare(b.startDate),
  );
  return {
    name: text("leave.sheet.requests"),
    titles: columns.map((column) => text(`leave.column.${column}` as "leave.column.person")),
    rows: sorted.map((row) => [
      row.requester.fullname,
      known.get(row.requesterId)?.department ?? "",
      nameIn(text.language, row.leaveType),
      text(`leave.status.${row.status}` as "leave.status.approved"),
      { day: row.startDate },
      { day: row.endDate },
      row.days,
      within.get(row.id) ?? 0,
      row.enteredBy?.fullname ?? "",
    ]),
  };
}

const locations = sql(
  "leave.exportLocations",
  `SELECT l.id, t.counting, u.location FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = ANY($1)`,
);

const countedAtOnce = 10;

/** What lies in the period whole costs what it was granted for; what reaches over its edge is counted day by day. */
async function daysWithin(tx: Tx, rows: readonly LeaveRow[], from: string, to: string): Promise<Map<number, number>> {
  const over = rows.filter(({ startDate, endDate }) => startDate < from || endDate > to);
  const days = new Map(rows.map(({ id, days }) => [id, days]));
  if (over.length === 0) return days;
  const calendarOf = await calendars(tx, from, to);
  const places = new Map(
    (
      await tx.rows<{ id: number; counting: "calendar" | "working"; location: string | null }>(locations, [
        over.map(({ id }) => id),
      ])
    ).map((row) => [row.id, row]),
  );
  // A year of each takes half a millisecond to count: others have their turn in between.
  await inPieces(over, countedAtOnce, (row) => {
    const place = places.get(row.id);
    if (!place) return;
    const span = {
      start_date: row.startDate < from ? from : row.startDate,
      end_date: row.endDate > to ? to : row.endDate,
      start_half: row.fromNoon && row.startDate >= from ? ("afternoon" as const) : null,
      end_half: row.toNoon && row.endDate <= to ? ("morning" as const) : null,
    };
    const counted = countDays(span, place.counting, calendarOf(place.location));
    days.set(
      row.id,
      counted.reduce((sum, one) => sum + one.days, 0),
    );
  });
  return days;
}

/** What everyone has of each type in a year, and how it comes about. */
export async function exportBalances(tx: Tx, query: InferType<typeof balancesQuery>, text: Translate): Promise<Sheet> {
  const all = await tx.rows<PersonRow>(people, [null, query.department_id ?? null]);
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
          nameIn(text.language, one.leave_type),
          one.year,
          allowance,
          carried,
          adjusted,
          taken,
          waiting,
          expired,
          ahead,
          balance,
        ]);
      }
    }
  }
  const sums = ["allowance", "carried", "adjusted", "taken", "waiting", "expired", "ahead", "balance"];
  const columns = ["person", "department", "type", "year", ...sums];
  return {
    name: text("leave.sheet.balances"),
    titles: columns.map((column) => text(`leave.column.${column}` as "leave.column.person")),
    rows,
  };
}
