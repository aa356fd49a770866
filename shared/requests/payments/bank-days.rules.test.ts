import { isBankDay, isExecutionDay, nextBankDay, nextExecutionDay } from "./bank-days.rules";

test.each([
  ["2026-11-27", true],
  ["2026-11-28", false], // Saturday
  ["2026-11-29", false],
  ["2026-04-03", false], // Good Friday
  ["2026-04-06", false], // Easter Monday
  ["2027-03-26", false],
  ["2027-03-29", false],
  ["2026-05-01", false],
  ["2026-12-25", false],
  ["2026-10-03", false], // Saturday
  ["2028-10-03", true], // a German holiday isn't one of TARGET
])("%s is a bank day: %s", (day, expected) => {
  expect(isBankDay(day)).toBe(expected);
});

test.each([
  ["2026-11-28", "EUR", false],
  ["2026-04-06", "EUR", false], // Easter Monday
  ["2026-11-29", "IQD", true], // Sunday
  ["2026-11-27", "IQD", false], // Friday
  ["2026-11-28", "IQD", false],
])("payments on %s in %s with a weekend of Friday and Saturday are executed: %s", (day, currency, expected) => {
  expect(isExecutionDay(day, currency, [5, 6])).toBe(expected);
});

test("the next bank day follows weekends and holidays", () => {
  expect(nextBankDay("2026-11-27")).toBe("2026-11-27");
  expect(nextBankDay("2026-11-28")).toBe("2026-11-30");
  expect(nextBankDay("2026-12-25")).toBe("2026-12-28");
});

test("payments are executed on the next day that is open for their currency", () => {
  expect(nextExecutionDay("2031-01-18", "EUR", [5, 6])).toBe("2031-01-20");
  expect(nextExecutionDay("2031-01-17", "USD", [5, 6])).toBe("2031-01-19");
  expect(nextExecutionDay("2031-01-20", "USD", [5, 6])).toBe("2031-01-20");
});
