/** Returns full years between two days, or full months in the first year. Null before the first full month. */
export function tenureOn(since: string, today: string): { unit: "years" | "months"; count: number } | null {
  const [year = 0, month = 0, day = 0] = since.slice(0, 10).split("-").map(Number);
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.slice(0, 10).split("-").map(Number);
  // If employment started on the 31st, a month ends on the last day of shorter months.
  const lastDay = new Date(Date.UTC(nowYear, nowMonth, 0)).getUTCDate();
  const months = (nowYear - year) * 12 + nowMonth - month - (nowDay < Math.min(day, lastDay) ? 1 : 0);
  if (months < 1) return null;
  return months < 12 ? { unit: "months", count: months } : { unit: "years", count: Math.floor(months / 12) };
}
