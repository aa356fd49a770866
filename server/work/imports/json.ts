/** Reading of JSON whose shape isn't trusted. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list; anything else is left out. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Text, also of a number; null for anything else and for an empty text. */
export const textOf = (value: unknown): string | null => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : null;
};

/** The texts of a list. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [];

/** A finite number, also written as text; null for anything else. */
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

/** An instant in ISO 8601; null for anything that isn't one. */
export const instantOf = (value: unknown): string | null => {
  const text = textOf(value);
  const date = text === null ? null : new Date(text);
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
};
