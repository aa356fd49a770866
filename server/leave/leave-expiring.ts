import { type CountedDay, daysByYear, daysIn } from "../../shared/leave/leave.days.rules";
import type { Tx } from "../platform/unit-of-work";
import { expiringDays } from "./leave-allowance.service";
import { lastDay } from "./leave-carried.service";
import type { LeaveTypeEntity } from "./leave.entity";
import { balancesBefore } from "./leave.sql";

/**
 * Whether a leave after the day on which carried days go counts on some of them. `held`: its days are set aside already,
 * and it is among what is used by then.
 */
export async function countsOnExpiring(
  tx: Tx,
  userId: number,
  { id: typeId, carriedUntil: until, negativeAllowed }: LeaveTypeEntity,
  counted: readonly CountedDay[],
  { held }: { held: boolean },
): Promise<boolean> {
  if (until === null || negativeAllowed) return false;
  const isLate = ({ date }: CountedDay) => date > lastDay({ year: Number(date.slice(0, 4)), until });
  const late = [...daysByYear(counted.filter(isLate))].filter(([, days]) => days > 0).map(([year]) => year);
  if (late.length === 0) return false;
  const expiring = await expiringDays(tx, userId, typeId);
  const balances = await tx.rows<{ year: number; days: number }>(balancesBefore, [userId, typeId, late]);
  return balances.some(({ year, days }) => {
    const own = held ? [] : counted.filter(({ date }) => Number(date.slice(0, 4)) === year);
    const goes = (expiring.get(year) ?? 0) - daysIn(own.filter((day) => !isLate(day)));
    return Math.round((days - daysIn(own) - Math.max(0, goes)) * 100) < 0;
  });
}
