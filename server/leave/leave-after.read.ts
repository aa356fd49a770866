import { costOf, costOfBooked } from "../../shared/leave/leave.balance.rules";
import { countDays } from "../../shared/leave/leave.days.rules";
import type { Tx } from "../platform/database/unit-of-work";
import { inPieces } from "../platform/in-pieces";
import { accountsOf } from "./leave-accounts.read";
import { accountKey, spanOf } from "./leave-booked.read";
import { allCalendars } from "./leave.calendar";
import { leaveAfter } from "./leave.sql";

interface Asked {
  id: number;
  user_id: number;
  type_id: number;
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  live: boolean;
  status: string;
  counting: "calendar" | "working";
  location: string | null;
}

export interface Left {
  /** Once it is taken: the same for what is booked and for what would be. Null: it never will be. */
  after: number | null;
  /** Of this leave's type: with it where it is booked, without it where it is cancelled. */
  now: number;
}

/** What is left in the year in which each leave begins. Leave of types whose days aren't counted is missing. */
export async function leftAfter(tx: Tx, ids: readonly number[]): Promise<Map<number, Left>> {
  const rows = await tx.rows<Asked>(leaveAfter, [[...ids]]);
  if (rows.length === 0) return new Map();
  const calendarOf = await allCalendars(tx);
  const accounts = await accountsOf(tx, { userIds: [...new Set(rows.map(({ user_id }) => user_id))], calendarOf });
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  // One by one, with what else waits in between: with half days booked for years ahead each takes some milliseconds.
  const left = await inPieces(rows, 1, (row): [number, Left][] => {
    const account = byKey.get(accountKey(row));
    if (!account) return [];
    const counted = countDays(spanOf(row), row.counting, calendarOf(row.location));
    const booked = row.live && account.booked.some(({ request_id }) => request_id === row.id);
    const [first] = booked ? costOfBooked(account, row.id) : costOf(account, counted);
    if (!first) return [];
    const cancelled = row.status === "cancelled";
    return [[row.id, { after: cancelled ? null : first.after, now: cancelled ? first.before : first.after }]];
  });
  return new Map(left.flat());
}
