import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { Formats } from "../../platform/intl/formats";

/**
 * First and last month of a paid period, equal for a single month. A period ends on the day on which the next one begins: one that ends on
 * 1 December was paid until November.
 */
export function paidMonths(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  day: Formats["day"],
): [from: string, to: string] {
  const lastDay = Math.max(Date.parse(starts_at), Date.parse(ends_at) - elapsedDayMs);
  return [day(starts_at, "shortMonthYear"), day(new Date(lastDay), "shortMonthYear")];
}
