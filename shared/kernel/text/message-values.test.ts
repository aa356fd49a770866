import { formatDays, splitValues, insertMessageValues } from "./message-values";

test("splitValues returns the id and values that insertMessageValues joined", () => {
  const values = { min: -0.25, max: 24, unit: "hours" };
  expect(splitValues(insertMessageValues("field.between", values))).toEqual(["field.between", values]);
});

test.each(["field.required", "Is this right?", "What? a=1", ""])("splitValues returns no values for %j", (message) => {
  expect(splitValues(message)).toEqual([message, {}]);
});

test("formatDays formats calendar days in placeholders named day", () => {
  const values = { day: "2026-11-27", last_day: "2026-12-01", name: "2026-11-27", days: 3, from_day: "tomorrow" };
  expect(formatDays(values, (day) => day.slice(5))).toEqual({ ...values, day: "11-27", last_day: "12-01" });
});
