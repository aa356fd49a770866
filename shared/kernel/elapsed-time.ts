/**
 * 24 hours of elapsed time, for retention, caches and expiry. Calendar days can have 23 to 25 hours, so count them with `addDays`,
 * `dayNumber` or `addDaysAtLocalTime`.
 */
export const elapsedDayMs = 86_400_000;
export const elapsedDaySeconds = 86_400;
