import { formatsOf } from "../../platform/intl/formats";
import { paidMonths } from "./paid-months";

// Times around noon UTC, so that the date is the same in time zones from UTC−11 to UTC+11.
test.each([
  ["a year from the first of a month", "2025-12-01T12:00:00Z", "2026-12-01T12:00:00Z", ["Dec 2025", "Nov 2026"]],
  ["a month from the first", "2026-11-01T12:00:00Z", "2026-12-01T12:00:00Z", ["Nov 2026", "Nov 2026"]],
  ["a month that starts mid-month", "2026-11-17T12:00:00Z", "2026-12-17T12:00:00Z", ["Nov 2026", "Dec 2026"]],
  ["less than a day, on the first", "2026-12-01T11:00:00Z", "2026-12-01T12:00:00Z", ["Dec 2026", "Dec 2026"]],
])("returns the paid months of %s", (_, starts_at, ends_at, months) => {
  expect(paidMonths({ starts_at, ends_at }, formatsOf("en").day)).toEqual(months);
});
