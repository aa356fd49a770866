/**
 * Values for a text, its numbers written as its language writes them, digits and groups alike. A number that a plural
 * goes by stays one. Years have no groups; what is merely called by figures (an id, a code) is handed over as text and stays.
 */
export function writtenNumbers<Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
  write: (value: number, options?: { useGrouping: false }) => string,
): Record<string, Value | string> {
  const written: Record<string, Value | string> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "number" || isCountedBy(text, name)) continue;
    written[name] = name === "year" ? write(value, { useGrouping: false }) : write(value);
  }
  return written;
}

export const isCountedBy = (text: string, name: string): boolean =>
  text.includes(`{${name}, plural,`) || text.includes(`{${name}, number}`);
