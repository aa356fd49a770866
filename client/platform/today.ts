import { useNow } from "./now";

/** The reader's own calendar day, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Screens stay open over midnight. */
export const useToday = (): string => dayOf(useNow());
