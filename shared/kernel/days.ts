const dayMs = 86_400_000;

/** A day (`YYYY-MM-DD`) as days since 1970-01-01. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);

export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);
