/** A date on the weekday, for formatting its name: November 15, 2026 is a Sunday. */
export const dayOfWeek = (weekday: number) => `2026-11-${15 + weekday}`;
