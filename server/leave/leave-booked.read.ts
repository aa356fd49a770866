import type { BookedDay } from "../../shared/leave/leave.balance.rules";
import { countDays, daysIn, type LeaveSpan } from "../../shared/leave/leave.days.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { inPieces } from "../platform/in-pieces";
import { type CalendarOf, calendars } from "./leave.calendar";

// $1 from, $2 people (null: all), $3 type (null: all), $4: only types whose carried days go.
const booked = sql(
  "leave.booked",
  `SELECT l.id, l.user_id, l.leave_type_id AS type_id, l.start_date, l.end_date, l.from_noon, l.to_noon,
     l.days::float8 AS days, t.counting, u.location
   FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id AND t.can_update_balance
     AND (NOT $4 OR t.carried_until IS NOT NULL)
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.live AND l.end_date >= $1
     AND ($2::bigint[] IS NULL OR l.user_id = ANY($2)) AND ($3::bigint IS NULL OR l.leave_type_id = $3)`,
);

interface BookedRow {
  id: number;
  user_id: number;
  type_id: number;
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  days: number;
  counting: "calendar" | "working";
  location: string | null;
}

export interface BookedOf {
  userIds: readonly number[] | null;
  typeId: number | null;
  /** Only of types whose carried days go: a schedule needs no others. */
  expiringOnly?: boolean;
  /** Where it was read already. */
  calendarOf?: CalendarOf;
}

/** An account is one person's of one type. */
export const accountKey = ({ user_id, type_id }: { user_id: number; type_id: number }) => `${user_id} ${type_id}`;

/** A year of leave takes half a millisecond to count. */
const countedAtOnce = 10;

/** Leave that is asked for or granted from a day on, day by day, by account. */
export async function bookedDays(tx: Tx, from: string, of: BookedOf): Promise<Map<string, BookedDay[]>> {
  const which = [from, of.userIds && [...of.userIds], of.typeId, of.expiringOnly ?? false];
  const rows = await tx.rows<BookedRow>(booked, which);
  const byAccount = new Map<string, BookedDay[]>();
  if (rows.length === 0) return byAccount;
  const calendarOf = of.calendarOf ?? (await calendarsOf(tx, rows));
  // Years of each of two hundred people are counted day by day: others have their turn in between.
  await inPieces(rows, countedAtOnce, (row) => {
    const counted = countDays(spanOf(row), row.counting, calendarOf(row.location)).filter(({ days }) => days > 0);
    const days = counted.map(({ date, days }) => ({ date, days, request_id: row.id }));
    // What is over keeps what it cost, also when its days count otherwise today.
    const over = { date: counted.at(-1)?.date ?? row.end_date, days: row.days - daysIn(counted), request_id: row.id };
    const key = accountKey(row);
    const known = byAccount.get(key) ?? [];
    known.push(...days, ...(over.days === 0 ? [] : [over]));
    byAccount.set(key, known);
  });
  return byAccount;
}

function calendarsOf(tx: Tx, rows: readonly BookedRow[]): Promise<CalendarOf> {
  const days = rows.flatMap(({ start_date, end_date }) => [start_date, end_date]).sort();
  return calendars(tx, days[0] as string, days.at(-1) as string);
}

export const spanOf = (row: Pick<BookedRow, "start_date" | "end_date" | "from_noon" | "to_noon">): LeaveSpan => ({
  start_date: row.start_date,
  end_date: row.end_date,
  start_half: row.from_noon ? "afternoon" : null,
  end_half: row.to_noon ? "morning" : null,
});
