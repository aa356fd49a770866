import type { BookedDay } from "../../../../shared/requests/leave/ledger/balance.rules";
import {
  costsByDay,
  countDays,
  type DayCosts,
  type DayPart,
  type LeaveSpan,
} from "../../../../shared/requests/leave/calendar/days.rules";
import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { mapInChunks } from "../../../platform/chunked-json";
import { type CalendarByUser, loadCalendars } from "../calendar/work-calendar.read";
import { dayPartJson, type LeaveRow } from "../types/leave.sql";

// $1 first day, $2 users (null: all), $3 type (null: all), $4 whether to include only types whose carry-over expires.
const selectBookedLeave = sql(
  "leave.booked",
  `SELECT l.id, l.user_id, l.leave_type_id AS type_id, l.start_date, l.end_date, l.from_noon, l.to_noon,
     ${dayPartJson("l")} AS part, l.days::float8 AS days, l.counted, t.counting, u.location
   FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id AND t.can_update_balance
     AND (NOT $4 OR t.carried_until IS NOT NULL)
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND l.end_date >= $1
     AND ($2::bigint[] IS NULL OR l.user_id = ANY($2)) AND ($3::bigint IS NULL OR l.leave_type_id = $3)`,
);

/** Columns of a leave request from which `leaveSpanOf` makes its span. */
export interface SpanRow {
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  part: DayPart | null;
}

interface BookedRow extends SpanRow {
  id: number;
  user_id: number;
  type_id: number;
  days: number;
  counted: DayCosts | null;
  counting: DayCounting;
  location: string | null;
}

export interface BookedDaysFilter {
  userIds: readonly number[] | null;
  typeId: number | null;
  /** Includes only types whose carry-over expires, which is enough for schedules. */
  expiringOnly?: boolean;
  calendarOf?: CalendarByUser;
}

export const accountKey = ({ user_id, type_id }: { user_id: number; type_id: number }) => `${user_id} ${type_id}`;

/** Leave requests per batch; counting a year of leave takes half a millisecond. */
const batchSize = 10;

export async function readBookedDays(tx: Tx, from: string, of: BookedDaysFilter): Promise<Map<string, BookedDay[]>> {
  const filterValues = [from, of.userIds && [...of.userIds], of.typeId, of.expiringOnly ?? false];
  const rows = await tx.rows<BookedRow>(selectBookedLeave, filterValues);
  const byAccount = new Map<string, BookedDay[]>();
  if (rows.length === 0) return byAccount;
  const calendarOf = of.calendarOf ?? (await calendarsOf(tx, rows));
  await mapInChunks(rows, batchSize, (row) => {
    const recount = () => countDays(leaveSpanOf(row), row.counting, calendarOf(row.location, row.user_id));
    const key = accountKey(row);
    const accountDays = byAccount.get(key) ?? [];
    accountDays.push(...costsByDay(row, recount).map((cost) => ({ ...cost, request_id: row.id })));
    byAccount.set(key, accountDays);
  });
  return byAccount;
}

function calendarsOf(tx: Tx, rows: readonly BookedRow[]): Promise<CalendarByUser> {
  const days = rows.flatMap(({ start_date, end_date }) => [start_date, end_date]).sort();
  return loadCalendars(tx, days[0] as string, days.at(-1) as string);
}

export const leaveSpanOf = (row: SpanRow): LeaveSpan => ({
  start_date: row.start_date,
  end_date: row.end_date,
  start_half: row.from_noon && !row.part ? "afternoon" : null,
  end_half: row.to_noon && !row.part ? "morning" : null,
  part: row.part,
});

export const spanOfRequest = (
  request: Pick<LeaveRow, "startDate" | "endDate" | "fromNoon" | "toNoon" | "part">,
): LeaveSpan =>
  leaveSpanOf({
    start_date: request.startDate,
    end_date: request.endDate,
    from_noon: request.fromNoon,
    to_noon: request.toNoon,
    part: request.part,
  });
