/** Whole years between two days, or whole months within the first year; null within the first month and before it. */
export function tenureOn(since: string, today: string): { unit: "years" | "months"; count: number } | null {
  const [year = 0, month = 0, day = 0] = since.slice(0, 10).split("-").map(Number);
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.slice(0, 10).split("-").map(Number);
  // Who came on the 31st has been here for a month on the last day of a shorter one.
  const lastDay = new Date(Date.UTC(nowYear, nowMonth, 0)).getUTCDate();
  const months = (nowYear - year) * 12 + nowMonth - month - (nowDay < Math.min(day, lastDay) ? 1 : 0);
  if (months < 1) return null;
  return months < 12 ? { unit: "months", count: months } : { unit: "years", count: Math.floor(months / 12) };
}
