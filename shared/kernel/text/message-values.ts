type Values = Record<string, string | number>;

/**
 * Joins a message id and the values of its placeholders, such as a range, in one string, because schemas and lists of errors use strings.
 */
export const insertMessageValues = (id: string, values: Values): string =>
  `${id}?${Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join("&")}`;

const dayName = /(^|_)day$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Formats calendar days (`YYYY-MM-DD`) in placeholders named `day` or `…_day`. */
export const formatDays = <Value>(
  values: Readonly<Record<string, Value>>,
  format: (day: string) => string,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && dayName.test(name) && isoDay.test(value) ? format(value) : value,
    ]),
  );

const decimal = /^-?\d+(\.\d+)?$/;

/** Splits a message into the id and values that `insertMessageValues` joined. A plain id has no values. */
export function splitValues(message: string): [id: string, values: Values] {
  const [id = "", joined] = message.split("?", 2);
  if (!joined || !/^\w+(\.\w+)+$/.test(id)) return [message, {}];
  const values = joined.split("&").map((part): [string, string | number] => {
    const [name = "", value = ""] = part.split("=", 2);
    return [name, decimal.test(value) ? Number(value) : value];
  });
  return [id, Object.fromEntries(values)];
}
