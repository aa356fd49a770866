import { addDays, weekdayOf } from "../../kernel/days";

/** Easter Sunday in the Gregorian calendar (Meeus, Jones, Butcher). */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

const fixedHolidays: readonly string[] = ["01-01", "05-01", "12-25", "12-26"];

/** Whether banks execute SEPA transfers on this day: the calendar of TARGET, which closes on weekends and six holidays. */
export function isBankDay(day: string): boolean {
  if (weekdayOf(day) > 5 || fixedHolidays.includes(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/**
 * Whether banks execute payments in this currency on this day, whatever the format of the file: EUR by the calendar of TARGET, other
 * currencies, whose calendars aren't known here, on the organization's days outside its weekend (0 is Sunday).
 */
export const isExecutionDay = (day: string, currency: string, weekend: readonly number[]): boolean =>
  currency === "EUR" ? isBankDay(day) : !weekend.includes(weekdayOf(day) % 7);

/** The day itself if banks execute payments in this currency on it, otherwise the next such day. */
export function nextExecutionDay(day: string, currency: string, weekend: readonly number[]): string {
  let next = day;
  while (!isExecutionDay(next, currency, weekend)) next = addDays(next, 1);
  return next;
}

/** The day itself if it is a day of TARGET, otherwise the next one. */
export const nextBankDay = (day: string): string => nextExecutionDay(day, "EUR", []);
