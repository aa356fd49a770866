import { useNow } from "./now";

/** The calendar day in the user's time zone, `YYYY-MM-DD`. */
export function localDayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const useToday = (): string => localDayOf(useNow());
