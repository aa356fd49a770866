import type { Day } from "../calendar/days.rules";

/** Hours of worked time that were credited on approval. */
export interface CreditLot {
  /** Id of the request. */
  id: number;
  hours: number;
  /** Last day on which the hours can be taken. */
  expires: Day;
}

interface Use {
  date: Day;
  days: number;
}

/** Returns the same day of the month `months` later, or the last day of a shorter month. */
export function creditExpiry(creditedOn: Day, months: number): Day {
  const [year, month, day] = creditedOn.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Key of ledger entries for the expiry of a lot; corrections append a number. */
export const lotPeriod = (id: number): string => `lieu:${id}`;

/**
 * Unused hours of each lot. Leave uses the lots that are valid on its day, starting with the first to expire; leave that exceeds all valid
 * lots uses other hours of the balance. Negative uses cancel other uses on the same day.
 */
export function unusedHours(lots: readonly CreditLot[], uses: readonly Use[]): Map<number, number> {
  const byDay = new Map<Day, number>();
  for (const { date, days } of uses) byDay.set(date, (byDay.get(date) ?? 0) + Math.round(days * 100));
  const sorted = lots.toSorted((a, b) => a.expires.localeCompare(b.expires) || a.id - b.id);
  const left = new Map(sorted.map(({ id, hours }) => [id, Math.round(hours * 100)]));
  for (const [date, used] of [...byDay].sort(([a], [b]) => a.localeCompare(b))) {
    let open = Math.max(0, used);
    for (const { id, expires } of sorted) {
      if (expires < date) continue;
      const usedHours = Math.min(open, left.get(id) ?? 0);
      left.set(id, (left.get(id) ?? 0) - usedHours);
      open -= usedHours;
    }
  }
  return new Map([...left].map(([id, hundredths]) => [id, hundredths / 100]));
}
