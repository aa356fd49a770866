/** Programs that open CSV files run what begins like this as a formula. */
const formula = /^[=+\-@\t\r]/;

/** A field as RFC 4180 wants it; what a table program would compute is kept as the text it is. */
function fieldOf(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins with the mark by which table programs know that it is UTF-8. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(fieldOf).join(",")).join("\r\n")}\r\n`;
}
